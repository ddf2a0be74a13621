import FeedJSON
import FeedSelecting
public import FeedStages

extension JSONListParser: Proposing {
    /// The lists of a document that look like entries, with the options that would read them.
    public func proposals(for document: Document) throws(StageError) -> [Proposal] {
        let value = try JSONDocument(document, embedded: nil).values[0]
        let guesses = EntryList.lists(in: value).flatMap { list in
            ListGuess.guesses(at: list.path, in: value)
        }
        // The longest of equals comes first: so they were found.
        let ranked = guesses.enumerated().sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
        return ranked.map(\.element.proposal)
    }
}

/// What the elements of a list would be as entries.
struct ListGuess {
    /// How much like entries they are.
    private(set) var score = 0
    private var options: [Proposal.Option]
    private let path: JSONPath
    private let count: Int

    /// Elements that are looked at.
    private static let most = 20

    var proposal: Proposal {
        Proposal(
            summary: "\(path): \(count) \(count == 1 ? "object" : "objects"): "
                + options.dropFirst().map(\.key).joined(separator: ", "), options: options)
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
            if let group = field.group {
                add(found, as: field.key, to: group)
            } else {
                options.append(Proposal.Option(field.key, Self.written(found.description)))
                if let type = FieldGuess.textType(of: field, found, in: sample) {
                    options.append(Proposal.Option("\(field.key)_type", type.rawValue))
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
