import FeedMessages

/// A part of a configuration file with its place: a scalar, a list or a map. No type is guessed: `no` stays "no".
public struct Node: Sendable, Hashable {
    /// The content of a node.
    public indirect enum Content: Sendable, Hashable {
        /// The text of a scalar. `isQuoted` tells `""` from an empty value.
        case scalar(String, isQuoted: Bool)
        /// A list.
        case list([Node])
        /// A map in the file's order. Its keys are unique.
        case map([Pair])
    }

    /// A key of a map and its value.
    public struct Pair: Sendable, Hashable {
        /// The key's text.
        public let key: String
        /// The place of the key.
        public let place: Place
        /// The value of the key.
        public let value: Node

        /// Makes a pair.
        public init(key: String, place: Place, value: Node) {
            self.key = key
            self.place = place
            self.value = value
        }
    }

    /// The content of the node.
    public let content: Content
    /// The place where the node begins.
    public let place: Place
    /// A scalar as the file has it, if variables were replaced in it; or nil. Diagnostics show this text, because a
    /// variable may contain a secret.
    package let written: String?
    /// A variable of the scalar that is missing on this machine, or nil. It is reported, and the text keeps its name.
    package var unavailable: UnavailableValue? {
        if case .unavailable(let unavailable) = keptUnavailableValue { unavailable } else { nil }
    }
    private let keptUnavailableValue: KeptUnavailableValue

    /// A rare value behind one pointer, since nodes are copied often.
    private indirect enum KeptUnavailableValue: Sendable, Hashable {
        case none
        case unavailable(UnavailableValue)
    }

    /// Makes a node.
    public init(_ content: Content, at place: Place) {
        self.init(content, at: place, written: nil, unavailable: nil)
    }

    package init(_ content: Content, at place: Place, written: String?, unavailable: UnavailableValue?) {
        self.content = content
        self.place = place
        self.written = written
        keptUnavailableValue = unavailable.map { .unavailable($0) } ?? .none
    }

    /// Whether a variable in the node is missing on this machine or malformed.
    public var lacksVariable: Bool { keptUnavailableValue != .none }

    /// The text of a scalar, or nil.
    public var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }
    /// The elements of a list, or nil.
    public var list: [Node]? { if case .list(let nodes) = content { nodes } else { nil } }
    /// The pairs of a map, or nil.
    public var map: [Pair]? { if case .map(let pairs) = content { pairs } else { nil } }
    /// Whether the node is an empty plain scalar, `~` or `null`.
    public var isNull: Bool {
        if case .scalar(let text, false) = content { ["", "~", "null", "Null", "NULL"].contains(text) } else { false }
    }
    /// The value of `key` in a map, or nil.
    public subscript(key: String) -> Node? { pair(key)?.value }
    /// Returns the pair of `key` in a map, or nil.
    public func pair(_ key: String) -> Pair? {
        guard case .map(let pairs) = content, let index = pairs.indices.first(where: { pairs[$0].key == key }) else {
            return nil
        }
        return pairs[index]
    }

    /// The content in a few words, for diagnostics: `"abc"`, `a list`, `a map`, `nothing`.
    public var shown: LocalizedText {
        switch content {
        case .list: return .message("type.any_list")
        case .map: return .message("type.any_map")
        case .scalar(let text, _):
            if isNull { return .message("type.nothing") }
            let whole = written ?? text
            let start = whole.unicodeScalars.prefix(60)
            return LocalizedText(
                en: "\"\(String(start))\(start.endIndex < whole.unicodeScalars.endIndex ? "…" : "")\"")
        }
    }

    /// The kind of the content: `text`, `a list`, `a map`, `nothing`.
    public var kind: LocalizedText { scalar == nil || isNull ? shown : .message("type.text") }
}

/// A place in a file.
public struct Place: Sendable, Hashable, Codable {
    /// The file's path as the user gave it.
    public let file: String
    /// Line, from 1.
    public let line: Int
    /// Column in characters, from 1.
    public let column: Int

    /// Makes a place.
    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }
}
