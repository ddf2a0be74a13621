public import FeedConfiguration
import FeedModel
public import FeedStages
import FeedSystem

/// Holds entries until a condition is true, at most for `at_most` if that is given.
public struct HoldUntilFilter: EntryFilter {
    /// The value of `type` in the configuration: `hold_until`.
    public static let type = "hold_until"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.hold_until")

    private let configuration: Configuration
    private let blocking: BlockingExecutor

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        blocking = services.blocking
    }

    /// Whether the condition reads `summary`, `body` or `text`.
    public var readsBodies: Bool { configuration.condition.readsBodies }

    /// Whether the condition does not ask how much an entry is talked about among the others. What numbers were before is
    /// the same for all parts of a backlog.
    public var judgesEntriesAlone: Bool { !configuration.condition.readsBuzz }

    /// Keeps the entry if the condition is true or undecided; otherwise holds it up to the limit, which counts from the
    /// first hold.
    public func verdict(on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        verdict(Judgement.finding(configuration.condition, on: candidate, context), on: candidate, context)
    }

    /// Judges each entry that is still kept, on a thread for work that blocks. Throws if the state cannot be read.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        try await Judgement.judge(&batch, by: configuration.condition, context, on: blocking) {
            verdict($0, on: $1, context)
        }
    }

    private func verdict(_ finding: Finding, on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        guard finding.holds == false else { return .keep }
        let condition = MessageArgument.text(configuration.condition.shortWords)
        let reason = LocalizedText.message("verdict.waits_for", ["condition": condition])
        guard let atMost = configuration.atMost else { return .hold(until: nil, because: reason) }
        let end = (context.firstHeld(candidate) ?? context.now) + atMost
        guard end <= context.now else { return .hold(until: end, because: reason) }
        switch configuration.then {
        case .keep: return .keep
        case .drop:
            return .drop(
                because: .message("verdict.waited_for", ["span": .duration(atMost), "condition": condition]),
                as: .expired)
        }
    }

    /// The options of `hold_until`: a condition, `at_most` and `then`.
    public struct Configuration: StageConfiguration {
        let condition: Condition
        let atMost: Duration?
        let then: Outcome

        /// Reads the options; every other key belongs to the condition. Mistakes are reported to the section.
        public init(from section: ConfigSection) {
            atMost = section.option(
                "at_most", in: .seconds(1)...(.seconds(400 * 86_400)),
                help: .message("option.hold_until.at_most"))
            then = section.option("then", default: .keep, help: .message("option.hold_until.then"))
            let conditions = section.node.map?.filter { $0.key != "at_most" && $0.key != "then" }
            let any = ["any", "all", "not", "FIELD"].joined(separator: ", ")
            for key in conditions?.map(\.key) ?? [any] {
                _ = section.rawOption(
                    key, typeName: .message("type.condition"), help: .message("option.hold_until.condition"))
            }
            condition = conditions.flatMap { Condition.read($0, of: section.node, in: section) } ?? .placeholder
            if atMost == nil, condition.comparesNumbers {
                section.report(
                    .message("filter.may_wait_for_ever", ["path": .text(section.path)]), severity: .warning,
                    suggestion: .message("filter.may_wait_for_ever.cure"))
            }
        }
    }

    /// The verdict on an entry when its time is over.
    enum Outcome: String, ConfigChoice {
        case keep, drop
    }
}
