public import FeedConfiguration
public import FeedStages
import FeedSystem

/// Keeps entries for which a condition is true, and drops the others.
public struct KeepFilter: EntryFilter {
    /// The value of `type` in the configuration: `keep`.
    public static let type = "keep"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.keep")

    private let condition: Condition
    private let blocking: BlockingExecutor

    /// Makes the filter.
    public init(_ configuration: ConditionOption, services: Services) {
        condition = configuration.condition
        blocking = services.blocking
    }

    /// Whether the condition reads `summary`, `body` or `text`.
    public var readsBodies: Bool { condition.readsBodies }

    /// Whether the condition does not ask how much an entry is talked about among the others. What numbers were before is
    /// the same for all parts of a backlog.
    public var judgesEntriesAlone: Bool { !condition.readsBuzz }

    /// Keeps the entry if the condition is true or undecided, else drops it.
    public func verdict(on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        verdict(Judgement.finding(condition, on: candidate, context))
    }

    /// Judges each entry that is still kept, on a thread for work that blocks. Throws if the state cannot be read.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        try await Judgement.judge(&batch, by: condition, context, on: blocking) { finding, _ in verdict(finding) }
    }

    private func verdict(_ finding: Finding) -> Verdict {
        finding.holds == false
            ? .drop(because: .message("verdict.not", ["condition": .text(condition.shortWords)])) : .keep
    }
}

/// Drops entries for which a condition is true.
public struct DropFilter: EntryFilter {
    /// The value of `type` in the configuration: `drop`.
    public static let type = "drop"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.drop")

    private let condition: Condition
    private let blocking: BlockingExecutor

    /// Makes the filter.
    public init(_ configuration: ConditionOption, services: Services) {
        condition = configuration.condition
        blocking = services.blocking
    }

    /// Whether the condition reads `summary`, `body` or `text`.
    public var readsBodies: Bool { condition.readsBodies }

    /// Whether the condition does not ask how much an entry is talked about among the others. What numbers were before is
    /// the same for all parts of a backlog.
    public var judgesEntriesAlone: Bool { !condition.readsBuzz }

    /// Drops the entry only if the condition is true, not if it is undecided. The reason is what made it true.
    public func verdict(on candidate: Candidate, _ context: some FilterContext) -> Verdict {
        verdict(Judgement.finding(condition, on: candidate, context))
    }

    /// Judges each entry that is still kept, on a thread for work that blocks. Throws if the state cannot be read.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        try await Judgement.judge(&batch, by: condition, context, on: blocking) { finding, _ in verdict(finding) }
    }

    private func verdict(_ finding: Finding) -> Verdict {
        finding.holds == true ? .drop(because: finding.whole) : .keep
    }
}

/// The configuration of a filter that has only a condition.
public struct ConditionOption: StageConfiguration {
    let condition: Condition

    /// Reads the condition.
    public init(from section: ConfigSection) {
        condition = section.value(help: .message("option.condition"))
    }
}
