public import FeedMessages

/// A type that an option can have: read from a node, never guessed.
public protocol ConfigValue: Sendable {
    /// What people call it: "text", "a duration such as 20s, 15m, 2h or 7d".
    static var typeName: LocalizedText { get }
    /// Stands in where a diagnostic was reported, so that reading can go on; never used in a run.
    static var placeholder: Self { get }
    /// Reads a node, or reports to `section` what is wrong and gives nil.
    static func read(_ node: Node, in section: ConfigSection) -> Self?
    /// How a default is shown in the manual.
    var manualText: String { get }
}

extension String: ConfigValue {
    /// Any scalar.
    public static var typeName: LocalizedText { .message("type.text") }
    /// Empty text.
    public static var placeholder: String { "" }
    /// Takes any scalar as it stands.
    public static func read(_ node: Node, in section: ConfigSection) -> String? {
        if let text = node.scalar, !node.isNull { return text }
        section.reportMismatch(node, expected: typeName)
        return nil
    }
    /// The text itself, `""` if it is empty.
    public var manualText: String { isEmpty ? "\"\"" : self }
}

extension Bool: ConfigValue {
    /// Yes or no.
    public static var typeName: LocalizedText { .message("type.yes_or_no") }
    /// No.
    public static var placeholder: Bool { false }
    /// Takes the words of YAML 1.1, and only where a yes or no is asked for.
    public static func read(_ node: Node, in section: ConfigSection) -> Bool? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        switch text {
        case "true", "True", "TRUE", "yes", "Yes", "YES", "on", "On", "ON": return true
        case "false", "False", "FALSE", "no", "No", "NO", "off", "Off", "OFF": return false
        default:
            section.reportMismatch(node, expected: typeName)
            return nil
        }
    }
    /// `yes` or `no`.
    public var manualText: String { self ? "yes" : "no" }
}

extension Int: ConfigValue {
    /// A whole number.
    public static var typeName: LocalizedText { .message("type.whole_number") }
    /// Zero.
    public static var placeholder: Int { 0 }
    /// Takes decimal digits, a minus in front, `_` or `,` never.
    public static func read(_ node: Node, in section: ConfigSection) -> Int? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isDecimal = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
        guard isDecimal, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
            let isPadded = isDecimal && digits.count > 1
            section.reportMismatch(
                node, expected: typeName, suggestion: isPadded ? .message("config.leading_zeros") : nil)
            return nil
        }
        if let number = Int(text) { return number }
        section.report(
            .message("config.number_too_large", ["path": .text(section.path), "value": .message(node.shown)]),
            at: node.place)
        return nil
    }
    /// Decimal digits.
    public var manualText: String { String(self) }
}

extension Double: ConfigValue {
    /// A number.
    public static var typeName: LocalizedText { .message("type.decimal_number") }
    /// Zero.
    public static var placeholder: Double { 0 }
    /// Takes decimal digits with at most one point, a minus in front; no exponents.
    public static func read(_ node: Node, in section: ConfigSection) -> Double? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isPlain = digits.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }
        if isPlain, digits.count <= 32, let number = Double(text) { return number }
        section.reportMismatch(node, expected: typeName)
        return nil
    }
    /// The number as Swift writes it.
    public var manualText: String { String(self) }
}
