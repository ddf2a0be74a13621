public import FeedModel

/// A date as people read it on a page.
public struct PageDate: Sendable, Hashable {
    /// The moment, and the offset that is known of it. A date without a time is the beginning of its day; what was
    /// counted backwards is rounded down to the unit that it was counted in, and to days from there on.
    public var date: WrittenDate
    /// Whether it was counted from the moment of reading ("3 hours ago", "yesterday", "11/22"): the same words name
    /// another moment later, so that what was read first must be kept (`Entry.isPublishedRelative`).
    public var isRelative: Bool

    /// Makes a date.
    public init(_ date: WrittenDate, isRelative: Bool) { (self.date, self.isRelative) = (date, isRelative) }
}

/// Reads dates as pages in Japanese and English write them, also among other words.
///
/// A day without a year is the one from a month ahead to eleven months back, or that of the next year or of two before, if
/// only there its weekday is as written: lists go back from today, and a list seldom reaches as far as a year without writing
/// it, while what is a few days ahead is an announcement. A time alone is today's, or yesterday's if that is still to come.
/// A weekday alone is none: it names the next one as often as the last one.
///
/// What could be something else is no date: `3/4` without a weekday or a time, versions, telephone numbers, `10:30-11:00`,
/// and, among other words, what belongs to them (`the day before yesterday's game`) and the end of a period (`12月5日まで`).
public struct PageDateReading: Sendable, Hashable {
    /// When the page was read.
    public var now: Timestamp
    /// By which clock dates are meant that do not say; UTC if nobody knows.
    public var zone: Zone

    /// Makes a reading.
    public init(now: Timestamp, zone: Zone = .utc) { (self.now, self.zone) = (now, zone) }

    /// The date in a text that is there for it, such as that of an element that somebody chose; or nil. What is no form of
    /// pages is read as lists have it (`DateReading`): other languages and calendars, seconds since 1970.
    public func date(_ text: String) -> PageDate? {
        if let found = PageDateFinder(text, self, isChosen: true).best() { return found }
        return DateReading(zone: zone).date(text).map { PageDate($0, isRelative: false) }
    }

    /// The date in a text that is about other things, such as that of a whole entry; or nil. Of several it is the one that
    /// is called the date of publication, else the first one that is not called another's; one that is still to come only
    /// where there is no other.
    public func date(among text: String) -> PageDate? { PageDateFinder(text, self, isChosen: false).best() }
}
