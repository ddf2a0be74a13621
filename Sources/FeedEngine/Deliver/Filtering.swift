import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// Runs the filters of a pipeline over its waiting entries and stores their verdicts.
struct Filtering: Sendable {
    /// A filter with its name in the pipeline.
    struct Step: Sendable {
        let name: String
        let filter: any Filter
    }

    /// A source of the pipeline.
    struct Member: Sendable {
        /// The configured name.
        let name: String
        /// Its position in the pipeline.
        let rank: Int
        /// Whether it is itself a selection.
        let isSelection: Bool
    }

    let pipeline: PlannedPipeline
    let id: PipelineID
    let steps: [Step]
    let sources: [FeedKey: Member]
    let state: any StateStore
    let record: RunRecord
    let zone: Zone
    /// Masks the secrets that no error may show.
    let mask: SecretMask

    /// Filters the waiting entries. Throws an error of a filter, after which nothing is decided and all entries still
    /// wait, or an error of the state.
    func run(now: Timestamp) async throws(StageError) -> PipelineOutcome {
        guard !steps.isEmpty else {
            var outcome = PipelineOutcome(isDue: true)
            outcome.kept = try await state.keepAll(in: id, sinks: pipeline.sinks, now: now, zone: zone)
            return outcome
        }
        let readsBodies = steps.contains { $0.filter.readsBodies }
        var judged: Judged
        let originals: [String: Original]
        (judged, originals) = try await waiting(withBodies: readsBodies)
        let contexts = try await contexts(originals, now: now)
        try await judge(&judged, originals, contexts)
        try requireWhole(judged.batch, originals)
        let decisions = decisions(judged, originals, sawBodies: readsBodies)
        judged.batch.candidates = judged.batch.candidates.flatMap(\.flattened)
        let filters = Dictionary(decisions.lazy.compactMap { decision in decision.filter.map { (decision.key, $0) } }) {
            first, _ in first
        }
        record.log.verdicts(in: judged.batch, of: pipeline.name, decidedBy: filters)
        var outcome = outcome(of: decisions)
        outcome.undecided = undecided(in: judged.batch)
        outcome.error = judged.batch.failure?.masked(by: mask)
        let warnings = outcome.warnings + judged.batch.warnings.map { $0.masked(by: mask) }
        // The decisions have all that is needed from here on.
        judged = Judged(batch: Batch([]))
        let (tally, kept) = (tally(of: decisions, originals), contexts.mapValues(\.memory))
        try await record.withChanges(in: state, now: now) { state, changes throws(StageError) in
            try state.decide(
                decisions, memories: kept, in: id, sinks: pipeline.sinks, tally: tally, now: now, zone: zone)
            changes += warnings.map { .warning($0) }
        }
        return outcome
    }

    /// What is known of an entry as its source gave it. The entry itself is not kept: 100,000 may wait.
    private struct Original {
        let feed: FeedKey
        let numbers: [String: Int]
        /// When each filter first held the entry.
        let holds: [String: Timestamp]
        /// The hash of all of the entry but its numbers: equal hashes of 64 bits are taken for equal entries.
        let likeness: Int

        init(_ waiting: WaitingEntry) {
            (feed, numbers, holds) = (waiting.feed, waiting.entry.numbers, waiting.holds)
            likeness = waiting.entry.likeness
        }
    }

    /// Returns the entries that wait, the newest first, and what they are before the filters, by key.
    private func waiting(withBodies: Bool) async throws(StageError) -> (Judged, [String: Original]) {
        let waiting = try await state.waitingEntries(of: id, withBodies: withBodies)
        var originals: [String: Original] = [:]
        originals.reserveCapacity(waiting.count)
        var candidates: [Candidate] = []
        candidates.reserveCapacity(waiting.count)
        for entry in waiting {
            // Entries of a source that was removed from the pipeline wait until they are forgotten.
            guard let source = sources[entry.feed] else { continue }
            originals[entry.key] = Original(entry)
            var candidate = Candidate(
                key: entry.key, entry: entry.entry, source: source.name, sourceRank: source.rank,
                firstSeen: entry.firstSeen, documentOrder: entry.documentOrder)
            candidate.waited = entry.waited
            candidate.lastSeen = max(entry.firstSeen, entry.lastSeen)
            candidate.isOfSelection = source.isSelection
            candidates.append(candidate)
        }
        return (Judged(batch: Batch(candidates.newestFirst)), originals)
    }

    private func contexts(
        _ originals: [String: Original], now: Timestamp
    ) async throws(StageError) -> [String: Context] {
        let keptToday = try await state.keptToday(by: id, now: now, zone: zone)
        let remembered = try await state.memories(ofFiltersOf: id)
        let names = sources.mapValues(\.name)
        let history = NumberHistoryReader(sources: names, state: state, now: now)
        let feeds = Set(originals.values.lazy.map(\.feed))
        var contexts: [String: Context] = [:]
        for step in steps {
            contexts[step.name] = Context(
                pipeline: pipeline.name, now: now, zone: zone, keptToday: keptToday,
                memory: FilterMemory(remembered[step.name] ?? [:], now: now),
                holds: originals.compactMapValues { $0.holds[step.name] }, id: id, names: names,
                feeds: feeds, state: state, history: history)
        }
        return contexts
    }

    /// Returns the decisions in the order in which they are stored: the oldest entry first, in whatever order the filters
    /// saw them. Those on the entries of a story follow the one on its head.
    private func decisions(_ judged: Judged, _ originals: [String: Original], sawBodies: Bool) -> [Decision] {
        let candidates = judged.batch.candidates
        // Candidates are large, so that they are not sorted themselves.
        let oldestFirst = Array(candidates.indices).ordered(by: { $0 < $1 }) { index in
            let head = candidates[index]
            return Candidate.SortKey(head.rank, sourceRank: head.sourceRank, documentOrder: head.documentOrder)
        }
        var decisions: [Decision] = []
        decisions.reserveCapacity(originals.count)
        for index in oldestFirst {
            for (place, candidate) in candidates[index].flattened.enumerated() {
                let original = originals[candidate.key]
                decisions.append(
                    Decision(
                        key: candidate.key, verdict: candidate.verdict,
                        filter: judged.decidedBy[candidates[index].key],
                        changed: original.map { $0.likeness == candidate.entry.likeness } ?? true
                            ? nil : candidate.entry,
                        numbers: candidate.entry.numbers.filter { $0.value != original?.numbers[$0.key] },
                        sawBody: sawBodies, sameAs: candidate.sameAs, fingerprints: candidate.fingerprints,
                        reason: LocalizedText(reasonsToKeep: candidate.reasons), buzz: candidate.buzz,
                        story: candidate.story, isFollower: place > 0))
            }
        }
        return decisions
    }

    /// Leads the entries through all filters, in several rounds if equal ones must get their turn (`FilterRounds`).
    private func judge(
        _ judged: inout Judged, _ originals: [String: Original], _ contexts: [String: Context]
    ) async throws(StageError) {
        func compares(_ step: Step) -> Bool { step.filter.comparisonWindow != nil }
        guard let first = steps.firstIndex(where: compares), let last = steps.lastIndex(where: compares) else {
            return try await lead(&judged, through: steps[...], originals, contexts)
        }
        try await lead(&judged, through: steps[..<first], originals, contexts)
        let start = judged
        var rounds = FilterRounds()
        while true {
            let contexts = contexts.mapValues { $0.after(rounds.keys) }
            try await lead(&judged, through: steps[first...last], originals, contexts)
            rounds.settle(&judged)
            try await lead(&judged, through: steps[(last + 1)...], originals, contexts)
            guard rounds.needsAnother(after: judged) else { return rounds.complete(&judged) }
            judged = start
        }
    }

    private func lead(
        _ judged: inout Judged, through steps: ArraySlice<Step>, _ originals: [String: Original],
        _ contexts: [String: Context]
    ) async throws(StageError) {
        for step in steps {
            guard let context = contexts[step.name] else { continue }
            do throws(StageError) {
                try await step.filter.apply(to: &judged.batch, context)
                try requireWhole(judged.batch, originals)
            } catch {
                throw error.naming(filter: step, of: pipeline)
            }
            judged.note(step.name)
        }
    }

    private func undecided(in batch: Batch) -> [String: Int] {
        var undecided: [String: Int] = [:]
        for candidate in batch.candidates {
            // A held entry is decided again later, and is reported then.
            if case .hold = candidate.verdict { continue }
            for pattern in candidate.undecided { undecided[pattern, default: 0] += 1 }
        }
        return undecided
    }

    /// Throws `.pluginProtocol` unless the filter returned every entry exactly once. It must decide by verdicts:
    /// entries that it left out would be lost, and entries that it added would be delivered twice.
    private func requireWhole(_ batch: Batch, _ originals: [String: Original]) throws(StageError) {
        var keys: Set<String> = []
        var count = 0
        func add(_ candidates: [Candidate]) {
            for candidate in candidates {
                keys.insert(candidate.key)
                count += 1
                add(candidate.followers)
            }
        }
        add(batch.candidates)
        let found: LocalizedText
        if count > keys.count {
            found = .message("stage.entry_twice")
        } else if keys.contains(where: { originals[$0] == nil }) {
            found = .message("stage.foreign_entry")
        } else if keys.count < originals.count {
            found = .message("stage.missing_verdicts", ["count": .number(originals.count - keys.count)])
        } else {
            return
        }
        throw StageError(.pluginProtocol, subject: "batch", phrases: [.found: found])
    }

    private func tally(of decisions: [Decision], _ originals: [String: Original]) -> DigestTally {
        var kept = 0
        var passedOver: [PassedOver: Int] = [:]
        for decision in decisions {
            switch decision.verdict {
            case .keep: kept += 1
            case .drop(_, let kind), .hold(_, _, let kind): passedOver[kind, default: 0] += 1
            }
        }
        return DigestTally(
            kept: kept, passedOver: passedOver, carriedIn: originals.values.count { !$0.holds.isEmpty })
    }

    private func outcome(of decisions: [Decision]) -> PipelineOutcome {
        var outcome = PipelineOutcome(isDue: true)
        for decision in decisions {
            switch decision.verdict {
            case .keep: outcome.kept += 1
            case .drop: outcome.dropped[decision.filter ?? "", default: 0] += 1
            case .hold(_, _, .later): outcome.later += 1
            case .hold: outcome.held += 1
            }
        }
        return outcome
    }

    private struct Context: FilterContext {
        let pipeline: String
        let now: Timestamp
        let zone: Zone
        let keptToday: Int
        let memory: FilterMemory
        let holds: [String: Timestamp]
        let id: PipelineID
        let names: [FeedKey: String]
        let feeds: Set<FeedKey>
        let state: any DeliveryLedger
        let history: NumberHistoryReader
        var passedOver: Set<String> = []

        /// The same context in a round after others, in which entries were passed over.
        func after(_ passedOver: Set<String>) -> Context {
            var context = self
            context.passedOver = passedOver
            return context
        }

        func firstHeld(_ candidate: Candidate) -> Timestamp? { holds[candidate.key] }

        func previouslyKept(
            _ fingerprints: Set<Fingerprint>, within window: Duration
        ) async throws(StageError) -> [Fingerprint: KeptEntry] {
            try await state.kept(fingerprints, by: id, since: now - window, names: names)
        }

        func numberHistory() async throws(StageError) -> NumberHistory { try await history.history() }

        func storyHistory(within window: Duration) async throws(StageError) -> StoryHistory {
            try await state.storyHistory(of: id, since: now - window, now: now, names: names, waiting: feeds)
        }
    }
}

/// Reads the history of numbers when the first filter of a delivery asks for it.
private actor NumberHistoryReader {
    private let sources: [FeedKey: String]
    private let state: any DeliveryLedger
    private let now: Timestamp
    private var known: NumberHistory?

    init(sources: [FeedKey: String], state: any DeliveryLedger, now: Timestamp) {
        (self.sources, self.state, self.now) = (sources, state, now)
    }

    func history() async throws(StageError) -> NumberHistory {
        if let known { return known }
        let read = try await state.numberHistory(of: sources, now: now)
        known = read
        return read
    }
}

extension Entry {
    /// The hash of all of the entry but its numbers.
    fileprivate var likeness: Int {
        var entry = self
        entry.numbers = [:]
        return entry.hashValue
    }
}

extension PipelineOutcome {
    /// Warnings about patterns that took too long, each with its number of entries.
    fileprivate var warnings: [StageError] {
        undecided.sorted { $0.key < $1.key }.map { pattern, count in
            StageError(
                .patternUndecided, subject: pattern,
                phrases: [.found: .message("stage.undecided", count == 1 ? [:] : ["count": .number(count)])])
        }
    }
}

extension LocalizedText {
    /// The first few reasons for which filters kept an entry, each cut to a line; nil if there are none.
    fileprivate init?(reasonsToKeep reasons: [LocalizedText]) {
        let lines = reasons.prefix(8).map { reason in reason.replacingNames { $0.line(of: 200) } }
        guard let first = lines.first else { return nil }
        self = lines.count == 1 ? first : .message("verdict.kept_for", ["reasons": .row(lines.map { .message($0) })])
    }
}

extension StageError {
    /// Returns an error of the plugin protocol with the pipeline as its subject, and with the filter's name before its
    /// `found`, because the end of a long text is cut off. Returns any other error unchanged.
    fileprivate func naming(filter step: Filtering.Step, of pipeline: PlannedPipeline) -> StageError {
        guard code == .pluginProtocol else { return self }
        var error = self
        error.subject = pipeline.name
        if let found = phrase(of: .found) {
            error.facts[.found] = nil
            error.phrases[.found] = .message("stage.named", ["stage": .text(step.name), "found": .message(found)])
        }
        return error
    }
}
