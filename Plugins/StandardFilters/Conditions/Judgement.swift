import FeedModel
import FeedPatterns
import FeedStages
import FeedSystem

/// Judges the entries of one delivery by a condition.
struct Judgement {
    private let condition: Condition
    private let zone: Zone
    private let comparison: NumberComparison
    private var budget: PatternBudget

    init(
        _ condition: Condition, zone: Zone, comparison: NumberComparison, budget: PatternBudget = PatternBudget()
    ) {
        self.condition = condition
        self.zone = zone
        self.comparison = comparison
        self.budget = budget
    }

    /// Judges an entry. If the condition is undecided, the entry lists the patterns on which that depends.
    mutating func finding(on candidate: inout Candidate, buzz: Buzz? = nil) -> Finding {
        var subject = Subject(candidate, zone: zone, budget: budget, comparison: comparison, buzz: buzz)
        let holds = condition.holds(for: &subject)
        budget = subject.budget
        if holds == nil { candidate.undecided.formUnion(subject.undecided) }
        return Finding(holds: holds, hits: subject.hits)
    }

    /// Judges a single entry, without numbers of others to compare with.
    static func finding(_ condition: Condition, on candidate: Candidate, _ context: some FilterContext) -> Finding {
        let nothing = NumberComparison.nothing(now: context.now)
        var (judgement, candidate) = (Judgement(condition, zone: context.zone, comparison: nothing), candidate)
        return judgement.finding(on: &candidate)
    }

    /// Judges each entry that is still kept, on a thread for work that blocks: patterns may keep a core busy for
    /// seconds. An entry that is kept because the condition is true gets the reason. Throws if the state cannot be read.
    static func judge(
        _ batch: inout Batch, by condition: Condition, _ context: some FilterContext, on executor: BlockingExecutor,
        _ verdict: @escaping @Sendable (Finding, Candidate) -> Verdict
    ) async throws(StageError) {
        let comparison = try await NumberComparison.load(for: condition, on: batch, context)
        let (candidates, zone) = (batch.candidates, context.zone)
        batch.candidates = await executor.run {
            var judgement = Judgement(condition, zone: zone, comparison: comparison)
            return candidates.enumerated().map { place, candidate in
                guard candidate.verdict == .keep else { return candidate }
                var candidate = candidate
                let finding = judgement.finding(on: &candidate, buzz: comparison.buzz[place])
                candidate.verdict = verdict(finding, candidate)
                if candidate.verdict == .keep, let reason = finding.found { candidate.reasons.append(reason) }
                return candidate
            }
        }
    }
}

/// What a condition says about an entry.
struct Finding: Sendable {
    /// Whether the condition is true; nil if that cannot be known (`FieldTest.holds`).
    let holds: Bool?
    /// What made it true.
    let hits: [Hit]

    /// The tests that were true, with what they found: `title contains Swift and likes >= 50`. Nil if there are none.
    var found: LocalizedText? {
        let tests = hits.compactMap { if case .test(let words) = $0 { words } else { nil } }
        return tests.isEmpty ? nil : Self.reason(tests)
    }

    /// All that made the condition true: `found`, and what the entry is not.
    var whole: LocalizedText {
        Self.reason(
            hits.map { hit in
                switch hit {
                case .test(let words): words
                case .not(let condition): "not (\(condition.shortWords))"
                }
            })
    }

    private static func reason(_ parts: [String]) -> LocalizedText {
        LocalizedText(en: parts.joined(separator: " and ").line(of: longestReason))
    }

    /// Characters of a reason, at most.
    private static let longestReason = 200
}
