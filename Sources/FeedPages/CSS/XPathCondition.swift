/// A boolean condition of XPath 1.0 on the context node.
struct XPathCondition: Hashable, Sendable {
    let text: String
    /// Whether the condition needs brackets beside an `and`.
    private let isAlternative: Bool

    init(_ text: String) { self.init(text, isAlternative: false) }

    private init(_ text: String, isAlternative: Bool) {
        self.text = text
        self.isAlternative = isAlternative
    }

    static let always = XPathCondition("true()")
    static let never = XPathCondition("false()")

    static func all(_ conditions: [XPathCondition]) -> XPathCondition {
        guard !conditions.contains(never) else { return never }
        let rest = conditions.filter { $0 != always }
        guard rest.count > 1 else { return rest.first ?? always }
        return XPathCondition(rest.map { $0.isAlternative ? "(\($0.text))" : $0.text }.joined(separator: " and "))
    }

    static func any(_ conditions: [XPathCondition]) -> XPathCondition {
        guard !conditions.contains(always) else { return always }
        let rest = conditions.filter { $0 != never }
        guard rest.count > 1 else { return rest.first ?? never }
        return XPathCondition(rest.map(\.text).joined(separator: " or "), isAlternative: true)
    }

    static prefix func ! (condition: XPathCondition) -> XPathCondition {
        switch condition {
        case always: never
        case never: always
        default: XPathCondition("not(\(condition.text))")
        }
    }

    /// The condition as a predicate of a step; empty if it is always true.
    var predicate: String { self == .always ? "" : "[\(text)]" }
}

extension String {
    /// The string as an XPath literal, which has no escapes.
    var xpathLiteral: String {
        if !utf8.contains(UInt8(ascii: "'")) { return "'\(self)'" }
        if !utf8.contains(UInt8(ascii: "\"")) { return "\"\(self)\"" }
        let pieces = split(separator: "'", omittingEmptySubsequences: false).map { "'\($0)'" }
        return "concat(\(pieces.joined(separator: ", \"'\", ")))"
    }
}
