import FeedModel
import FeedStages
import FeedState

/// Fetches every source that is due, a limited number at a time, and records the outcomes.
///
/// This is a class so that it is not copied for each fetch.
final class Collector: Sendable {
    let plan: Plan
    let state: any StateStore
    let dependencies: Run.Dependencies
    let record: RunRecord
    let limiter: HostLimiter
    let runStarted: Timestamp
    /// When collecting ends, even if sources are left.
    let deadline: ContinuousClock.Instant
    /// The leases of this run, if other workers use the state, too; else nil.
    let holder: LeaseHolder?

    init(
        plan: Plan, state: any StateStore, dependencies: Run.Dependencies, record: RunRecord, limiter: HostLimiter,
        runStarted: Timestamp, deadline: ContinuousClock.Instant, holder: LeaseHolder?
    ) {
        (self.plan, self.state, self.dependencies, self.record) = (plan, state, dependencies, record)
        (self.limiter, self.runStarted, self.deadline, self.holder) = (limiter, runStarted, deadline, holder)
    }

    /// A source with its stages, made once in a run. This is a class so that it is not copied when it is passed on. It
    /// holds little, because a run may have 100,000.
    final class Prepared: Sendable {
        private let plans: [PlannedSource]
        private let index: Int
        let key: FeedKey
        let stages: PlannedSource.Stages
        let transport: SourceTransport

        /// Makes the source at `index` of a plan.
        init(
            of plans: [PlannedSource], at index: Int, key: FeedKey, stages: PlannedSource.Stages,
            transport: SourceTransport
        ) {
            (self.plans, self.index, self.key, self.stages, self.transport) = (plans, index, key, stages, transport)
        }

        var plan: PlannedSource { _read { yield plans[index] } }
        var watch: FetchWatch { transport.watch }
    }

    /// How many sources the state tells of at once, so that what it knows of all need not be in memory twice.
    static let knownAtOnce = 1000

    /// Fetches those of `sources` that are due. Sources that were not reached before the run stopped or ended are
    /// reported. Returns the names of those that another worker has not fetched yet.
    func collect(
        _ sources: [Prepared], pipelines: [String: [PipelineID]], ignoresRefresh: Bool
    ) async throws(StageError) -> Set<String> {
        if let holder {
            let sharing = SharedCollecting(
                collector: self, holder: holder, sources: sources, ignoresRefresh: ignoresRefresh)
            return try await sharing.collect(pipelines)
        }
        var candidates: [HostProbes.Waiting] = []
        candidates.reserveCapacity(sources.count)
        for start in stride(from: 0, to: sources.count, by: Self.knownAtOnce) {
            let slice = sources[start..<min(start + Self.knownAtOnce, sources.count)]
            for (source, known) in zip(slice, try await state.known(slice.map(\.key))) {
                let pipelines = pipelines[source.plan.name] ?? []
                guard let waiting = candidate(source, known, pipelines, ignoresRefresh: ignoresRefresh) else {
                    continue
                }
                candidates.append(waiting)
            }
        }
        let probes = HostProbes(candidates)
        for ready in probes.leftAlone { report(ready.plan, ready.known, skippedFor: .backOff) }
        var ready = probes.asked
        // A recording and its replay use the order of the configuration: servers may be faster or slower in the replay.
        if !dependencies.keepsOrder { ready.sort { $0.known.isAskedBefore($1.known) } }
        let movingFeeds = try await state.movingFeeds()
        let fetched = try await fetch(ready, probes) { Self.isUnfinished($0, moving: movingFeeds) }
        let isOffline = try await complete(fetched, among: sources, moving: movingFeeds)
        try await recordPassedOver(fetched)
        try await recordRunTime(fetched, isOffline: isOffline)
        try await limiter.keep(in: state, now: dependencies.clock.now)
        try await state.commitGroup()
        return []
    }

    /// Records what can only be recorded after all fetches. Returns whether this machine is offline.
    func complete(
        _ fetched: Fetched, among sources: [Prepared], moving: Set<FeedKey>
    ) async throws(StageError) -> Bool {
        try await state.commitGroup()
        let isOffline = try await recordFailures(fetched)
        let redirectLearner = RedirectLearner(
            state: state, dependencies: dependencies, record: record, limiter: limiter, sources: sources,
            runStarted: runStarted, hosts: holder?.hosts, deadline: deadline)
        try await redirectLearner.learn(from: fetched.results, moving: moving)
        try await schedule(fetched.results)
        return isOffline
    }

    /// Returns a source that may be fetched, with its new address if its feed has moved. Returns nil and reports it if
    /// it is not to be fetched.
    func candidate(
        _ source: Prepared, _ known: KnownFeed, _ pipelines: [PipelineID], ignoresRefresh: Bool
    ) -> HostProbes.Waiting? {
        let reason = skipReason(source.plan, known, ignoresRefresh: ignoresRefresh)
        if let reason, reason != .backOff {
            report(source.plan, known, skippedFor: reason)
            return nil
        }
        if let address = known.movedTo {
            source.transport.redirect(
                from: source.stages.source.canonicalRequest, to: address, knowing: source.plan.secrets)
        }
        let ready = SourceFetch.Ready(source: source, known: known, pipelines: pipelines)
        return HostProbes.Waiting(ready: ready, isDue: reason == nil)
    }

    private func skipReason(
        _ source: PlannedSource, _ known: KnownFeed, ignoresRefresh: Bool
    ) -> SourceOutcome.SkipReason? {
        // A moment further ahead than any allowed wait comes from a wrong clock.
        if let notBefore = known.notBefore, notBefore > runStarted, notBefore <= runStarted + .seconds(7 * 86_400) {
            return .throttled
        }
        guard !ignoresRefresh else { return nil }
        if known.health.stoppedAt != nil { return .stopped }
        if let retry = known.retryAt, retry > runStarted, retry <= runStarted + BackOff.longestWait { return .backOff }
        guard let next = known.nextAt, let longest = source.refresh.longest else { return nil }
        return next > runStarted && next <= runStarted + longest ? .notDue : nil
    }

    /// The result of a child task.
    private enum Arrival: Sendable {
        case fetched(SourceFetch.Result)
        /// Time to commit: fetched documents must not wait for slow sources.
        case tick
        /// A fetch became idle, so another one may begin.
        case room
        /// The run has reached `max_run`.
        case deadline
        /// A claim of more hosts has ended.
        case claimed(Result<SharedCollecting.Claim, StageError>)
    }

    /// Whether a fetch needs work after all have ended. Most are complete when they are stored.
    static func isUnfinished(_ result: SourceFetch.Result, moving: Set<FeedKey>) -> Bool {
        let ready = result.ready
        return result.outcome.error != nil || result.outcome.skipReason != nil
            || ready.plan.refresh == .automatic || ready.known.movedTo != nil || moving.contains(ready.key)
            || result.requests.redirected != nil
    }

    /// The fetches that were made, and the sources that there was no time for.
    struct Fetched: Sendable {
        /// The fetches that need more work.
        var results: [SourceFetch.Result]
        /// The number of sources fetched over the network that can show whether this machine is offline.
        var witnesses: Int
        /// The sources whose servers responded.
        var answered: [Prepared]
        /// Sources that were not fetched because another one found that their server cannot be reached.
        var unreachable: [(ready: SourceFetch.Ready, error: StageError)] = []
        var unreached: [SourceFetch.Ready] = []
        var isOutOfTime = false
        /// What became of the hosts, if other workers use the state, too.
        var claims: HostClaims?

        /// Whether any server outside this machine responded.
        var hasAnswers: Bool { answered.contains { OutageGuard.isElsewhere($0.stages.source.canonicalRequest) } }
    }

    /// Fetches the sources of `ready`, and those of the hosts that `sharing` claims.
    func fetch(
        _ ready: [SourceFetch.Ready], _ probes: HostProbes, claiming claims: HostClaims? = nil,
        for sharing: SharedCollecting? = nil, keeping isUnfinished: @escaping @Sendable (SourceFetch.Result) -> Bool
    ) async throws(StageError) -> Fetched {
        // The loop and the fetches use the parser threads. So fetching, parsing and encoding need no change of threads,
        // and a fetch that ends wakes no other thread.
        let outcome: Result<Fetched, StageError> = await withTaskExecutorPreference(dependencies.parsing) {
            await withTaskGroup(of: Arrival.self) { group in
                var batcher = StoreBatcher(
                    state: state, record: record, runStarted: runStarted,
                    order: dependencies.keepsOrder && sharing == nil ? ready.map(\.key) + probes.keys : nil,
                    keeping: isUnfinished)
                let window = FetchWindow(width: plan.settings.concurrency)
                let limit = TransferLimit(concurrency: plan.settings.concurrency)
                group.addTask { await self.tick() }
                group.addTask {
                    await self.dependencies.wait(self.deadline)
                    return .deadline
                }
                var (ready, probes, claims) = (ready, probes, claims)
                var isClaiming = false
                var next = ready.startIndex
                var running = 0
                var unreachable: [(ready: SourceFetch.Ready, error: StageError)] = []
                var awaitsRoom = false
                var isOutOfTime = false
                var unreached: [SourceFetch.Ready] = []
                do throws(StageError) {
                    while true {
                        let isEnding = isOutOfTime || Task.isCancelled || dependencies.isEnding()
                        while next < ready.endIndex, !isEnding, window.enter() {
                            let fetch = SourceFetch(ready: ready[next], collector: self, window: window)
                            group.addTask { .fetched(await self.perform(fetch)) }
                            next += 1
                            running += 1
                        }
                        if let sharing, next == ready.endIndex, !isClaiming, !isEnding, window.hasRoom,
                            let hosts = claims?.next(within: limit), !hosts.isEmpty
                        {
                            isClaiming = true
                            group.addTask { .claimed(await sharing.claim(hosts)) }
                        }
                        if running == 0, !isClaiming { break }
                        let canClaim = !isClaiming && claims?.hasNext(within: limit) == true
                        let hasMore = next < ready.endIndex || canClaim
                        if hasMore, !isEnding, !awaitsRoom {
                            awaitsRoom = true
                            group.addTask {
                                await window.waitForRoom()
                                return .room
                            }
                        }
                        switch await group.next() {
                        case .fetched(var result):
                            running -= 1
                            window.leave()
                            if isOutOfTime || dependencies.isEnding(), result.outcome.error?.code == .cancelled {
                                if isOutOfTime { unreached.append(result.ready) }
                                result = result.with(unreachedOutcome(result.ready.known, asked: result.outcome))
                            }
                            claims?.end(result.ready.key, keepsHost: sharing?.keepsHost(after: result) ?? false)
                            let waited = probes.release(by: result.ready.key)
                            switch HostProbes.finding(of: result) {
                            case .reachable: ready += waited.map(\.ready)
                            case .unreachable(let error):
                                for other in waited {
                                    report(other.ready.plan, other.ready.known, skippedFor: .backOff)
                                    unreachable.append((other.ready, error))
                                }
                            case .unknown:
                                let left = skipUnanswered(waited)
                                if isOutOfTime { unreached += left }
                            }
                            try await batcher.add(result)
                        case .tick:
                            try await batcher.store()
                            if limiter.hasNewPause { try await limiter.keep(in: state, now: dependencies.clock.now) }
                            try await state.commitOldGroup()
                            if let sharing, let finished = claims?.takeFinished() {
                                try await sharing.release(finished)
                            }
                            if !Task.isCancelled, !isOutOfTime { group.addTask { await self.tick() } }
                        case .room:
                            awaitsRoom = false
                        case .claimed(let result):
                            isClaiming = false
                            guard let sharing else { break }
                            let begun = sharing.begin(try result.get(), noting: &claims)
                            ready += begun.asked
                            probes.add(begun)
                        case .deadline where !Task.isCancelled:
                            isOutOfTime = true
                            limiter.end()
                            group.cancelAll()
                        case .deadline, nil: break
                        }
                    }
                    try holder?.requireLeases()
                    try await batcher.storeRemaining()
                } catch {
                    record.stateFailed(error)
                    group.cancelAll()
                    return .failure(error)
                }
                group.cancelAll()
                for source in ready[next...] { report(source.plan, source.known, skippedFor: .notReached) }
                let left = skipUnanswered(probes.releaseAll())
                if isOutOfTime { unreached += ready[next...] + left }
                return .success(
                    Fetched(
                        results: batcher.unfinished, witnesses: batcher.witnesses, answered: batcher.answered,
                        unreachable: unreachable, unreached: unreached, isOutOfTime: isOutOfTime, claims: claims))
            }
        }
        return try outcome.get()
    }

    private func perform(_ fetch: SourceFetch) async -> SourceFetch.Result {
        record.emit(.sourceStarted(fetch.ready.plan.name))
        return await fetch.run()
    }

    private func tick() async -> Arrival {
        // The sleep ends early only if the run has ended or was stopped.
        try? await Task.sleep(for: .milliseconds(200))
        return .tick
    }

    /// Skips sources whose server was neither reached nor found unreachable; returns those that were due.
    private func skipUnanswered(_ waiting: [HostProbes.Waiting]) -> [SourceFetch.Ready] {
        for source in waiting {
            report(source.ready.plan, source.ready.known, skippedFor: source.isDue ? .notReached : .backOff)
        }
        return waiting.filter(\.isDue).map(\.ready)
    }

    func report(_ source: PlannedSource, _ known: KnownFeed, skippedFor reason: SourceOutcome.SkipReason) {
        var outcome = SourceOutcome(.skipped)
        outcome.skipReason = reason
        outcome.isFirstLoad = known.loadedAt == nil
        let end: Timestamp? =
            switch reason {
            case .throttled: known.notBefore
            case .backOff: known.retryAt
            case .notDue: known.nextAt
            default: nil
            }
        record.skip(source.name, outcome, wait: end.map { $0 - runStarted })
    }

    /// Returns the outcome of a source whose fetch was cut off by the end of the run. It does not count as a failure.
    private func unreachedOutcome(_ known: KnownFeed, asked: SourceOutcome) -> SourceOutcome {
        var outcome = asked
        outcome.kind = .skipped
        outcome.skipReason = .notReached
        outcome.error = nil
        return outcome
    }
}
