package import FeedModel

/// Moments as a digest writes them, in its zone.
package struct DigestDates: Sendable {
    private let zone: Zone

    /// Dates in `zone`.
    package init(zone: Zone) { self.zone = zone }

    /// `2026-11-20T07:00:00+09:00`, for programs.
    package func rfc3339(_ moment: Timestamp) -> String {
        moment.rfc3339(offset: zone.offset(at: moment))
    }

    /// `Friday, 20 November 2026, 07:00` in the language of `words`, for the head of a digest.
    package func heading(_ moment: Timestamp, words: DigestWords) -> String {
        words.date(CivilTime(moment, offset: zone.offset(at: moment)))
    }

    /// `2026/11/20 07:00`, for people.
    package func minute(_ moment: Timestamp) -> String {
        let time = CivilTime(moment, offset: zone.offset(at: moment))
        return "\(padded(time.year, 4))/\(padded(time.month, 2))/\(padded(time.day, 2)) "
            + "\(padded(time.hour, 2)):\(padded(time.minute, 2))"
    }
}
