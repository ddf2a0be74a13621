import FeedModel
import FeedStages
import FeedState

/// Collects: asks every source that is due, a bounded number at a time, and notes how each fared.
struct Collector: Sendable {
    let plan: Plan
    let state: StateDatabase
    let doors: Run.Doors
    let record: RunRecord
    let runStarted: Timestamp

    /// A source with its stages; made once a run.
    struct Prepared: Sendable {
        let plan: PlannedSource
        let key: FeedKey
        let stages: PlannedSource.Stages
        let counter: SourceTransport.Counter
    }

    /// Asks those of `sources` that are due. Sources that were not reached because the run was stopped are reported.
    func collect(
        _ sources: [Prepared], pipelines: [String: [PipelineID]], ignoresRefresh: Bool
    ) async throws(StageError) {
        var ready: [SourceFetch.Ready] = []
        let known = try await state.known(sources.map(\.key))
        for (source, known) in zip(sources, known) {
            if let reason = skipReason(source.plan, known, ignoresRefresh: ignoresRefresh) {
                var outcome = SourceOutcome(.skipped)
                outcome.skipReason = reason
                outcome.isFirstLoad = known.loadedAt == nil
                record.change { $0.sources[source.plan.name] = outcome }
                continue
            }
            ready.append(
                SourceFetch.Ready(
                    plan: source.plan, stages: source.stages, key: source.key, known: known,
                    pipelines: pipelines[source.plan.name] ?? [], counter: source.counter))
        }
        // The slowest of last time first, so that a slow tail does not lengthen the run.
        ready.sort { $0.known.lastSeconds > $1.known.lastSeconds }
        let results = try await fetch(ready)
        try await state.commitGroup()
        try await noteFailures(results)
        try await state.commitGroup()
    }

    private func skipReason(
        _ source: PlannedSource, _ known: KnownFeed, ignoresRefresh: Bool
    ) -> SourceOutcome.SkipReason? {
        // A moment further ahead than ever asked for comes from a clock that was wrong.
        if let notBefore = known.notBefore, notBefore > runStarted, notBefore <= runStarted + .seconds(7 * 86_400) {
            return .throttled
        }
        guard !ignoresRefresh, case .every(let interval) = source.refresh, let next = known.nextAt else { return nil }
        return next > runStarted && next <= runStarted + interval ? .notDue : nil
    }

    /// What a child task comes back with.
    private enum Arrival: Sendable {
        case fetched(SourceFetch.Result)
        /// A while has passed: what came must not wait for slow sources to be committed.
        case tick
    }

    private func fetch(_ ready: [SourceFetch.Ready]) async throws(StageError) -> [SourceFetch.Result] {
        let outcome: Result<[SourceFetch.Result], StageError> = await withTaskGroup(of: Arrival.self) { group in
            var shelf = FetchShelf(state: state, record: record)
            group.addTask { await tick() }
            var next = ready.startIndex
            var running = 0
            do throws(StageError) {
                while true {
                    while running < plan.settings.concurrency, next < ready.endIndex, !Task.isCancelled {
                        let fetch = SourceFetch(ready: ready[next], state: state, doors: doors, runStarted: runStarted)
                        // Fetched, parsed and made ready for the state without a change of threads.
                        group.addTask(executorPreference: doors.parsing) { .fetched(await perform(fetch)) }
                        next += 1
                        running += 1
                    }
                    if running == 0 { break }
                    switch await group.next() {
                    case .fetched(let result):
                        running -= 1
                        try await shelf.add(result)
                    case .tick:
                        try await shelf.store()
                        try await state.commitOldGroup()
                        group.addTask { await tick() }
                    case nil: break
                    }
                }
                try await shelf.store()
            } catch {
                record.stateFailed(error)
                group.cancelAll()
                return .failure(error)
            }
            group.cancelAll()
            for source in ready[next...] { reportUnreached(source) }
            return .success(shelf.stored)
        }
        return try outcome.get()
    }

    private func perform(_ fetch: SourceFetch) async -> SourceFetch.Result {
        record.tell(.sourceStarted(fetch.ready.plan.name))
        return await fetch.run()
    }

    private func tick() async -> Arrival {
        // Ends early only if the run is over or stopped.
        try? await Task.sleep(for: .milliseconds(200))
        return .tick
    }

    private func reportUnreached(_ source: SourceFetch.Ready) {
        var outcome = SourceOutcome(.skipped)
        outcome.skipReason = .notReached
        outcome.isFirstLoad = source.known.loadedAt == nil
        record.change { $0.sources[source.plan.name] = outcome }
    }

    /// While this machine is offline no feed's failure counts.
    private func noteFailures(_ results: [SourceFetch.Result]) async throws(StageError) {
        let isOffline = OutageGuard.isOffline(results.map(\.outcome))
        record.change { $0.isOffline = isOffline }
        guard !isOffline else { return }
        let failures = results.compactMap(\.outcome.error)
        if let lack = failures.first(where: { $0.code == .outOfResources }) { record.add(.warning(lack)) }
        for result in results {
            guard let error = result.outcome.error, error.code != .cancelled, error.code != .outOfResources else {
                continue
            }
            let now = doors.clock.now
            let noted = try await state.noteFailure(
                of: result.ready.key, source: result.ready.plan.name, error: error,
                nextAt: nil,
                notBefore: error.retryAfter.map { now + min(max($0, .zero), .seconds(7 * 86_400)) },
                httpStatus: result.outcome.httpStatus, now: now)
            guard noted.tellsUser else { continue }
            record.add(
                .sourceFailing(
                    result.ready.plan.name, error, since: noted.health.failingSince ?? now,
                    failures: noted.health.failures, hasEverWorked: noted.health.lastSuccess != nil))
        }
    }
}
