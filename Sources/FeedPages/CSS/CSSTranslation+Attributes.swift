/// A name of an element or an attribute, as it is written.
///
/// HTML's are in small letters in the tree, whatever a page writes. SVG's have their capitals there (`foreignObject`,
/// `viewBox`), so both spellings are looked for.
struct CSSName {
    private let spellings: [String]

    init(_ name: String) {
        let small = name.asciiLowercased
        spellings = name == small ? [name] : [name, small]
    }

    /// Whether XPath takes it as a name.
    var isPlain: Bool {
        guard let first = spellings[0].utf8.first, Self.isLetter(first) else { return false }
        return spellings[0].utf8.allSatisfy {
            Self.isLetter($0) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "-")
        }
    }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
    }

    /// True of an element with this name.
    var condition: XPathCondition {
        .any(spellings.map { XPathCondition(isPlain ? "self::\($0)" : "name() = \($0.xpathLiteral)") })
    }

    /// The attributes with this name, as a step.
    var attributes: String {
        if isPlain, spellings.count == 1 { return "@\(spellings[0])" }
        return "@*[\(spellings.map { "name() = \($0.xpathLiteral)" }.joined(separator: " or "))]"
    }
}

extension CSSAttribute {
    /// True of an element with such an attribute.
    var condition: XPathCondition {
        let attributes = CSSName(name).attributes
        guard let test else { return XPathCondition(attributes) }
        guard let text = test.condition else { return .never }
        return XPathCondition("\(attributes)[\(text)]")
    }

    /// True of an element of a class.
    static func hasClass(_ name: String) -> XPathCondition {
        CSSAttribute(name: "class", test: Test(comparison: .word, value: name, ignoresCase: false)).condition
    }

    /// True of an element in one of these languages (RFC 4647 §3.3.1), by its nearest `lang`.
    static func condition(ofLanguages ranges: [String]) -> XPathCondition {
        let tests = ranges.compactMap { Test(comparison: .languageRange, value: $0, ignoresCase: true).condition }
        return XPathCondition("ancestor-or-self::*[@lang][1]/@lang[\(tests.joined(separator: " or "))]")
    }
}

extension CSSAttribute.Test {
    /// About an attribute that is the context node; nil if no value can be such.
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
            // Both count characters as scalars.
            let others = value.unicodeScalars.count - 1
            return value.isEmpty ? nil : "substring(\(own), string-length(.) - \(others)) = \(literal)"
        case .part: return value.isEmpty ? nil : "contains(\(own), \(literal))"
        }
    }
}
