public import FeedMessages

extension Duration: ConfigValue {
    /// A duration with its unit.
    public static var typeName: LocalizedText { .message("type.duration") }
    /// What is accepted.
    public static var schema: ValueSchema { .duration }
    /// 0 seconds.
    public static var placeholder: Duration { .zero }
    /// Reads whole numbers with units (`ms`, `s`, `m`, `h`, `d`, `w`, or words for them such as `days` and `日`), the
    /// largest first: `90s`, `1h30m`, `7日`; at most 36500d.
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
        case noUnit, tooLong, months, other
    }

    /// The units in the order in which they may follow each other, with every word for them.
    private static let units: [(words: Set<String>, milliseconds: Int64)] = [
        (["w", "week", "weeks", "週", "週間"], 7 * 86_400_000),
        (["d", "day", "days", "日", "日間"], 86_400_000),
        (["h", "hr", "hrs", "hour", "hours", "時間"], 3_600_000),
        (["m", "min", "mins", "minute", "minutes", "分", "分間"], 60_000),
        (["s", "sec", "secs", "second", "seconds", "秒", "秒間"], 1000),
        (["ms", "millisecond", "milliseconds", "ミリ秒"], 1),
    ]
    /// What has no fixed length.
    private static let months: Set<String> = [
        "mo", "month", "months", "か月", "ヶ月", "カ月", "ヵ月", "月", "y", "yr", "year", "years", "年",
    ]
    /// A hundred years in milliseconds: longer than any setting, and too short to overflow.
    private static let limit: Int64 = 36_500 * 86_400_000

    /// Reads a duration such as `1h30m` or `7日`, at most 64 bytes.
    package static func parse(_ text: String) -> Result<Duration, Mistake> {
        guard !text.isEmpty, text.utf8.count <= 64 else { return .failure(.other) }
        var rest = text.unicodeScalars.map(halfWidth)[...]
        var total: Int64 = 0
        var lastUnit: Int64 = .max
        while !rest.isEmpty {
            let digits = rest.prefix { ("0"..."9").contains($0) }
            rest = rest.dropFirst(digits.count)
            // One blank may set a number apart from its unit, and parts from each other.
            if rest.first == " ", !digits.isEmpty { rest = rest.dropFirst() }
            let name = rest.prefix { $0.properties.isAlphabetic }
            rest = rest.dropFirst(name.count)
            if rest.first == " ", rest.count > 1 { rest = rest.dropFirst() }
            guard !digits.isEmpty else { return .failure(.other) }
            guard !name.isEmpty else { return .failure(rest.isEmpty ? .noUnit : .other) }
            let word = string(name)
            guard let unit = units.first(where: { $0.words.contains(word) })?.milliseconds, unit < lastUnit else {
                return .failure(months.contains(word) ? .months : .other)
            }
            lastUnit = unit
            guard let number = Int64(string(digits)), number <= limit / unit else { return .failure(.tooLong) }
            total += number * unit  // at most six terms of `limit` each: far from overflow
        }
        return total <= limit ? .success(.milliseconds(total)) : .failure(.tooLong)
    }

    /// Returns the length of a unit by any word for it; nil for a word that is none.
    static func unit(named word: String) -> Duration? {
        units.first { $0.words.contains(word) }.map { .milliseconds($0.milliseconds) }
    }

    /// Returns a full-width digit or blank as the one of ASCII, and anything else unchanged.
    private static func halfWidth(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.value {
        case 0xFF10...0xFF19: Unicode.Scalar(UInt8(scalar.value - 0xFF10 + 0x30))
        case 0x3000: " "
        default: scalar
        }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }

    private static let written: [(name: String, milliseconds: Int64)] = [
        ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1),
    ]

    static func write(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        guard seconds >= 0, attoseconds >= 0, seconds <= limit / 1000 else { return "\(duration)" }
        var rest = seconds * 1000 + attoseconds / 1_000_000_000_000_000
        guard rest > 0 else { return "0s" }
        var text = ""
        for unit in written where rest >= unit.milliseconds {
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
        case .months: .message("config.months_in_days")
        case .noUnit, .other: nil
        }
    }
}
