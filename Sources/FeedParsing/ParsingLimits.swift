import FeedModel

/// Limits on the cost of one document.
public struct ParsingLimits: Sendable, Hashable {
    /// Levels of nested elements. Deeper elements keep only their text.
    public var depth = 256
    /// Bytes of one field; longer fields are cut.
    public var field = 1 << 20
    /// Entries of one document; later ones are left out.
    public var entries = 10_000
    /// Categories, persons, links and enclosures of one entry, each.
    public var repeats = 100
    /// XML errors after which the parser stops.
    public var errors = 10_000

    /// Creates the standard limits.
    public init() {}

    /// The default limits.
    public static let standard = ParsingLimits()

    /// Limits for a caller that wants up to `entries` entries. They are never below the standard: the newest entries
    /// can stand anywhere in the document.
    public static func wanting(entries: Int) -> ParsingLimits {
        var limits = ParsingLimits()
        limits.entries = max(limits.entries, entries)
        return limits
    }

    /// Appends an element to a list that holds at most `repeats` elements.
    func append<Element>(_ element: consuming Element?, to list: inout [Element]) {
        guard let element, list.count < repeats else { return }
        list.append(element)
    }

    /// Adds a category that is not yet in the list.
    func add(_ category: Category?, to list: inout [Category]) {
        guard let category else { return }
        // Comparing the terms first copies nothing; most categories differ there.
        for index in list.indices where list[index].term == category.term {
            if list[index] == category { return }
        }
        append(category, to: &list)
    }

    /// Adds a person, or merges it with an equal one in the list: feeds name their authors once per module.
    func add(_ person: Person?, to list: inout [Person]) {
        guard let person else { return }
        for index in list.indices {
            guard let whole = list[index].joined(with: person) else { continue }
            list[index] = whole
            return
        }
        append(person, to: &list)
    }
}
