import FeedModel
import FeedPatterns
import FeedStages
import FeedSystem

/// Judges the entries of one delivery by a condition.
struct Judgement {
    private let condition: Condition
    private let zone: Zone
    private var budget: PatternBudget

    init(_ condition: Condition, zone: Zone, budget: PatternBudget = PatternBudget()) {
        self.condition = condition
        self.zone = zone
        self.budget = budget
    }

    /// Whether the condition is true. Nil if that depends on a pattern that used up its budget; the entry then lists
    /// the pattern.
    mutating func holds(for candidate: inout Candidate) -> Bool? {
        var subject = Subject(candidate, zone: zone, budget: budget)
        let holds = condition.holds(for: &subject)
        budget = subject.budget
        if holds == nil { candidate.undecided.formUnion(subject.undecided) }
        return holds
    }

    /// Whether the condition is true for a single entry.
    static func holds(_ condition: Condition, for candidate: Candidate, zone: Zone) -> Bool? {
        var (judgement, candidate) = (Judgement(condition, zone: zone), candidate)
        return judgement.holds(for: &candidate)
    }

    /// Judges each entry that is still kept, on a thread for work that blocks: patterns may keep a core busy for
    /// seconds.
    static func judge(
        _ batch: inout Batch, by condition: Condition, zone: Zone, on executor: BlockingExecutor,
        _ verdict: @escaping @Sendable (Bool?, Candidate) -> Verdict
    ) async {
        let candidates = batch.candidates
        batch.candidates = await executor.run {
            var judgement = Judgement(condition, zone: zone)
            return candidates.map { candidate in
                guard candidate.verdict == .keep else { return candidate }
                var candidate = candidate
                let holds = judgement.holds(for: &candidate)
                candidate.verdict = verdict(holds, candidate)
                return candidate
            }
        }
    }
}
