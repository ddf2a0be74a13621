public import FeedConfiguration

/// Writes sections of a configuration as Swift literals: `["query": "tag:Swift", "pages": "2"]`.
extension Node: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    /// Makes a scalar without quotes.
    public init(stringLiteral text: String) { self.init(.scalar(text, isQuoted: false), at: .testing) }
    /// Makes a list.
    public init(arrayLiteral elements: Node...) { self.init(.list(elements), at: .testing) }
    /// Makes a map, with its keys in the written order.
    public init(dictionaryLiteral elements: (String, Node)...) {
        let pairs = elements.map { Pair(key: $0.0, place: .testing, value: $0.1) }
        self.init(.map(pairs), at: .testing)
    }
}

extension Node {
    /// Returns a scalar in quotes, which is text whatever it contains.
    public static func quoted(_ text: String) -> Node { Node(.scalar(text, isQuoted: true), at: .testing) }
}

extension Place {
    /// The place of nodes in tests.
    public static let testing = Place(file: "testing.yaml", line: 1, column: 1)
}
