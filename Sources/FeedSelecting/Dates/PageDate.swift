public import FeedModel

/// A date as pages write it for people.
public struct PageDate: Sendable, Hashable {
    /// The moment, with its offset if known. A date without a time means the beginning of its day. A date such as "3
    /// hours ago" is rounded down to the minute, the hour or the day.
    public var date: WrittenDate
    /// Whether the date depends on the moment of reading ("3 hours ago", "yesterday", "11/22"). The same text then
    /// means a later moment at the next reading, so the first result must be kept (`Entry.isPublishedRelative`).
    public var isRelative: Bool

    /// Creates a date.
    public init(_ date: WrittenDate, isRelative: Bool) { (self.date, self.isRelative) = (date, isRelative) }
}

/// Reads dates as Japanese and English pages write them, also among other words.
///
/// A day without a year is at most 30 days ahead and 335 days back. If its weekday fits only in the next year or one of
/// the two years before, it is in that year. Lists go back from today and rarely reach back a year without writing it;
/// a day shortly ahead is an announcement. A time alone is today's, or yesterday's if it is still to come. A weekday
/// alone is no date: it can mean the next day or the last one.
///
/// Ambiguous text is no date: `3/4` without a weekday or a time, versions, telephone numbers, `10:30-11:00`. Nor is,
/// inside other text, a date in a phrase (`the day before yesterday's game`) or at the end of a period (`12月5日まで`).
public struct PageDateReading: Sendable, Hashable {
    /// The moment at which the page was read.
    public var now: Timestamp
    /// The zone of dates without an offset; UTC if unknown.
    public var zone: Zone

    /// Creates the reader.
    public init(now: Timestamp, zone: Zone = .utc) { (self.now, self.zone) = (now, zone) }

    /// Returns the date in a text that is meant to be one, such as that of a selected element; or nil. If it has no
    /// form of pages, it is read like a date of a list (`DateReading`): other languages and calendars, seconds since
    /// 1970.
    public func date(_ text: String) -> PageDate? {
        if let found = PageDateFinder(text, self, isChosen: true).best() { return found }
        return DateReading(zone: zone).date(text).map { PageDate($0, isRelative: false) }
    }

    /// Returns the date in a text about something else, such as that of a whole entry; or nil. It prefers a date that
    /// the text calls the date of publication, then the first one with no other meaning. A date in the future counts
    /// only if there is no other.
    public func date(among text: String) -> PageDate? { PageDateFinder(text, self, isChosen: false).best() }
}
