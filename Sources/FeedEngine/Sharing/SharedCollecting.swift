import FeedModel
import FeedStages
import FeedState

/// Collecting beside other workers of the same state: only sources of hosts that this one holds are fetched.
///
/// What another worker holds is looked at again after everything else, while this worker holds no host. So of several
/// workers the one that ends last finds nothing that another has left.
struct SharedCollecting: Sendable {
    let collector: Collector
    let holder: LeaseHolder
    let sources: [Collector.Prepared]
    let ignoresRefresh: Bool
    private var state: any StateStore { collector.state }
    private var limiter: HostLimiter { collector.limiter }

    init(collector: Collector, holder: LeaseHolder, sources: [Collector.Prepared], ignoresRefresh: Bool) {
        self.collector = collector
        self.holder = holder
        self.sources = sources
        self.ignoresRefresh = ignoresRefresh
    }

    /// Fetches what is due and free. Returns the names of the sources that another worker has not fetched yet.
    func collect(_ pipelines: [String: [PipelineID]]) async throws(StageError) -> Set<String> {
        var claims = HostClaims(try await candidates(pipelines), worker: holder.leases.worker)
        var all = Collector.Fetched(results: [], witnesses: 0, answered: [])
        var isOffline = false
        // Sources that were redirected to a host of another worker, which is free a little later perhaps.
        var again: (now: Set<FeedKey>, ever: Set<FeedKey>) = ([], [])
        let movingFeeds = try await state.movingFeeds()
        while !claims.untried.isEmpty {
            var fetched = try await collector.fetch([], HostProbes(), claiming: claims, for: self) {
                Collector.isUnfinished($0, moving: movingFeeds)
            }
            try holder.requireLeases()
            let untried = fetched.claims?.untried.flatMap(\.candidates) ?? []
            for candidate in untried { report(candidate, as: .notReached) }
            if fetched.isOutOfTime { fetched.unreached += untried.filter(\.isDue).map(\.ready) }
            all.answered += fetched.answered
            all.witnesses += fetched.witnesses
            all.unreached += fetched.unreached
            all.results.removeAll { again.now.contains($0.ready.key) }
            all.results += fetched.results
            all.isOutOfTime = fetched.isOutOfTime
            (fetched.answered, fetched.witnesses) = (all.answered, all.witnesses)
            isOffline = try await collector.complete(fetched, among: sources, moving: movingFeeds)
            guard var ended = fetched.claims else { break }
            try await release(ended.takeAll())
            let redirected = fetched.results.filter {
                $0.outcome.skipReason == .otherWorker && again.ever.insert($0.ready.key).inserted
            }.map { HostClaims.Candidate($0.ready) }
            again.now = Set(redirected.map(\.source.key))
            claims = HostClaims(again: ended.left + HostClaims(redirected, worker: holder.leases.worker).untried)
            if ended.claimed == 0 || all.isOutOfTime || isOffline || Task.isCancelled { break }
        }
        let left = claims.untried.flatMap(\.candidates)
        let pending = try await pending(left)
        for candidate in left { report(candidate, as: .otherWorker) }
        try await collector.recordPassedOver(all)
        try await collector.recordRunTime(all, isOffline: isOffline)
        try await limiter.keep(in: state, now: collector.dependencies.clock.now)
        try await state.commitGroup()
        return pending
    }

    // MARK: Claims

    /// The outcome of a claim: the hosts that were asked for, those that are held now, and what is known of their
    /// sources after the claim.
    struct Claim: Sendable {
        let hosts: [HostClaims.Host]
        let held: Set<String>
        let known: [FeedKey: KnownFeed]
    }

    /// Claims hosts, and reads again what other workers may have changed before.
    func claim(_ hosts: [HostClaims.Host]) async -> Result<Claim, StageError> {
        do throws(StageError) {
            try holder.requireLeases()
            let held = try await holder.hosts.claim(hosts.map(\.name))
            guard !held.isEmpty else { return .success(Claim(hosts: hosts, held: held, known: [:])) }
            let keys = hosts.filter { held.contains($0.name) }.flatMap(\.candidates).map(\.source.key)
            let known = try await state.known(keys)
            let now = collector.dependencies.clock.now
            try await limiter.learn(from: state, at: now)
            let byKey = Dictionary(zip(keys, known)) { first, _ in first }
            return .success(Claim(hosts: hosts, held: held, known: byKey))
        } catch {
            return .failure(error)
        }
    }

    /// Divides the sources of the claimed hosts into those that are fetched, those that wait for a probe, and those that
    /// are not due any more.
    func begin(_ claim: Claim, noting claims: inout HostClaims?) -> HostProbes {
        claims?.note(claim.hosts, held: claim.held)
        var waiting: [HostProbes.Waiting] = []
        var hosts: [FeedKey: String] = [:]
        for host in claim.hosts where claim.held.contains(host.name) {
            for candidate in host.candidates {
                let (source, known) = (candidate.source, claim.known[candidate.source.key] ?? candidate.known)
                guard !known.wasAsked(since: candidate.known) else {
                    collector.report(source.plan, known, skippedFor: .otherWorker)
                    continue
                }
                let next = collector.candidate(source, known, candidate.pipelines, ignoresRefresh: ignoresRefresh)
                guard let next else { continue }
                waiting.append(next)
                hosts[source.key] = host.name
            }
        }
        let probes = HostProbes(waiting)
        for ready in probes.leftAlone { collector.report(ready.plan, ready.known, skippedFor: .backOff) }
        for ready in probes.asked {
            if let host = hosts[ready.key] { claims?.begin(ready.key, of: host, isWaiting: false) }
        }
        for key in probes.keys { if let host = hosts[key] { claims?.begin(key, of: host, isWaiting: true) } }
        return probes
    }

    /// Whether the host of a fetch is kept until all fetches have ended: its failure, its next time and its moves are
    /// recorded then, and its servers want a pause between two requests.
    func keepsHost(after result: SourceFetch.Result) -> Bool {
        result.outcome.error != nil || result.outcome.skipReason != nil || result.ready.plan.refresh == .automatic
            || result.ready.plan.policy.delay > .zero
    }

    /// Gives hosts back of which everything is stored, with the limits of their servers.
    func release(_ hosts: [String]) async throws(StageError) {
        guard !hosts.isEmpty else { return }
        try holder.requireLeases()
        if limiter.hasUnsavedLimits { try await limiter.keep(in: state, now: collector.dependencies.clock.now) }
        try await state.commitGroup()
        try await holder.hosts.release(hosts)
    }

    // MARK: Sources

    /// Returns the sources that may be fetched. Hosts of which none is due are left alone.
    private func candidates(_ pipelines: [String: [PipelineID]]) async throws(StageError) -> [HostClaims.Candidate] {
        var candidates: [HostClaims.Candidate] = []
        var dueHosts: Set<String> = []
        for start in stride(from: 0, to: sources.count, by: Collector.knownAtOnce) {
            let slice = sources[start..<min(start + Collector.knownAtOnce, sources.count)]
            for (source, known) in zip(slice, try await state.known(slice.map(\.key))) {
                let pipelines = pipelines[source.plan.name] ?? []
                let found = collector.candidate(source, known, pipelines, ignoresRefresh: ignoresRefresh)
                guard let found else { continue }
                let candidate = HostClaims.Candidate(
                    source: source, known: known, pipelines: pipelines, isDue: found.isDue)
                candidates.append(candidate)
                if found.isDue { dueHosts.insert(HostClaims.host(of: candidate)) }
            }
        }
        return candidates.filter { candidate in
            if dueHosts.contains(HostClaims.host(of: candidate)) { return true }
            report(candidate, as: .backOff)
            return false
        }
    }

    private func report(_ candidate: HostClaims.Candidate, as reason: SourceOutcome.SkipReason) {
        collector.report(
            candidate.source.plan, candidate.known, skippedFor: candidate.isDue ? reason : .backOff)
    }

    /// Returns the names of those of `left` that nobody has fetched since this run began.
    private func pending(_ left: [HostClaims.Candidate]) async throws(StageError) -> Set<String> {
        guard !left.isEmpty else { return [] }
        let known = try await state.known(left.map(\.source.key))
        let waiting = zip(left, known).filter { candidate, known in
            candidate.isDue && !known.wasAsked(since: candidate.known)
        }
        return Set(waiting.map(\.0.source.plan.name))
    }
}

extension HostClaims.Candidate {
    /// A source that was fetched without a result.
    fileprivate init(_ ready: SourceFetch.Ready) {
        self.init(source: ready.source, known: ready.known, pipelines: ready.pipelines, isDue: true)
    }

    fileprivate var ready: SourceFetch.Ready {
        SourceFetch.Ready(source: source, known: known, pipelines: pipelines)
    }
}

extension KnownFeed {
    /// Whether the feed was fetched after it was known as `earlier`.
    fileprivate func wasAsked(since earlier: KnownFeed) -> Bool {
        health.lastAttempt != earlier.health.lastAttempt
    }
}
