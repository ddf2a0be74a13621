import FeedModel
import FeedPatterns
import FeedStages
import FeedSystem

/// What a condition says of the entries that a filter sees in one delivery.
struct Judgement {
    private let condition: Condition
    private let zone: Zone
    private var budget: PatternBudget

    init(_ condition: Condition, zone: Zone, budget: PatternBudget = PatternBudget()) {
        self.condition = condition
        self.zone = zone
        self.budget = budget
    }

    /// Whether it holds; nil where a pattern gave up and everything depends on it, which is noted with the entry.
    mutating func holds(for candidate: inout Candidate) -> Bool? {
        var subject = Subject(candidate, zone: zone, budget: budget)
        let holds = condition.holds(for: &subject)
        budget = subject.budget
        if holds == nil { candidate.undecided.formUnion(subject.undecided) }
        return holds
    }

    /// Whether it holds for a single entry.
    static func holds(_ condition: Condition, for candidate: Candidate, zone: Zone) -> Bool? {
        var (judgement, candidate) = (Judgement(condition, zone: zone), candidate)
        return judgement.holds(for: &candidate)
    }

    /// Judges each entry still kept, away from the cooperative threads: patterns may keep a core busy for seconds.
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
