import FeedModel

/// A comparison of a date with a day in the configured zone, or with a time.
struct DateTest: Sendable, Hashable {
    private enum Wanted: Sendable, Hashable {
        case day(CivilTime)
        case moment(Timestamp)
    }

    private let comparison: Comparison
    private let wanted: Wanted
    let words: String

    /// Reads `>2026-11-01`, `2026-11-01` or `<=2026-11-01T07:00:00+09:00`; nil for any other text.
    init?(_ text: String) {
        let (comparison, rest) = Comparison.read(text)
        if let day = Timestamp(rfc3339: rest + "T00:00:00Z") {
            wanted = .day(CivilTime(day))
        } else if let moment = Timestamp(rfc3339: rest) {
            wanted = .moment(moment)
        } else {
            return nil
        }
        self.comparison = comparison
        words = "\(comparison.rawValue) \(rest)"
    }

    /// Compares a time. A day is compared with the local day of `moment` in `zone`.
    func holds(for moment: Timestamp, in zone: Zone) -> Bool {
        switch wanted {
        case .moment(let wanted): return comparison.holds(moment, wanted)
        case .day(let day):
            let local = zone.localTime(at: moment)
            return comparison.holds(
                CivilTime.daysSinceEpoch(year: local.year, month: local.month, day: local.day),
                CivilTime.daysSinceEpoch(year: day.year, month: day.month, day: day.day))
        }
    }
}
