import FeedModel
import FeedStages
import FeedState

/// Records that are made after all fetches have ended.
extension Collector {
    /// Sets when feeds with `refresh: auto` are due again, by their publishing rate.
    func schedule(_ results: [SourceFetch.Result]) async throws(StageError) {
        let automatic = results.filter { $0.ready.plan.refresh == .automatic && $0.finished.success != nil }
        guard !automatic.isEmpty else { return }
        let now = dependencies.clock.now
        let habits = try await state.habits(of: automatic.map(\.ready.key), within: PollingInterval.window, now: now)
        try await state.setDue(
            zip(automatic, habits).map { result, habit in
                let interval = PollingInterval.interval(
                    habit, now: now, timeToLive: result.timeToLive, freshFor: result.requests.freshFor,
                    of: result.ready.key)
                return (key: result.ready.key, at: runStarted + interval)
            })
    }

    /// Lets sources go first in the next run if this run had no time or no requests for them. The same holds if their
    /// server was silent, so that two slow sources do not block the others of their server in every run. The same holds
    /// for those that were redirected to a server that another worker was asking.
    func recordPassedOver(_ fetched: Fetched) async throws(StageError) {
        let heldBack = fetched.results.filter {
            [.overBudget, .silent, .otherWorker].contains($0.outcome.skipReason)
        }.map(\.ready)
        try await state.passOver((fetched.unreached + heldBack).map { (key: $0.key, name: $0.plan.name) })
    }

    /// Records how many sources the run had no time for.
    func recordRunTime(_ fetched: Fetched, isOffline: Bool) async throws(StageError) {
        let count = fetched.unreached.count
        record.change { $0.unreached = count }
        guard !Task.isCancelled, !isOffline else { return }
        let (isShort, limit) = (fetched.isOutOfTime, plan.settings.maxRun)
        try await record.withChanges(in: state, inGroup: true, now: dependencies.clock.now) {
            state, changes throws(StageError) in
            if try state.recordRunTime(isShort: isShort) { changes.append(.outOfTime(limit, unreached: count)) }
        }
    }

    /// Records the failures, and returns whether this machine is offline. While it is, no feed's failure counts.
    func recordFailures(_ fetched: Fetched) async throws(StageError) -> Bool {
        let lost = OutageGuard.lost(among: fetched.results, at: runStarted)
        var isOffline = false
        if !lost.isEmpty, !fetched.hasAnswers {
            isOffline = await OutageGuard.isOffline(lost, witnesses: fetched.witnesses, dependencies.network)
        }
        record.change { $0.isOffline = isOffline }
        let now = dependencies.clock.now
        guard !isOffline else {
            guard let error = lost.first else { return true }
            try await record.withChanges(in: state, inGroup: true, now: now) { state, changes throws(StageError) in
                if let since = try state.recordOffline(now: now) { changes.append(.offline(error, since: since)) }
            }
            return true
        }
        if fetched.witnesses > lost.count || fetched.hasAnswers {
            try await record.withChanges(in: state, inGroup: true, now: now) { state, changes throws(StageError) in
                if let since = try state.recordOnline() { changes.append(.online(after: now - since)) }
            }
        }
        let failures = fetched.results.compactMap(\.outcome.error)
        if let unavailable = failures.first(where: { $0.code.fault == .machine }) { record.add(.warning(unavailable)) }
        for result in fetched.results { try await recordFailure(result) }
        for (ready, error) in fetched.unreachable {
            var error = error
            error.subject = dependencies.mask.masked(ready.address)
            var failure = FailedFetch(error, backsOff: true)
            failure.server = Address.origin(ready.address)
            try await recordFailure(failure, of: ready)
        }
        return false
    }

    private func recordFailure(_ result: SourceFetch.Result) async throws(StageError) {
        let (outcome, now) = (result.outcome, dependencies.clock.now)
        guard let error = outcome.error, error.code.fault != .nobody, error.code.fault != .machine else { return }
        var failure = FailedFetch(error, httpStatus: outcome.httpStatus, seconds: outcome.seconds)
        failure.notBefore = error.retryAfter.map { now + min(max($0, .zero), .seconds(7 * 86_400)) }
        // No back-off for a feed that brings entries although it fails (one that is always cut short): a pause would
        // lose some. None without a request either (a file, a mistake found before): a retry costs no server anything.
        failure.backsOff = outcome.requests > 0 && outcome.entries == 0
        failure.server = HostProbes.server(notReachedBy: result)
        try await recordFailure(failure, of: result.ready)
    }

    private func recordFailure(_ failure: FailedFetch, of ready: SourceFetch.Ready) async throws(StageError) {
        let (key, name, now) = (ready.key, ready.plan.name, dependencies.clock.now)
        try await record.withChanges(in: state, inGroup: true, now: now) { state, changes throws(StageError) in
            let error = failure.error
            let noted = try state.recordFailure(of: key, source: name, failure, now: now)
            if error.code.outlook == .gone, try state.recordGone(key, now: now) {
                return changes.append(.sourceGone(name, error))
            }
            guard noted.notifiesUser else { return }
            let next = [noted.retryAt, failure.notBefore].compactMap { $0 }.max()
            changes.append(
                .sourceFailing(
                    name, error, since: noted.health.failingSince ?? now,
                    RunReport.Failing(
                        failures: noted.health.failures, hasEverWorked: noted.health.lastSuccess != nil,
                        state: noted.health.state(at: now), isReminder: noted.news == .reminder,
                        isOtherCause: noted.isOtherCause, wait: next.map { $0 - now })))
        }
    }
}
