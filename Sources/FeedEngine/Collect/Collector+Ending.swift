import FeedModel
import FeedStages
import FeedState

/// What is noted once all fetches are over.
extension Collector {
    func keepCourtesy() async throws(StageError) {
        let news = courtesy.news()
        try await state.note(pauses: news.pauses, budgets: news.budgets, now: doors.clock.now)
    }

    /// Feeds with `refresh: auto` are due again when their own rhythm says.
    func schedule(_ results: [SourceFetch.Result]) async throws(StageError) {
        let automatic = results.filter { $0.ready.plan.refresh == .automatic && $0.finished.success != nil }
        guard !automatic.isEmpty else { return }
        let now = doors.clock.now
        let counts = try await state.entryCounts(of: automatic.map(\.ready.key), from: now - Rhythm.span, to: now)
        try await state.setDue(
            zip(automatic, counts).map { result, count in
                let interval = Rhythm.interval(
                    entries: count, timeToLive: result.timeToLive, freshFor: result.freshFor, of: result.ready.key)
                return (key: result.ready.key, at: runStarted + interval)
            })
    }

    /// Sources for which the run had no time, or no request left, go first next time; so do those whose server was
    /// silent, so that two that hang do not keep the others of their server from being asked again and again.
    func notePassedOver(_ fetched: Fetched) async throws(StageError) {
        let heldBack = fetched.results.filter { [.overBudget, .silent].contains($0.outcome.skipReason) }.map(\.ready)
        try await state.passOver((fetched.unreached + heldBack).map { (key: $0.key, name: $0.plan.name) })
        let count = fetched.unreached.count
        record.change { $0.unreached = count }
        guard !Task.isCancelled else { return }
        if try await state.noteTime(isShort: fetched.isOutOfTime) {
            record.add(.outOfTime(plan.settings.maxRun, unreached: count))
        }
    }

    /// While this machine is offline no feed's failure counts.
    func noteFailures(_ fetched: Fetched) async throws(StageError) {
        let results = fetched.results
        let isOffline = OutageGuard.isOffline(results.map(\.outcome), asked: fetched.asked)
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
                notBefore: error.retryAfter.map { now + min(max($0, .zero), .seconds(7 * 86_400)) },
                httpStatus: result.outcome.httpStatus, seconds: result.outcome.seconds, now: now)
            if error.code == .gone, try await state.noteGone(result.ready.key, now: now) {
                record.add(.sourceGone(result.ready.plan.name, error))
                continue
            }
            guard noted.tellsUser else { continue }
            record.add(
                .sourceFailing(
                    result.ready.plan.name, error, since: noted.health.failingSince ?? now,
                    failures: noted.health.failures, hasEverWorked: noted.health.lastSuccess != nil))
        }
    }
}
