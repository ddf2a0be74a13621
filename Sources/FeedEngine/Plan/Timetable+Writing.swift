extension Timetable {
    /// The five fields of each line for crontab(5).
    package var cronTimes: [String] {
        rows.map { row in
            [
                row.minutes.cronText(0...59), row.hours.cronText(0...23), row.days.cronText(1...31, isDay: true),
                row.months.cronText(1...12), row.weekdays.cronText(0...6, isDay: true),
            ].joined(separator: " ")
        }
    }

    /// The values of `OnCalendar=` (systemd.time(7)).
    package var calendarTimes: [String] {
        let zone = zoneName.map { " \($0)" } ?? ""
        return rows.flatMap { row in
            let time = "\(row.hours.calendarText(0...23)):\(row.minutes.calendarText(0...59)):00"
            let months = row.months.calendarText(1...12)
            let days = row.days.calendarText(1...31)
            let weekdays = row.weekdays.weekdayText
            // crontab(5): if neither day field is `*`, a day must match one of them. systemd wants both.
            let isEither = !row.days.isStar && !row.weekdays.isStar
            let dates =
                isEither
                ? ["*-\(months)-\(days)", "\(weekdays)*-\(months)-*"] : ["\(weekdays)*-\(months)-\(days)"]
            return dates.map { "\($0) \(time)\(zone)" }
        }
    }
}

extension FieldSet {
    private func numbers(in range: ClosedRange<Int>) -> [Int] { range.filter(contains) }

    /// The distance of the numbers, if `*/distance` means exactly them.
    private func step(in range: ClosedRange<Int>) -> Int? {
        let numbers = numbers(in: range)
        guard numbers.count > 1, numbers[0] == range.lowerBound else { return nil }
        let step = numbers[1] - numbers[0]
        return Array(stride(from: range.lowerBound, through: range.upperBound, by: step)) == numbers ? step : nil
    }

    /// Numbers and ranges: `1-5,7`.
    private func list(in range: ClosedRange<Int>, write: (Int) -> String, dash: String) -> String {
        var parts: [String] = []
        var left = numbers(in: range)[...]
        while let first = left.first {
            let run = Array(zip(left, first...).prefix { $0 == $1 }.map(\.0))
            left = left.dropFirst(run.count)
            parts +=
                run.count > 2 ? ["\(write(run[0]))\(dash)\(write(run[run.count - 1]))"] : run.map(write)
        }
        return parts.joined(separator: ",")
    }

    /// The field of crontab(5). The star of a day field has a meaning of its own there, so it is neither added nor lost.
    fileprivate func cronText(_ range: ClosedRange<Int>, isDay: Bool = false) -> String {
        let mayHaveStar = isDay ? isStar : true
        if mayHaveStar, let step = step(in: range) { return step == 1 ? "*" : "*/\(step)" }
        // `*/2,5` with a rule of its own: cron gets every day, and the run finds out what is due.
        if isDay, isStar { return "*" }
        return list(in: range, write: String.init, dash: "-")
    }

    /// The part of a date or a time of systemd.time(7).
    fileprivate func calendarText(_ range: ClosedRange<Int>) -> String {
        if let step = step(in: range) { return step == 1 ? "*" : "\(range.lowerBound)/\(step)" }
        return list(in: range, write: { $0 < 10 ? "0\($0)" : "\($0)" }, dash: "..")
    }

    /// The weekdays of systemd.time(7), whose weeks begin on Monday, with a space behind them; nothing if it is every
    /// day.
    fileprivate var weekdayText: String {
        guard bits != FieldSet.all(0...6).bits else { return "" }
        let names = ["", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]
        var week = self
        if contains(0) { week.insert(7) }
        return week.list(in: 1...7, write: { names[$0] }, dash: "..") + " "
    }
}
