package import FeedModel

/// Formats moments for a digest, in its zone.
package struct DigestDates: Sendable {
    private let zone: Zone

    /// Makes a formatter for dates in `zone`.
    package init(zone: Zone) { self.zone = zone }

    /// Returns a date for programs, such as `2026-11-20T07:00:00+09:00`.
    package func rfc3339(_ moment: Timestamp) -> String {
        moment.rfc3339(offset: zone.offset(at: moment))
    }

    /// Returns a date in the language of `words`, for the head of a digest: `Friday, 20 November 2026, 07:00`.
    package func heading(_ moment: Timestamp, words: DigestWords) -> String {
        words.date(CivilTime(moment, offset: zone.offset(at: moment)))
    }

    /// Returns a date for people, such as `2026/11/20 07:00`.
    package func minute(_ moment: Timestamp) -> String {
        let time = CivilTime(moment, offset: zone.offset(at: moment))
        return "\(padded(time.year, 4))/\(padded(time.month, 2))/\(padded(time.day, 2)) "
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
    }
}
