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
    /// Whether another machine delivers to one of the sinks, and is called if an entry is kept.
    let callsWorkers: Bool
    /// How many entries are led at once through filters that judge each entry alone.
    let partLength: Int

    /// Filters the waiting entries. Throws an error of a filter, after which nothing is decided and all entries still
    /// wait, or an error of the state.
    func run(now: Timestamp) async throws(StageError) -> PipelineOutcome {
        guard !steps.isEmpty else {
            var outcome = PipelineOutcome(isDue: true)
            outcome.kept = try await state.asOne { state throws(StageError) in
                let kept = try state.keepAll(in: id, sinks: pipeline.sinks, now: now, zone: zone)
                if callsWorkers, kept > 0 { try state.callWorkers() }
                return kept
            }
            return outcome
        }
        var contexts = try await contexts(now: now)
        var course = FilterCourse()
        let alone = steps.prefix { $0.filter.judgesEntriesAlone && $0.filter.comparisonWindow == nil }
        try await leadAll(through: alone, &course, contexts)
        course.judged.batch.candidates.sortNewestFirst()
        for name in contexts.keys {
            contexts[name]?.holds = course.holds(of: name)
            contexts[name]?.feeds = course.feeds
        }
        try await judge(&course.judged, through: steps[alone.endIndex...], course.originals, contexts)
        try requireWhole(course.judged.batch, course.originals)
        record.log.verdicts(in: course.judged, of: pipeline.name)
        let (failure, found) = (course.judged.batch.failure, course.judged.batch.warnings)
        let (decisions, summary) = course.end()
        var outcome = summary.ofPipeline
        outcome.error = failure?.masked(by: mask)
        let warnings = outcome.warnings + found.map { $0.masked(by: mask) }
        let (tally, kept) = (summary.tally, contexts.mapValues(\.memory))
        try await record.withChanges(in: state, now: now) { state, changes throws(StageError) in
            try state.decide(
                decisions, memories: kept, in: id, sinks: pipeline.sinks, tally: tally, now: now, zone: zone)
            if callsWorkers, tally.kept > 0 { try state.callWorkers() }
            changes += warnings.map { .warning($0) }
        }
        return outcome
    }

    /// Leads all waiting entries through the first filters, which judge each entry alone, a part at a time. Only entries
    /// that they keep stay in memory, of a long backlog as bytes.
    private func leadAll(
        through alone: ArraySlice<Step>, _ course: inout FilterCourse, _ contexts: [String: Context]
    ) async throws(StageError) {
        let seesBodies = alone.contains { $0.filter.readsBodies }
        let keepsBodies = steps[alone.endIndex...].contains { $0.filter.readsBodies }
        var last: EntryID?
        repeat {
            // Without such filters parts are only read, and those after the first need not be long.
            let length = alone.isEmpty && last != nil ? min(partLength, Self.readAtOnce) : partLength
            let waiting = try await state.waitingEntries(
                of: id, withBodies: seesBodies || keepsBodies, after: last, limit: length)
            last = waiting.count < length ? nil : waiting.compactMap { EntryID(key: $0.key) }.max()
            var part = FilterCourse.Part(waiting, of: sources, withBodies: seesBodies || keepsBodies)
            let contexts = contexts.mapValues { $0.holding(part.originals) }
            try await lead(&part.judged, through: alone, part.originals, contexts)
            try requireWhole(part.judged.batch, part.originals)
            record.log.verdicts(in: part.decided, of: pipeline.name)
            course.take(part, keepsBodies: keepsBodies)
        } while last != nil
    }

    private static let readAtOnce = 1_000

    private func contexts(now: Timestamp) async throws(StageError) -> [String: Context] {
        let keptToday = try await state.keptToday(by: id, now: now, zone: zone)
        let remembered = try await state.memories(ofFiltersOf: id)
        let names = sources.mapValues(\.name)
        let history = NumberHistoryReader(sources: names, state: state, now: now)
        var contexts: [String: Context] = [:]
        for step in steps {
            contexts[step.name] = Context(
                filter: step.name, pipeline: pipeline.name, now: now, zone: zone, keptToday: keptToday,
                memory: FilterMemory(remembered[step.name] ?? [:], now: now), id: id, names: names, state: state,
                history: history)
        }
        return contexts
    }

    /// Leads the entries through all filters, in several rounds if equal ones must get their turn (`FilterRounds`).
    private func judge(
        _ judged: inout Judged, through steps: ArraySlice<Step>, _ originals: FilterCourse.Originals,
        _ contexts: [String: Context]
    ) async throws(StageError) {
        func compares(_ step: Step) -> Bool { step.filter.comparisonWindow != nil }
        guard let first = steps.firstIndex(where: compares), let last = steps.lastIndex(where: compares) else {
            return try await lead(&judged, through: steps, originals, contexts)
        }
        try await lead(&judged, through: steps[steps.startIndex..<first], originals, contexts)
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
        _ judged: inout Judged, through steps: ArraySlice<Step>, _ originals: FilterCourse.Originals,
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

    /// Throws `.pluginProtocol` unless the filter returned every entry exactly once. It must decide by verdicts:
    /// entries that it left out would be lost, and entries that it added would be delivered twice.
    private func requireWhole(_ batch: Batch, _ originals: FilterCourse.Originals) throws(StageError) {
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

    private struct Context: FilterContext {
        let filter: String
        let pipeline: String
        let now: Timestamp
        let zone: Zone
        let keptToday: Int
        let memory: FilterMemory
        /// When the filter first held the entries that it sees.
        var holds: [String: Timestamp] = [:]
        let id: PipelineID
        let names: [FeedKey: String]
        /// The feeds of all entries that wait.
        var feeds: Set<FeedKey> = []
        let state: any DeliveryLedger
        let history: NumberHistoryReader
        var passedOver: Set<String> = []

        /// The same context for some entries.
        func holding(_ originals: FilterCourse.Originals) -> Context {
            var context = self
            context.holds = originals.holds(of: filter)
            return context
        }

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
