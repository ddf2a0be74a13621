package import FeedModel

/// When a configuration must be run: every moment at which one of its pipelines is scheduled, in as few lines as
/// possible.
package struct Timetable: Sendable, Hashable {
    /// A line: the minutes and hours of certain days.
    struct Row: Sendable, Hashable {
        var minutes: FieldSet
        var hours: FieldSet
        var days: FieldSet
        var months: FieldSet
        var weekdays: FieldSet
    }

    private(set) var rows: [Row]
    /// The zone of `rows`; nil: the machine's own.
    let zoneName: String?

    /// The minutes between two runs of a pipeline that has no schedule and delivers in each run.
    private static let step = 15

    /// Whether there are hours without a run.
    package var hasPauses: Bool { !rows.contains(where: \.coversEachHour) }

    /// Makes the timetable of a plan in the plan's zone.
    ///
    /// - Parameter minutes: sources are to be asked so often, too; a divisor of 60.
    package init(of plan: Plan, every minutes: Int? = nil) {
        zoneName = plan.settings.isZoneConfigured ? plan.settings.zone.name : nil
        rows = Self.merged(
            plan.pipelines.map { pipeline in
                guard let schedule = pipeline.schedule else { return Self.steady(every: Self.step) }
                return Row(
                    minutes: schedule.minutes, hours: schedule.hours, days: schedule.days, months: schedule.months,
                    weekdays: schedule.weekdays)
            } + (minutes.map { [Self.steady(every: $0)] } ?? []))
    }

    private init(_ rows: [Row]) {
        self.rows = Self.merged(rows)
        zoneName = nil
    }

    /// Returns the same moments by the clock of a machine in another zone. If a line crosses midnight, it covers every
    /// day: a run at which nothing is due delivers nothing.
    package func byClock(of machine: Zone, from zone: Zone, at now: Timestamp) -> Timetable {
        // A year has each difference that clock changes make.
        let differences = Set(
            (Int64(0)...366).map { day in
                let moment = now + .seconds(day * 86_400)
                return Int((machine.offset(at: moment) - zone.offset(at: moment)) / 60)
            })
        guard differences != [0] else { return Timetable(rows) }
        return Timetable(rows.flatMap { row in differences.sorted().flatMap { row.shifted(by: $0) } })
    }

    private static func steady(every step: Int) -> Row {
        var row = Row(
            minutes: FieldSet(), hours: .all(0...23), days: .all(1...31), months: .all(1...12), weekdays: .all(0...6))
        for minute in stride(from: 0, to: 60, by: step) { row.minutes.insert(minute) }
        return row
    }

    /// Joins lines that differ only in their hours, or only in their minutes, and leaves out those that another covers.
    private static func merged(_ rows: [Row]) -> [Row] {
        var merged: [Row] = []
        for row in rows.isEmpty ? [steady(every: step)] : rows {
            var row = row
            while let index = merged.firstIndex(where: { row.isMergeable(with: $0) }) {
                let other = merged.remove(at: index)
                row.minutes.bits |= other.minutes.bits
                row.hours.bits |= other.hours.bits
            }
            if !merged.contains(where: { $0.covers(row) }) {
                merged.removeAll { row.covers($0) }
                merged.append(row)
            }
        }
        return merged
    }
}

extension Timetable.Row {
    private var hasAllDays: Bool { days.isStar && weekdays.isStar && days == .all(1...31) && weekdays == .all(0...6) }

    fileprivate var coversEachHour: Bool {
        hasAllDays && months == .all(1...12) && hours.bits == FieldSet.all(0...23).bits
    }

    fileprivate func covers(_ other: Self) -> Bool {
        let coversDays =
            hasAllDays && months.bits & other.months.bits == other.months.bits
            || days == other.days && months == other.months && weekdays == other.weekdays
        return coversDays && minutes.bits & other.minutes.bits == other.minutes.bits
            && hours.bits & other.hours.bits == other.hours.bits
    }

    fileprivate func isMergeable(with other: Self) -> Bool {
        days == other.days && months == other.months && weekdays == other.weekdays
            && (minutes.bits == other.minutes.bits || hours.bits == other.hours.bits)
    }

    /// The lines by a clock that is `difference` minutes ahead: one for each minute.
    fileprivate func shifted(by difference: Int) -> [Self] {
        var hoursOfMinute: [Int: FieldSet] = [:]
        var crosses = false
        for hour in 0...23 where hours.contains(hour) {
            for minute in 0...59 where minutes.contains(minute) {
                let moment = hour * 60 + minute + difference
                let wrapped = (moment % 1440 + 1440) % 1440
                crosses = crosses || moment != wrapped
                hoursOfMinute[wrapped % 60, default: FieldSet()].insert(wrapped / 60)
            }
        }
        return hoursOfMinute.sorted { $0.key < $1.key }.map { minute, hours in
            var row = self
            row.minutes = FieldSet()
            row.minutes.insert(minute)
            row.hours = hours
            if crosses { (row.days, row.months, row.weekdays) = (.all(1...31), .all(1...12), .all(0...6)) }
            return row
        }
    }
}

extension FieldSet {
    /// Every number of a field, written `*`.
    static func all(_ range: ClosedRange<Int>) -> FieldSet {
        var set = FieldSet(isStar: true)
        for number in range { set.insert(number) }
        return set
    }
}
