package import FeedModel

/// A five-field cron expression (crontab(5)): minute, hour, day of month, month, day of week.
///
/// If clocks go forward over a scheduled time, it happens at the moment of the change. If clocks go back and a time
/// comes twice, only the first counts. An expression with every hour (`*/15 * * * *`) follows real time instead.
package struct Schedule: Sendable, Hashable {
    /// The expression as written.
    package let expression: String

    let minutes: FieldSet
    let hours: FieldSet
    let days: FieldSet
    let months: FieldSet
    let weekdays: FieldSet

    /// How many days a search covers: over eight years, because February 29 may be that far away.
    private static let reach = 2925

    /// Returns the latest scheduled moment that is not after `moment`; nil if there is none within eight years.
    package func last(notAfter moment: Timestamp, in zone: Zone) -> Timestamp? {
        search(from: moment, step: -1, in: zone) { moments in
            moments.last { $0 <= moment }
        } choosing: {
            max($0, $1)
        }
    }

    /// Returns the earliest scheduled moment after `moment`; nil if there is none within eight years.
    package func next(after moment: Timestamp, in zone: Zone) -> Timestamp? {
        search(from: moment, step: 1, in: zone) { moments in
            moments.first { $0 > moment }
        } choosing: {
            min($0, $1)
        }
    }

    /// Searches day by day. Days may overlap if clocks change at midnight, so the day after the first match is
    /// searched, too.
    private func search(
        from moment: Timestamp, step: Int64, in zone: Zone, match: ([Timestamp]) -> Timestamp?,
        choosing better: (Timestamp, Timestamp) -> Timestamp
    ) -> Timestamp? {
        let today = zone.localTime(at: moment)
        let first = CivilTime.daysSinceEpoch(year: today.year, month: today.month, day: today.day)
        var found: Timestamp?
        for distance in Int64(-1)...Int64(Self.reach) {
            let noon = Timestamp(seconds: (first + distance * step) * 86_400 + 43_200)
            let date = CivilTime(noon)
            let candidate = has(date) ? match(moments(on: date, in: zone)) : nil
            if let found { return candidate.map { better(found, $0) } ?? found }
            found = candidate
        }
        return found
    }

    /// The longest time between two successive moments, computed from 2027-01-01 in UTC over two years or over 30 days
    /// with moments, whichever ends first; nil if that gives fewer than two moments.
    package var longestPause: Duration? {
        var longest: Duration?
        var last: Timestamp?
        var daysWithMoments = 0
        for day in Int64(0)..<Self.shownDays where daysWithMoments < 30 {
            let date = CivilTime(Timestamp(seconds: (Self.firstShownDay + day) * 86_400))
            guard has(date) else { continue }
            daysWithMoments += 1
            for moment in moments(on: date, in: .utc) {
                if let last { longest = max(longest ?? .zero, moment - last) }
                last = moment
            }
        }
        return longest
    }

    /// 2027-01-01, in days since 1970: more than a year before the next leap day.
    private static let firstShownDay: Int64 = 20_819
    private static let shownDays: Int64 = 731

    /// crontab(5): if neither day field is `*`, a day must match one of them; otherwise it must match both.
    private func has(_ date: CivilTime) -> Bool {
        guard months.contains(date.month) else { return false }
        let fitsDay = days.contains(date.day)
        let fitsWeekday = weekdays.contains(date.weekday)
        return days.isStar || weekdays.isStar ? fitsDay && fitsWeekday : fitsDay || fitsWeekday
    }

    /// The scheduled moments of a day, in order.
    private func moments(on date: CivilTime, in zone: Zone) -> [Timestamp] {
        guard let midnight = date.atMidnight.timestamp() else { return [] }
        let offset = zone.offset(at: midnight - .seconds(86_400))
        let isSteady = [0, 86_400, 172_800].allSatisfy { zone.offset(at: midnight + .seconds($0)) == offset }
        var moments: [Timestamp] = []
        for hour in 0...23 where hours.contains(hour) {
            for minute in 0...59 where minutes.contains(minute) {
                if isSteady {
                    moments.append(midnight + .seconds((hour * 60 + minute) * 60 - offset))
                } else {
                    var time = date.atMidnight
                    (time.hour, time.minute) = (hour, minute)
                    moments += self.moments(of: time, in: zone)
                }
            }
        }
        return isSteady ? moments : moments.sorted()
    }

    private func moments(of time: CivilTime, in zone: Zone) -> [Timestamp] {
        let moments = zone.timestamps(of: time)
        if hours.isStar { return moments }
        return moments.isEmpty ? [Self.endOfGap(around: time, in: zone)].compactMap { $0 } : Array(moments.prefix(1))
    }

    /// Returns the moment at which clocks jumped over `time`, by binary search.
    private static func endOfGap(around time: CivilTime, in zone: Zone) -> Timestamp? {
        guard let asUTC = time.timestamp() else { return nil }
        var (before, after) = (asUTC.seconds - 86_400, asUTC.seconds + 86_400)
        let offset = zone.offset(at: Timestamp(seconds: before))
        while after - before > 1 {
            let middle = before + (after - before) / 2
            if zone.offset(at: Timestamp(seconds: middle)) == offset { before = middle } else { after = middle }
        }
        return Timestamp(seconds: after)
    }
}

extension CivilTime {
    fileprivate var atMidnight: CivilTime { CivilTime(year: year, month: month, day: day) }
}

/// The numbers that a field of a schedule contains, each below 64.
struct FieldSet: Sendable, Hashable {
    var bits: UInt64 = 0
    /// Whether the field is written with `*`, which matters for hours and for the rule about days.
    var isStar = false

    func contains(_ number: Int) -> Bool { (0..<64).contains(number) && bits >> UInt64(number) & 1 == 1 }
    mutating func insert(_ number: Int) { bits |= 1 << UInt64(number) }
}
