/// A comparison sign, as in `">=50"`.
enum Comparison: String, Sendable, CaseIterable {
    case atLeast = ">="
    case atMost = "<="
    case more = ">"
    case less = "<"
    case equal = "="

    func holds<Value: Comparable>(_ left: Value, _ right: Value) -> Bool {
        switch self {
        case .atLeast: left >= right
        case .atMost: left <= right
        case .more: left > right
        case .less: left < right
        case .equal: left == right
        }
    }

    /// Splits a text into its sign (none: equal) and the rest.
    static func read(_ text: String) -> (Comparison, rest: String) {
        let blank = UInt8(ascii: " ")
        let trimmed = text.utf8.drop { $0 == blank }
        for sign in allCases where trimmed.starts(with: sign.rawValue.utf8) {
            let rest = trimmed.dropFirst(sign.rawValue.utf8.count).drop { $0 == blank }
            return (sign, String(decoding: rest, as: UTF8.self))
        }
        return (.equal, String(decoding: trimmed, as: UTF8.self))
    }
}

/// A comparison with a number.
struct NumberTest: Sendable, Hashable {
    let comparison: Comparison
    let number: Int

    /// Reads `>=50`, `<3`, `=0` or `5`; nil for any other text.
    init?(_ text: String) {
        let (comparison, rest) = Comparison.read(text)
        guard let number = Int(rest) else { return nil }
        self.comparison = comparison
        self.number = number
    }

    func holds(for value: Int) -> Bool { comparison.holds(value, number) }

    var words: String { "\(comparison.rawValue) \(number)" }
}
