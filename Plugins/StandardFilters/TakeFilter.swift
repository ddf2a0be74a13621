public import FeedConfiguration
import FeedModel
public import FeedStages

/// Takes the first entries, in the order that earlier filters gave them (without any: the newest first), and passes over
/// the rest, which competes again for a while.
public struct TakeFilter: Filter {
    /// `take`.
    public static let type = "take"
    /// What it does.
    public static let summary = "takes the first entries, the newest without a `sort`; the rest competes again"

    private let configuration: Configuration

    /// No.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Counts through the entries that are still kept.
    public func apply(to batch: inout Batch, _ context: some FilterContext) {
        var taken = 0
        var takenOf: [String: Int] = [:]
        let ofDay = configuration.perDay.map { max(0, $0 - context.keptToday) }
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            let source = batch.candidates[index].source
            let ofSource = takenOf[source, default: 0]
            guard let reason = refusal(taken: taken, ofDay: ofDay, ofSource: ofSource) else {
                taken += 1
                takenOf[source] = ofSource + 1
                continue
            }
            // Where nothing could be taken, nothing has competed.
            batch.candidates[index].verdict = verdict(
                since: context.firstHeld(batch.candidates[index]), now: context.now, reason, hadRoom: ofDay != 0)
        }
    }

    private func refusal(taken: Int, ofDay: Int?, ofSource: Int) -> String? {
        if let limit = configuration.entries, taken >= limit { return "beyond the first \(limit)" }
        if let ofDay, let limit = configuration.perDay, taken >= ofDay { return "beyond the first \(limit) of its day" }
        if let limit = configuration.perSource, ofSource >= limit { return "beyond the first \(limit) of its source" }
        return nil
    }

    /// What is passed over competes at least once more, however late the next delivery comes.
    private func verdict(since first: Timestamp?, now: Timestamp, _ reason: String, hadRoom: Bool) -> Verdict {
        guard configuration.rest != .drop else { return .drop(because: reason, as: .surplus) }
        let end = (first ?? now) + configuration.atMost
        if first != nil, hadRoom, end <= now {
            return .drop(because: "passed over for \(configuration.atMost.manualText): \(reason)", as: .expired)
        }
        return .hold(until: end > now ? end : nil, because: reason, as: .later)
    }

    /// A number, or `entries`, `per_source`, `per_day`, `rest`, `at_most`.
    public struct Configuration: StageConfiguration {
        let entries: Int?
        let perSource: Int?
        let perDay: Int?
        let rest: Rest
        let atMost: Duration

        private static let range = 1...100_000
        private static let usual = Duration.seconds(2 * 86_400)
        private static let longest = Duration.seconds(400 * 86_400)

        /// Reads the options; one of the limits must be given.
        public init(from section: ConfigSection) {
            guard section.node.scalar == nil else {
                (entries, perSource, perDay) = (Self.number(of: section), nil, nil)
                (rest, atMost) = (.wait, Self.usual)
                return
            }
            entries = section.option(
                "entries", in: Self.range,
                help: "entries of a delivery, which is each run of cron for a pipeline without `schedule`; "
                    + "`take: 50` is short for it")
            perSource = section.option("per_source", in: Self.range, help: "entries of one source in a delivery")
            perDay = section.option(
                "per_day", in: Self.range,
                help: "entries of a day by `settings.timezone`, in however many deliveries: what a pipeline without "
                    + "`schedule` needs")
            rest = section.option(
                "rest", default: .wait,
                help: "what becomes of the others: they compete again at each delivery, or go at once; "
                    + "`later` is the old word for `wait`")
            atMost = section.option(
                "at_most", default: Self.usual, in: .seconds(1)...Self.longest,
                help: "how long the others compete since they were first passed over, and once more at least; "
                    + "then they are dropped")
            let limits = ["entries", "per_source", "per_day"]
            if !limits.contains(where: section.isGiven), section.node.map != nil {
                section.report("\(section.path): `entries`, `per_source` or `per_day` must be given")
            }
            if rest == .drop, let node = section.node["at_most"] {
                section.report(
                    "\(section.path).at_most: with `rest: drop` nothing competes again", at: node.place,
                    suggestion: "remove `at_most`, or write `rest: wait`")
            }
        }

        /// `take: 50`.
        private static func number(of section: ConfigSection) -> Int? {
            let errors = section.diagnostics.errorCount
            let number = section.value(as: Int.self, help: "entries of a delivery")
            guard section.diagnostics.errorCount == errors else { return nil }
            guard range.contains(number) else {
                section.report(
                    "\(section.path): \(number) is outside \(range.lowerBound)…\(range.upperBound)",
                    at: section.node.place)
                return nil
            }
            return number
        }
    }

    /// What becomes of the entries that are not taken.
    enum Rest: String, ConfigChoice {
        case wait, drop, later
    }
}
