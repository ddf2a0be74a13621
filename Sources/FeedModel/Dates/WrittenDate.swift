/// A moment with the offset that a source wrote it with.
public struct WrittenDate: Sendable, Hashable {
    /// The moment.
    public var moment: Timestamp
    /// The offset from UTC, or nil if the source does not say.
    public var offset: UTCOffset?

    /// Makes a date.
    public init(_ moment: Timestamp, offset: UTCOffset? = nil) {
        self.moment = moment
        self.offset = offset
    }
}

extension Timestamp {
    /// Returns RFC 3339 text with the offset `clock`, or in UTC if `clock` is nil.
    package func rfc3339(by clock: UTCOffset?) -> String {
        // The year at that offset must have four digits, or the text is in UTC.
        guard let clock, Self.range ~= milliseconds + Int64(clock.seconds) * 1000 else { return rfc3339() }
        return rfc3339(offset: clock.seconds)
    }
}

/// An offset from UTC in whole minutes, as a source wrote it.
public struct UTCOffset: Sendable, Hashable {
    /// Minutes east of UTC, -1439...1439.
    public let minutes: Int16

    /// Makes an offset from seconds east of UTC, cut to whole minutes; nil for 24 hours and more.
    public init?(seconds: Int) {
        guard abs(seconds) < 86_400 else { return nil }
        minutes = Int16(seconds / 60)
    }

    /// Seconds east of UTC.
    public var seconds: Int { Int(minutes) * 60 }

    /// RFC 3339's form, such as `+09:00` or `-03:30`; `Z` if the offset is 0.
    public var text: String {
        guard minutes != 0 else { return "Z" }
        let size = Int(abs(minutes))
        return "\(minutes < 0 ? "-" : "+")\(padded(size / 60, 2)):\(padded(size % 60, 2))"
    }
}

extension Entry {
    /// Sets `published` and its offset, or clears both if `date` is nil.
    public mutating func setPublished(_ date: WrittenDate?) {
        (published, publishedOffset) = (date?.moment, date?.offset)
    }

    /// Sets `updated` and its offset, or clears both if `date` is nil.
    public mutating func setUpdated(_ date: WrittenDate?) { (updated, updatedOffset) = (date?.moment, date?.offset) }
}

extension Feed {
    /// Sets `published` and its offset, or clears both if `date` is nil.
    public mutating func setPublished(_ date: WrittenDate?) {
        (published, publishedOffset) = (date?.moment, date?.offset)
    }

    /// Sets `updated` and its offset, or clears both if `date` is nil.
    public mutating func setUpdated(_ date: WrittenDate?) { (updated, updatedOffset) = (date?.moment, date?.offset) }
}
