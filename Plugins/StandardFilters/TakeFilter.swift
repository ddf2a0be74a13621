public import FeedConfiguration
import FeedMessages
import FeedModel
public import FeedStages

/// Takes the first entries, in the order of earlier filters or else the newest first. The others are passed over, and
/// compete again for a while.
public struct TakeFilter: Filter {
    /// The value of `type` in the configuration: `take`.
    public static let type = "take"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.take")

    private let configuration: Configuration

    /// False: it only counts entries.
    public var readsBodies: Bool { false }

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) { self.configuration = configuration }

    /// Takes kept entries up to the limits, and sets the verdict of the others.
    public func apply(to batch: inout Batch, _ context: some FilterContext) {
        let refusals = Refusals(configuration)
        var taken = 0
        var takenOf: [String: Int] = [:]
        let ofDay = configuration.perDay.map { max(0, $0 - context.keptToday) }
        let kept = batch.candidates.indices.filter { batch.candidates[$0].verdict == .keep }
        func isTold(_ index: Int) -> Bool { batch.candidates[index].story?.role.isLater ?? false }
        // An entry whose story was delivered before takes no place from news.
        for index in kept.filter({ !isTold($0) }) + kept.filter(isTold) {
            let source = batch.candidates[index].source
            let ofSource = takenOf[source, default: 0]
            guard let refusal = refusal(taken: taken, ofDay: ofDay, ofSource: ofSource, refusals) else {
                taken += 1
                takenOf[source] = ofSource + 1
                continue
            }
            // With a day's limit of 0 left, no entry has competed.
            batch.candidates[index].verdict = verdict(
                since: context.firstHeld(batch.candidates[index]), now: context.now, refusal, hadRoom: ofDay != 0)
        }
    }

    private func refusal(taken: Int, ofDay: Int?, ofSource: Int, _ refusals: Refusals) -> Refusal? {
        if let limit = configuration.entries, taken >= limit { return refusals.ofAll }
        if let ofDay, taken >= ofDay { return refusals.ofDay }
        if let limit = configuration.perSource, ofSource >= limit { return refusals.ofSource }
        return nil
    }

    /// The verdict on an entry that was passed over. It competes at least once more, however late the next delivery is.
    private func verdict(since first: Timestamp?, now: Timestamp, _ refusal: Refusal, hadRoom: Bool) -> Verdict {
        guard configuration.rest != .drop else { return .drop(because: refusal.reason, as: .surplus) }
        let end = (first ?? now) + configuration.atMost
        if first != nil, hadRoom, end <= now { return .drop(because: refusal.lastReason, as: .expired) }
        return .hold(until: end > now ? end : nil, because: refusal.reason, as: .later)
    }

    /// Why an entry was passed over, and why it is for the last time. Entries of one limit share them: there may be 100,000.
    private struct Refusal {
        let reason: LocalizedText
        let lastReason: LocalizedText

        init(_ reason: LocalizedText, after span: Duration) {
            self.reason = reason
            lastReason = .message(
                "verdict.passed_over", ["span": .duration(span), "reason": .message(reason)])
        }
    }

    private struct Refusals {
        let ofAll, ofDay, ofSource: Refusal

        init(_ limits: Configuration) {
            func limit(_ number: Int?) -> [String: MessageArgument] { ["limit": .number(number ?? 0)] }
            ofAll = Refusal(.message("verdict.beyond", limit(limits.entries)), after: limits.atMost)
            ofDay = Refusal(.message("verdict.beyond_of_day", limit(limits.perDay)), after: limits.atMost)
            ofSource = Refusal(.message("verdict.beyond_of_source", limit(limits.perSource)), after: limits.atMost)
        }
    }

    /// The options of `take`: a number, or `entries`, `per_source`, `per_day`, `rest` and `at_most`.
    public struct Configuration: StageConfiguration {
        let entries: Int?
        let perSource: Int?
        let perDay: Int?
        let rest: Rest
        let atMost: Duration

        private static let range = 1...100_000
        private static let usual = Duration.seconds(2 * 86_400)
        private static let longest = Duration.seconds(400 * 86_400)

        /// Reads the options, of which one limit must be given. Mistakes are reported to the section.
        public init(from section: ConfigSection) {
            guard section.node.scalar == nil else {
                (entries, perSource, perDay) = (Self.number(of: section), nil, nil)
                (rest, atMost) = (.wait, Self.usual)
                return
            }
            entries = section.option(
                "entries", in: Self.range,
                help: .message("option.take.entries"))
            perSource = section.option("per_source", in: Self.range, help: .message("option.take.per_source"))
            perDay = section.option(
                "per_day", in: Self.range,
                help: .message("option.take.per_day"))
            rest = section.option(
                "rest", default: .wait,
                help: .message("option.take.rest"))
            atMost = section.option(
                "at_most", default: Self.usual, in: .seconds(1)...Self.longest,
                help: .message("option.take.at_most"))
            let limits = ["entries", "per_source", "per_day"]
            if !limits.contains(where: section.isGiven), section.node.map != nil {
                section.report(.message("filter.limit_missing", ["path": .text(section.path)]))
            }
            if rest == .drop, let node = section.node["at_most"] {
                section.report(
                    .message("filter.nothing_competes", ["path": .text(section.path)]), at: node.place,
                    suggestion: .message("filter.nothing_competes.cure"))
            }
        }

        /// Reads `take: 50`; nil after a report.
        private static func number(of section: ConfigSection) -> Int? {
            let errors = section.diagnostics.errorCount
            let number = section.value(as: Int.self, help: .message("option.take"))
            guard section.diagnostics.errorCount == errors else { return nil }
            guard range.contains(number) else {
                section.report(
                    .message(
                        "plugin.out_of_range",
                        [
                            "path": .text(section.path), "found": .number(number), "least": .number(range.lowerBound),
                            "most": .number(range.upperBound),
                        ]),
                    at: section.node.place)
                return nil
            }
            return number
        }
    }

    /// The verdict on the entries that are not taken.
    enum Rest: String, ConfigChoice {
        case wait, drop, later
    }
}
