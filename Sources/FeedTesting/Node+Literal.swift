public import FeedConfiguration

/// Sections of a configuration written as Swift literals: `["query": "tag:Swift", "pages": "2"]`.
extension Node: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// A scalar.
    public init(stringLiteral text: String) { self.init(.scalar(text, isQuoted: false), at: .testing) }
    /// A list.
    public init(arrayLiteral elements: Node...) { self.init(.list(elements), at: .testing) }
    /// A map; keys in the order written.
    public init(dictionaryLiteral elements: (String, Node)...) {
        let pairs = elements.map { Pair(key: $0.0, place: .testing, value: $0.1) }
        self.init(.map(pairs), at: .testing)
    }
}

extension Node {
    /// A scalar in quotes: a text, whatever it looks like.
    public static func quoted(_ text: String) -> Node { Node(.scalar(text, isQuoted: true), at: .testing) }
}

extension Place {
    /// Where nodes of tests stand.
    public static let testing = Place(file: "testing.yaml", line: 1, column: 1)
}
