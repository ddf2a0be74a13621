public import FeedJSON
public import FeedModel

/// The rules for the dates of a list.
public struct DateReading: Sendable, Hashable {
    /// The format of the dates; nil for all formats known from feeds, and for seconds or milliseconds since 1970.
    public var pattern: DatePattern?
    /// The zone of dates without an offset; UTC if unknown.
    public var zone: Zone

    /// Creates the rules.
    public init(pattern: DatePattern? = nil, zone: Zone = .utc) { (self.pattern, self.zone) = (pattern, zone) }

    /// Returns the date of a value, or nil. Without a pattern, a zero gives nil: services write it for "never".
    public func date(_ value: JSONValue) -> WrittenDate? {
        switch value {
        case .number(let digits):
            if let pattern { return pattern.date(digits, in: zone) }
            return Self.moment(sinceEpoch: digits).map { WrittenDate($0) }
        case .string(let text): return date(text)
        case .null, .bool, .array, .object: return nil
        }
    }

    /// Returns the date of a text, or nil. A date without a time means the beginning of its day.
    public func date(_ text: String) -> WrittenDate? {
        let text = text.trimmedLine
        if let pattern { return pattern.date(text, in: zone) }
        if Self.isCount(text) { return Self.moment(sinceEpoch: text).map { WrittenDate($0) } }
        return FeedDate.read(text).flatMap { zone.given($0) }
    }

    /// Numbers from this one on are milliseconds: as seconds they would be after the year 5138.
    private static let firstMilliseconds = 1e11

    private static func moment(sinceEpoch text: String) -> Timestamp? {
        guard let number = Double(text), number.isFinite, number != 0 else { return nil }
        let milliseconds = abs(number) < firstMilliseconds ? number * 1000 : number
        guard let whole = Int64(exactly: milliseconds.rounded()), Timestamp.range.contains(whole) else { return nil }
        return Timestamp(milliseconds: whole)
    }

    /// Whether a text is a number since 1970, with 9 to 13 digits: shorter numbers can be years or days.
    private static func isCount(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count <= 2 && (9...13).contains(parts[0].count)
            && parts.allSatisfy { !$0.isEmpty && $0.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
