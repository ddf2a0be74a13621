/// A piece of a configuration file with its place: a scalar, a list or a map. No type is guessed: `no` stays "no".
public struct Node: Sendable, Hashable {
    /// What stands there.
    public indirect enum Content: Sendable, Hashable {
        /// A scalar's text; `isQuoted` tells `""` from nothing.
        case scalar(String, isQuoted: Bool)
        /// A list.
        case list([Node])
        /// A map in the file's order; keys are unique.
        case map([Pair])
    }

    /// A key of a map with its value.
    public struct Pair: Sendable, Hashable {
        /// The key's text.
        public let key: String
        /// Where the key stands.
        public let place: Place
        /// What it stands for.
        public let value: Node

        /// Makes a pair.
        public init(key: String, place: Place, value: Node) {
            self.key = key
            self.place = place
            self.value = value
        }
    }

    /// What stands there.
    public let content: Content
    /// Where it begins.
    public let place: Place

    /// Makes a node.
    public init(_ content: Content, at place: Place) {
        self.content = content
        self.place = place
    }

    /// The text of a scalar, or nil.
    public var scalar: String? { if case .scalar(let text, _) = content { text } else { nil } }
    /// The elements of a list, or nil.
    public var list: [Node]? { if case .list(let nodes) = content { nodes } else { nil } }
    /// The pairs of a map, or nil.
    public var map: [Pair]? { if case .map(let pairs) = content { pairs } else { nil } }
    /// Whether it is an empty plain scalar, `~` or `null`.
    public var isNull: Bool {
        if case .scalar(let text, false) = content { ["", "~", "null", "Null", "NULL"].contains(text) } else { false }
    }
    /// The value under `key` of a map, or nil.
    public subscript(key: String) -> Node? { map?.first { $0.key == key }?.value }
}

/// A place in a file.
public struct Place: Sendable, Hashable {
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
