public import FeedJSON
public import FeedMessages
public import FeedSelecting
public import FeedStages

/// What the elements of a list would be as entries.
public struct ListGuess {
    /// How much like entries they are.
    private(set) var score = 0
    /// What reads it, in the order in which it is written.
    public private(set) var options: [Proposal.Option]
    /// Where it is.
    public let path: JSONPath
    /// Its elements.
    public let count: Int
    /// Where the fields are in an element.
    private var paths: [String: JSONPath] = [:]

    /// Elements that are looked at.
    private static let most = 20

    /// What it is, in a few words.
    public var summary: LocalizedText {
        .message(
            "lists.guess",
            [
                "path": .text("\(path)"), "count": .number(count),
                "options": .text(options.dropFirst().map(\.key).joined(separator: ", ")),
            ])
    }

    /// The lists of a document that look like entries, the best one first, of equals the longest.
    public static func ranked(in document: JSONValue) -> [ListGuess] {
        let guesses = EntryList.lists(in: document).flatMap { Self.guesses(at: $0.path, in: document) }
        // The longest of equals comes first: so they were found.
        return guesses.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
    }

    /// The texts of a field in the elements that have one.
    public func texts(of key: String, in document: JSONValue) -> [String] {
        guard let path = paths[key], let elements = try? EntryList.elements(of: document, at: self.path) else {
            return []
        }
        return elements.compactMap { path.first(in: $0) { $0.text } }
    }

    /// What a list is taken for: its elements as they are, or what each of them wraps.
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

    /// Nil where nothing is there that entries could be known by, or nothing to show.
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
        // A list of entries is seldom short.
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

    /// A path as YAML: as it is where that is a text, else in quotes.
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
