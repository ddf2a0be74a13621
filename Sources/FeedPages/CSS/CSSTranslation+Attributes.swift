/// The name of an element or an attribute in a selector.
///
/// In the tree, HTML names are in lower case, whatever the page writes. SVG names keep their capitals (`foreignObject`,
/// `viewBox`). Both spellings are therefore searched.
struct CSSName {
    private let spellings: [String]

    init(_ name: String) {
        let small = name.asciiLowercased
        spellings = name == small ? [name] : [name, small]
    }

    /// Whether XPath accepts the name.
    var isPlain: Bool {
        guard let first = spellings[0].utf8.first, Self.isLetter(first) else { return false }
        return spellings[0].utf8.allSatisfy {
            Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    /// True for an element with this name.
    var condition: XPathCondition {
        .any(spellings.map { XPathCondition(isPlain ? "self::\($0)" : "name() = \($0.xpathLiteral)") })
    }

    /// A step to the attributes with this name.
    var attributes: String {
        if isPlain, spellings.count == 1 { return "@\(spellings[0])" }
        return "@*[\(spellings.map { "name() = \($0.xpathLiteral)" }.joined(separator: " or "))]"
    }
}

extension CSSAttribute {
    /// True for an element with such an attribute.
    var condition: XPathCondition {
        let attributes = CSSName(name).attributes
        guard let test else { return XPathCondition(attributes) }
        guard let text = test.condition else { return .never }
        return XPathCondition("\(attributes)[\(text)]")
    }

    /// True for an element with a class.
    static func hasClass(_ name: String) -> XPathCondition {
        CSSAttribute(name: "class", test: Test(comparison: .word, value: name, ignoresCase: false)).condition
    }

    /// True for an element in one of these languages (RFC 4647 §3.3.1), by the nearest `lang` around it.
    static func condition(ofLanguages ranges: [String]) -> XPathCondition {
        let tests = ranges.compactMap { Test(comparison: .languageRange, value: $0, ignoresCase: true).condition }
        return XPathCondition("ancestor-or-self::*[@lang][1]/@lang[\(tests.joined(separator: " or "))]")
    }
}

extension CSSAttribute.Test {
    /// A condition on an attribute as the context node; nil if no value can match.
    fileprivate var condition: String? {
        let value = ignoresCase ? value.asciiLowercased : value
        let literal = value.xpathLiteral
        let own = ignoresCase ? "translate(., 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz')" : "."
        switch comparison {
        case .equal: return "\(own) = \(literal)"
        case .word:
            let isWord = !value.isEmpty && !value.unicodeScalars.contains(where: CSSReader.isBlank)
            return isWord
                ? "contains(concat(' ', normalize-space(\(own)), ' '), \(" \(value) ".xpathLiteral))" : nil
        case .languageRange: return "\(own) = \(literal) or starts-with(\(own), \("\(value)-".xpathLiteral))"
        case .prefix: return value.isEmpty ? nil : "starts-with(\(own), \(literal))"
        case .suffix:
            // Swift and XPath both count Unicode scalars here.
            let others = value.unicodeScalars.count - 1
            return value.isEmpty ? nil : "substring(\(own), string-length(.) - \(others)) = \(literal)"
        case .part: return value.isEmpty ? nil : "contains(\(own), \(literal))"
        }
    }
}
