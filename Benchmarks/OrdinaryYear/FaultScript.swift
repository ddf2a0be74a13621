import FeedTesting

/// The random faults of a year, by a seed. Two faults of one source are two weeks apart, so that each line has one
/// cause.
struct FaultScript: Sendable {
    private(set) var faults: [Fault] = []

    init() {}

    init(_ faults: [Fault]) { self.faults = faults }

    init(publishers: [Publisher], year: Range<Int64>, seed: UInt64, fillsDisk: Bool) {
        var random = SplitMix(seed: seed ^ 0xFA17)
        let (day, hour) = (Publisher.day, Publisher.hour)
        let days = Int((year.upperBound - year.lowerBound) / day)
        // Hardly any fault would end before the year does.
        guard days >= 12 else { return }
        func moment(_ range: Range<Int>) -> Int64 {
            year.lowerBound + Int64(Int.random(in: range, using: &random)) * day
                + Int64.random(in: 0..<24, using: &random) * hour
        }
        /// Candidates of times and sources; the first one that fits is used.
        func drawn(_ time: () -> Range<Int64>) -> [(time: Range<Int64>, source: Int)] {
            (0..<100).map { _ in (time(), Int.random(in: publishers.indices, using: &random)) }
        }
        // Faults without an end come first; their source gets no other fault.
        for kind in [Fault.Kind.gone, .gone, .moved, .moved, .dead] {
            let start = moment(days / 6..<days / 2)
            place(kind, in: publishers, year, drawn { start..<(kind == .moved ? year.upperBound : .max) })
        }
        let token = moment(days / 4..<days / 3)
        for source in publishers.indices where publishers[source].options.contains("token") {
            faults.append(Fault(kind: .token, source: source, time: token..<token + 5 * day))
        }
        for month in 0..<days / 30 {
            func inMonth() -> Int64 { moment(month * 30 + 1..<month * 30 + 22) }
            for _ in 0..<6 { place(.slowHour, in: publishers, year, drawn { span(inMonth(), hour) }) }
            for _ in 0..<3 { place(.blip, in: publishers, year, drawn { span(inMonth(), hour / 6) }) }
            for _ in 0..<2 { place(.busy, in: publishers, year, drawn { span(inMonth(), 3 * hour) }) }
            for _ in 0..<2 { place(.brokenDay, in: publishers, year, drawn { span(inMonth(), 30 * hour) }) }
            if month % 2 == 0 {
                place(.page, in: publishers, year, drawn { span(inMonth(), 3 * day) })
                place(.cut, in: publishers, year, drawn { span(inMonth(), 2 * day) })
            }
            if month % 4 == 1 { place(.certificate, in: publishers, year, drawn { span(inMonth(), 4 * day) }) }
            // Faults of the machine and of the receiver, each in its own week.
            func inWeek(_ week: Int, _ at: Int64) -> Int64 {
                year.lowerBound + Int64(month * 30 + week * 7 + 1) * day + at
            }
            if month % 3 == 1 { faults.append(Fault(kind: .night, time: span(inWeek(0, 22 * hour), 9 * hour))) }
            faults.append(Fault(kind: .off, time: span(inWeek(1, 4 * hour), hour)))
            if month == 7 { faults.append(Fault(kind: .off, time: span(inWeek(1, 12 * hour), 5 * day))) }
            if fillsDisk, month % 3 == 2 {
                faults.append(Fault(kind: .disk, time: span(inWeek(2, 18 * hour), 4 * hour)))
            }
            let kind: Fault.Kind = month % 4 == 3 ? .receiverDays : .receiver
            faults.append(Fault(kind: kind, time: span(inWeek(3, 5 * hour), kind == .receiver ? 3 * hour : 48 * hour)))
        }
        faults.sort { $0.time.lowerBound < $1.time.lowerBound }
    }

    private mutating func place(
        _ kind: Fault.Kind, in publishers: [Publisher], _ year: Range<Int64>,
        _ drawn: [(time: Range<Int64>, source: Int)]
    ) {
        for (time, source) in drawn {
            let own = faults.filter { $0.source == source }
            let gap = 14 * Publisher.day
            let isFree = own.allSatisfy {
                $0.time.upperBound < time.lowerBound - gap
                    || time.upperBound < .max - gap && time.upperBound + gap < $0.time.lowerBound
            }
            // Plugins build their addresses themselves, so a redirect is no move for them.
            let isFeed = publishers[source].options.contains("type: feed")
            let lasts = time.upperBound > year.upperBound
            guard isFree, !lasts || isFeed && own.isEmpty, kind != .moved || isFeed else { continue }
            faults.append(Fault(kind: kind, source: source, time: time))
            return
        }
    }
}

private func span(_ start: Int64, _ length: Int64) -> Range<Int64> { start..<start + length }
