public import FeedConfiguration
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
        var taken = 0
        var takenOf: [String: Int] = [:]
        let ofDay = configuration.perDay.map { max(0, $0 - context.keptToday) }
        let kept = batch.candidates.indices.filter { batch.candidates[$0].verdict == .keep }
        func isTold(_ index: Int) -> Bool { batch.candidates[index].story?.role.isLater ?? false }
        // An entry whose story was delivered before takes no place from news.
        for index in kept.filter({ !isTold($0) }) + kept.filter(isTold) {
            let source = batch.candidates[index].source
            let ofSource = takenOf[source, default: 0]
            guard let reason = refusal(taken: taken, ofDay: ofDay, ofSource: ofSource) else {
                taken += 1
                takenOf[source] = ofSource + 1
                continue
            }
            // With a day's limit of 0 left, no entry has competed.
            batch.candidates[index].verdict = verdict(
                since: context.firstHeld(batch.candidates[index]), now: context.now, reason, hadRoom: ofDay != 0)
        }
    }

    private func refusal(taken: Int, ofDay: Int?, ofSource: Int) -> LocalizedText? {
        if let limit = configuration.entries, taken >= limit {
            return .message("verdict.beyond", ["limit": .number(limit)])
        }
        if let ofDay, let limit = configuration.perDay, taken >= ofDay {
            return .message("verdict.beyond_of_day", ["limit": .number(limit)])
        }
        if let limit = configuration.perSource, ofSource >= limit {
            return .message("verdict.beyond_of_source", ["limit": .number(limit)])
        }
        return nil
    }

    /// The verdict on an entry that was passed over. It competes at least once more, however late the next delivery is.
    private func verdict(since first: Timestamp?, now: Timestamp, _ reason: LocalizedText, hadRoom: Bool) -> Verdict {
        guard configuration.rest != .drop else { return .drop(because: reason, as: .surplus) }
        let end = (first ?? now) + configuration.atMost
        if first != nil, hadRoom, end <= now {
            return .drop(
                because: .message(
                    "verdict.passed_over",
                    ["span": .duration(configuration.atMost), "reason": .message(reason)]), as: .expired)
        }
        return .hold(until: end > now ? end : nil, because: reason, as: .later)
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
