public import FeedMessages

/// A type of options. It is read from a node, and never guessed.
public protocol ConfigValue: Sendable {
    /// The name of the type for people: "text", "a duration such as 20s, 15m, 2h or 7d".
    static var typeName: LocalizedText { get }
    /// Whether the value may be a secret, which is never written where its name would show it.
    static var isSecret: Bool { get }
    /// The values that are accepted, for the schema of configurations.
    static var schema: ValueSchema { get }
    /// The value after a reported mistake, so that reading continues. A run never uses it.
    static var placeholder: Self { get }
    /// Reads a node. Reports a mistake to `section`, and returns nil.
    static func read(_ node: Node, in section: ConfigSection) -> Self?
    /// The value as the manual shows a default.
    var manualText: String { get }
}

extension ConfigValue {
    /// False by default.
    public static var isSecret: Bool { false }
}

extension String: ConfigValue {
    /// Text.
    public static var typeName: LocalizedText { .message("type.text") }
    /// What is accepted.
    public static var schema: ValueSchema { .text }
    /// Empty text.
    public static var placeholder: String { "" }
    /// Reads any scalar as it is.
    public static func read(_ node: Node, in section: ConfigSection) -> String? {
        if let text = node.scalar, !node.isNull { return text }
        section.reportMismatch(node, expected: typeName)
        return nil
    }
    /// The text itself, or `""` if it is empty.
    public var manualText: String { isEmpty ? "\"\"" : self }
}

extension Bool: ConfigValue {
    /// Yes or no.
    public static var typeName: LocalizedText { .message("type.yes_or_no") }
    /// What is accepted.
    public static var schema: ValueSchema { .boolean }
    /// No.
    public static var placeholder: Bool { false }
    /// Reads a yes or no in the words of YAML 1.1.
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
    /// What is accepted.
    public static var schema: ValueSchema { .integer(nil) }
    /// Zero.
    public static var placeholder: Int { 0 }
    /// Reads decimal digits, with a minus before them if negative. Neither `_` nor `,` may separate digits.
    public static func read(_ node: Node, in section: ConfigSection) -> Int? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let digits = text.utf8.first == UInt8(ascii: "-") ? text.utf8.dropFirst() : text.utf8[...]
        let isDecimal = !digits.isEmpty && digits.allSatisfy { (0x30...0x39).contains($0) }
        guard isDecimal, digits.count == 1 || digits.first != UInt8(ascii: "0") else {
            let isPadded = isDecimal && digits.count > 1
            section.reportMismatch(
                node, expected: typeName, suggestion: isPadded ? .message("config.leading_zeros") : plainly(text))
            return nil
        }
        if let number = Int(text) { return number }
        section.report(
            .message("config.number_too_large", ["path": .text(section.path), "value": .message(node.shown)]),
            at: node.place)
        return nil
    }
    /// Returns how to write a number with separators or full-width digits, or nil.
    private static func plainly(_ text: String) -> LocalizedText? {
        let digits = text.unicodeScalars.compactMap { scalar -> Character? in
            switch scalar.value {
            case 0x30...0x39: Character(scalar)
            case 0xFF10...0xFF19: Character(Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 0x30)))
            case 0x2C, 0x5F, 0xFF0C: nil
            default: "?"
            }
        }
        guard digits.count <= 18, let number = Int(String(digits)) else { return nil }
        return .message("config.write_number", ["number": .text(String(number))])
    }
    /// Decimal digits.
    public var manualText: String { String(self) }
}

extension Double: ConfigValue {
    /// A number.
    public static var typeName: LocalizedText { .message("type.decimal_number") }
    /// What is accepted.
    public static var schema: ValueSchema { .number(nil) }
    /// Zero.
    public static var placeholder: Double { 0 }
    /// Reads decimal digits with at most one point (32 characters), and a minus before them if negative. No exponents.
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
