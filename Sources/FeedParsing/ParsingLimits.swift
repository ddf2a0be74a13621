import FeedModel

/// Bounds on what one document may cost.
public struct ParsingLimits: Sendable, Hashable {
    /// Nesting of elements; of what lies deeper only the text is kept.
    public var depth = 256
    /// Bytes of one field; what is longer is cut.
    public var field = 1 << 20
    /// Entries; what comes later in the document is left out.
    public var entries = 10_000
    /// Categories, persons, links or enclosures of one entry each.
    public var repeats = 100
    /// Errors after which a document is given up.
    public var errors = 10_000

    /// Makes the standard bounds, to be changed.
    public init() {}

    /// The bounds that hold unless a caller has others.
    public static let standard = ParsingLimits()

    /// Bounds for a caller who wants up to so many entries: never fewer than usual, so that the newest are among them
    /// whatever the document's order.
    public static func wanting(entries: Int) -> ParsingLimits {
        var limits = ParsingLimits()
        limits.entries = max(limits.entries, entries)
        return limits
    }

    /// Adds an element to a list that may hold `repeats` of them.
    func append<Element>(_ element: consuming Element?, to list: inout [Element]) {
        guard let element, list.count < repeats else { return }
        list.append(element)
    }

    /// Adds a tag unless it is already there.
    func add(_ category: Category?, to list: inout [Category]) {
        guard let category else { return }
        // Most differ in their words: comparing these alone copies nothing.
        for index in list.indices where list[index].term == category.term {
            if list[index] == category { return }
        }
        append(category, to: &list)
    }

    /// Adds a person, or what is new of one who is already there: feeds name their authors once for each module.
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
