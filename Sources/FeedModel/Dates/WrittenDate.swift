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
