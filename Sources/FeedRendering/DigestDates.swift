public import FeedModel

/// Formats moments for a digest, in its zone.
public struct DigestDates: Sendable {
    private let zone: Zone

    /// Makes a formatter for dates in `zone`.
    public init(zone: Zone) { self.zone = zone }

    /// Returns a date for programs, such as `2026-11-20T07:00:00+09:00`.
    public func rfc3339(_ moment: Timestamp) -> String {
        moment.rfc3339(offset: zone.offset(at: moment))
    }

    /// Returns a date in the language of `words`, for the head of a digest: `Friday, 20 November 2026, 07:00`.
    public func heading(_ moment: Timestamp, words: DigestWords) -> String {
        words.date(CivilTime(moment, offset: zone.offset(at: moment)))
    }

    /// Returns a date for people who read the edition of `edition`: `21:14` on its day, else `11/19(木) 21:14`.
    public func brief(_ moment: Timestamp, edition: Timestamp, words: DigestWords) -> String {
        words.date(local(moment), edition: local(edition))
    }

    /// Returns a day without its year: `11/19`, `19 Nov`.
    func day(_ moment: Timestamp, words: DigestWords) -> String { words.day(local(moment)) }

    /// Returns a day for a line that has little space: `11/20（金）`, `Fri 20 Nov`.
    public func shortDay(_ moment: Timestamp, words: DigestWords) -> String { words.shortDay(local(moment)) }

    /// Returns when the next edition comes: `次は明日 7:00。`
    public func next(_ moment: Timestamp, edition: Timestamp, words: DigestWords) -> String {
        words.next(local(moment), edition: local(edition))
    }

    /// Returns the title of the best entries of a time: `朝刊：11/10〜11/24 のまとめ`. `title` is that of their pipeline, or
    /// nil for all pipelines.
    public func catchUpTitle(of title: String?, from: Timestamp, to: Timestamp, words: DigestWords) -> String {
        words.catchUpTitle(of: title, from: local(from), to: local(to))
    }

    /// Whether a moment is on a later day than another; false if it is unknown.
    public func isOnLaterDay(_ moment: Timestamp?, than other: Timestamp) -> Bool {
        guard let moment, moment > other else { return false }
        let (later, earlier) = (local(moment), local(other))
        return (later.year, later.month, later.day) != (earlier.year, earlier.month, earlier.day)
    }

    private func local(_ moment: Timestamp) -> CivilTime { CivilTime(moment, offset: zone.offset(at: moment)) }

    /// Returns a date for people, such as `2026/11/20 07:00`.
    public func minute(_ moment: Timestamp) -> String {
        let time = CivilTime(moment, offset: zone.offset(at: moment))
        return "\(padded(time.year, 4))/\(padded(time.month, 2))/\(padded(time.day, 2)) "
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
    }
}
