public import FeedJSON
public import FeedMessages
public import FeedSelecting
public import FeedStages

/// A list in a document, read as entries.
public struct ListGuess {
    /// The points of the list; more points mean that its elements are more like entries.
    private(set) var score = 0
    /// The options of a configuration that reads the list, in their usual order.
    public private(set) var options: [Proposal.Option]
    /// The path of the list.
    public let path: JSONPath
    /// The number of the list's elements.
    public let count: Int
    /// The path of each field, from an element.
    private var paths: [String: JSONPath] = [:]

    /// Elements that are inspected, at most.
    private static let most = 20

    /// The list in a few words.
    public var summary: LocalizedText {
        .message(
            "lists.guess",
            [
                "path": .text("\(path)"), "count": .number(count),
                "options": .row(options.dropFirst().map(\.key)),
            ])
    }

    /// Returns the lists of a document that look like entries, the best first, of equal ones the longest first.
    public static func ranked(in document: JSONValue) -> [ListGuess] {
        let guesses = EntryList.lists(in: document).flatMap { Self.guesses(at: $0.path, in: document) }
        // Equal lists keep their order, which is by length.
        return guesses.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
    }

    /// Returns the texts of a field in all elements that have it.
    public func texts(of key: String, in document: JSONValue) -> [String] {
        guard let path = paths[key], let elements = try? EntryList.elements(of: document, at: self.path) else {
            return []
        }
        return elements.compactMap { path.first(in: $0) { $0.text } }
    }

    /// The readings of a list: its elements themselves, or one of the objects inside each.
    static func guesses(at path: JSONPath, in document: JSONValue) -> [ListGuess] {
        guard let elements = try? EntryList.elements(of: document, at: path), let first = elements.first else {
            return []
        }
        var paths = [path]
        for member in first.object?.members ?? [] where member.value.object != nil {
            paths.append(JSONPath(steps: path.steps + [.wildcard, .name(member.name)]))
        }
        return paths.compactMap { path in
            guard let elements = try? EntryList.elements(of: document, at: path) else { return nil }
            return ListGuess(path, elements)
        }
    }

    /// Nil if the elements have nothing that identifies an entry, or nothing to show.
    private init?(_ path: JSONPath, _ elements: [JSONValue]) {
        self.path = path
        count = elements.count
        options = [Proposal.Option("entries", Self.written(path.description))]
        let sample = Array(elements.prefix(Self.most))
        let paths = FieldGuess.paths(in: sample)
        for field in FieldGuess.all {
            guard let found = field.path(among: paths, in: sample) else { continue }
            score += field.weight
            self.paths[field.key] = found
            if let group = field.group {
                add(found, as: field.key, to: group)
            } else {
                options.append(Proposal.Option(field.key, Self.written(found.description)))
                if let type = FieldGuess.textType(of: field, found, in: sample) {
                    options.append(Proposal.Option("\(field.key)_type", type))
                }
            }
        }
        let keys = Set(options.map(\.key))
        guard keys.contains("id") || keys.contains("link"), keys.contains("title") || keys.contains("link") else {
            return nil
        }
        // A list of entries is rarely short.
        score += min(count, 3)
    }

    private mutating func add(_ path: JSONPath, as name: String, to group: String) {
        let item = "\(name): \(Self.written(path.description))"
        if let index = options.firstIndex(where: { $0.key == group }) {
            options[index].value = options[index].value.dropLast(2) + ", \(item) }"
        } else {
            options.append(Proposal.Option(group, "{ \(item) }"))
        }
    }

    /// A path as YAML, in quotes if it needs them.
    private static func written(_ path: String) -> String {
        let isPlain = path.utf8.allSatisfy { byte in
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "_"), UInt8(ascii: "."), UInt8(ascii: "$"): true
            default: false
            }
        }
        guard !isPlain || ["true", "false", "null", "yes", "no"].contains(path.lowercased()) else { return path }
        var writer = JSONWriter()
        writer.value(path)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
