/// A moment as a source wrote it.
public struct WrittenDate: Sendable, Hashable {
    /// The moment.
    public var moment: Timestamp
    /// How far the clock that it was written by was from UTC, or nil if the source does not say.
    public var offset: UTCOffset?

    /// Makes a date.
    public init(_ moment: Timestamp, offset: UTCOffset? = nil) {
        self.moment = moment
        self.offset = offset
    }
}

extension Timestamp {
    /// RFC 3339 text by the clock that the date was written by, or in UTC if nobody knows it.
    package func rfc3339(by clock: UTCOffset?) -> String {
        // What that clock showed must be a year of four figures.
        guard let clock, Self.range ~= milliseconds + Int64(clock.seconds) * 1000 else { return rfc3339() }
        return rfc3339(offset: clock.seconds)
    }
}

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

extension Entry {
    /// Takes a date with its offset as when it was published.
    public mutating func setPublished(_ date: WrittenDate?) {
        (published, publishedOffset) = (date?.moment, date?.offset)
    }

    /// Takes a date with its offset as when it was last changed.
    public mutating func setUpdated(_ date: WrittenDate?) { (updated, updatedOffset) = (date?.moment, date?.offset) }
}

extension Feed {
    /// Takes a date with its offset as when it was published.
    public mutating func setPublished(_ date: WrittenDate?) {
        (published, publishedOffset) = (date?.moment, date?.offset)
    }

    /// Takes a date with its offset as when it was last changed.
    public mutating func setUpdated(_ date: WrittenDate?) { (updated, updatedOffset) = (date?.moment, date?.offset) }
}
