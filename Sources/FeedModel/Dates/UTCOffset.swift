/// How far a clock was from UTC, in whole minutes, as a date was written by it.
public struct UTCOffset: Sendable, Hashable {
    /// East of UTC, within ±23:59.
    public let minutes: Int16

    /// Makes an offset of whole minutes out of seconds east of UTC; nil for a day and more.
    public init?(seconds: Int) {
        guard abs(seconds) < 86_400 else { return nil }
        minutes = Int16(seconds / 60)
    }

    /// Seconds east of UTC.
    public var seconds: Int { Int(minutes) * 60 }

    /// RFC 3339's form: `+09:00`, `-03:30`, and `Z` for none.
    public var text: String {
        guard minutes != 0 else { return "Z" }
        let size = Int(abs(minutes))
        return "\(minutes < 0 ? "-" : "+")\(padded(size / 60, 2)):\(padded(size % 60, 2))"
    }
}
