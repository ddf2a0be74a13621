public import FeedMessages

extension Duration: ConfigValue {
    /// A duration with its unit.
    public static var typeName: LocalizedText { .message("type.duration") }
    /// What is accepted.
    public static var schema: ValueSchema { .duration }
    /// 0 seconds.
    public static var placeholder: Duration { .zero }
    /// Reads whole numbers with units (`ms`, `s`, `m`, `h`, `d`), the largest first: `90s`, `1h30m`; at most 36500d.
    public static func read(_ node: Node, in section: ConfigSection) -> Duration? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        switch DurationText.parse(text) {
        case .success(let duration): return duration
        case .failure(let mistake):
            section.reportMismatch(node, expected: typeName, suggestion: mistake.cure(text))
            return nil
        }
    }
    /// The duration as in a configuration: `1h30m`.
    public var manualText: String { DurationText.write(self) }
}

/// Reads and writes durations as in a configuration.
package enum DurationText {
    package enum Mistake: Error {
        case noUnit, tooLong, other
    }

    private static let units: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]
    /// A hundred years in milliseconds: longer than any setting, and too short to overflow.
    private static let limit: Int64 = 36_500 * 86_400_000

    /// Reads a duration such as `1h30m`, at most 64 bytes.
    package static func parse(_ text: String) -> Result<Duration, Mistake> {
        var rest = Array(text.utf8)[...]
        guard !rest.isEmpty, rest.count <= 64 else { return .failure(.other) }
        var total: Int64 = 0
        var lastUnit: Int64 = .max
        while !rest.isEmpty {
            let digits = rest.prefix { (0x30...0x39).contains($0) }
            rest = rest.dropFirst(digits.count)
            let name = rest.prefix { (0x61...0x7A).contains($0) }
            rest = rest.dropFirst(name.count)
            guard !digits.isEmpty else { return .failure(.other) }
            guard !name.isEmpty else { return .failure(rest.isEmpty ? .noUnit : .other) }
            let word = String(decoding: name, as: UTF8.self)
            guard let unit = units.first(where: { $0.name == word })?.milliseconds, unit < lastUnit else {
                return .failure(.other)
            }
            lastUnit = unit
            guard let number = Int64(String(decoding: digits, as: UTF8.self)), number <= limit / unit else {
                return .failure(.tooLong)
            }
            total += number * unit  // at most five terms of `limit` each: far from overflow
        }
        return total <= limit ? .success(.milliseconds(total)) : .failure(.tooLong)
    }

    static func write(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0, seconds <= limit / 1000 else { return "\(duration)" }
        var rest = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        guard rest > 0 else { return "0s" }
        var text = ""
        for unit in units where rest >= unit.milliseconds {
            text += "\(rest / unit.milliseconds)\(unit.name)"
            rest %= unit.milliseconds
        }
        return text
    }
}

extension DurationText.Mistake {
    func cure(_ text: String) -> LocalizedText? {
        switch self {
        case .noUnit where text.utf8.count <= 12: .message("config.add_unit_of_time", ["number": .text(text)])
        case .tooLong: .message("config.at_most", ["limit": "36500d"])
        case .noUnit, .other: nil
        }
    }
}
