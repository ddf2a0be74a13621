import FeedModel
package import FeedPrograms
package import FeedStages
package import FeedState
package import FeedSystem
package import Logging

/// One execution of a plan: completes the messages that an earlier run left open, collects, filters and delivers.
package struct Run: Sendable {
    /// The services that a run uses and passes to its stages.
    package struct Dependencies: Sendable {
        /// Sends HTTP requests.
        package var transport: any HTTPTransport
        /// Runs external programs.
        package var programs: any ProgramRunning = Programs()
        /// Carries letters to mail servers.
        package var mail: any MailTransport = NoMailTransport()
        /// The time of day.
        package var clock: any WallClock
        /// Runs blocking work on files and pipes.
        package var blocking: BlockingExecutor
        /// Runs parsers, with as many threads as there are processors.
        package var parsing: BlockingExecutor
        /// The log for developers.
        package var logger: Logger
        /// Explains an error in a sentence for people, for the end of a digest.
        package var explain: @Sendable (StageError) -> String
        /// Makes the texts of changes that go to the sinks of `settings.notices`. Each line must be in one of them.
        package var lines: @Sendable ([ChangeLine]) -> [ChangeText] = { _ in [] }
        /// Whether the beginning and the end of each fetch are events. Each wakes a thread, for nothing if nobody watches.
        package var emitsFetches = true
        /// Whether fetches are stored in the order of the configuration, not in the order in which they end. Entries
        /// are numbered as they are stored, and a recording and its replay must give the same bytes.
        package var keepsOrder = false
        /// Tests this machine's own network.
        package var network = OwnNetwork()
        /// How many waiting entries are in memory at once for filters that judge each entry alone.
        package var filteredAtOnce = 10_000
        /// The memory budget for received data, shared with the transport.
        package var memory = MemoryBudget()
        /// Masks the secrets that no error may show.
        var mask = SecretMask([])
        /// The leases of this worker, instead of those of the state; nil: those of the state.
        package var leases: (any WorkerLeases)?
        /// The name of this machine or worker, which `settings.files_on` may be.
        package var worker = ""
        /// Whether the run is to begin nothing new, and to finish what it has begun.
        package var isEnding: @Sendable () -> Bool = { false }
        /// Whether the report says when something is due next.
        package var findsNext = false
        /// Waits for a moment or for cancellation, by the continuous clock: time limits need a clock that never stops.
        package var wait: @Sendable (ContinuousClock.Instant) async -> Void = { moment in
            // A cancelled wait is over, too: the task that waits has ended.
            try? await Task.sleep(until: moment, clock: .continuous)
        }

        package init(
            transport: any HTTPTransport, clock: any WallClock, blocking: BlockingExecutor, parsing: BlockingExecutor,
            logger: Logger, explain: @escaping @Sendable (StageError) -> String
        ) {
            self.transport = transport
            self.clock = clock
            self.blocking = blocking
            self.parsing = parsing
            self.logger = logger
            self.explain = explain
        }
    }

    /// Tests of this machine's own network, for a run in which no server could be reached.
    package struct OwnNetwork: Sendable {
        /// Whether there is a route out of this machine.
        package var hasRoute: @Sendable () async -> Bool
        /// Whether a name server responds at all, even if it does not know the host.
        package var nameServerAnswers: @Sendable (_ host: String) async -> Bool

        /// Makes it of two tests. Without them the network is taken to work.
        package init(
            hasRoute: @escaping @Sendable () async -> Bool = { true },
            nameServerAnswers: @escaping @Sendable (_ host: String) async -> Bool = { _ in true }
        ) {
            self.hasRoute = hasRoute
            self.nameServerAnswers = nameServerAnswers
        }
    }

    /// The events of the run as they happen, the last one `.finished`. It supports one reader.
    package let events: AsyncStream<RunEvent>
    let plan: Plan
    let dependencies: Dependencies
    let state: any StateStore
    /// The leases of this run, if other workers use the state, too; else nil.
    let holder: LeaseHolder?
    private let eventSink: AsyncStream<RunEvent>.Continuation

    /// Makes a run over an open state whose lock the caller holds. A state opened as `.dryRun` makes a dry run: it
    /// fetches sources, runs filters, emits what each sink would get as an event, and keeps nothing.
    package init(_ plan: Plan, state: any StateStore, dependencies: Dependencies) {
        self.plan = plan
        self.state = state
        var dependencies = dependencies
        dependencies.mask = SecretMask(plan.secrets, shortest: SecretMask.shortestInAnswers)
        if state.clockOffset != .zero {
            dependencies.clock = OffsetClock(base: dependencies.clock, offset: state.clockOffset)
        }
        self.dependencies = dependencies
        let leases = dependencies.leases ?? state.leases
        holder = leases.areShared ? LeaseHolder(leases, ofStateAt: state.path, dependencies) : nil
        (events, eventSink) = AsyncStream.makeStream(bufferingPolicy: .unbounded)
    }

    /// Runs to the end, whatever fails on the way. Cancelling the task stops the run with a consistent state. Errors
    /// are in the report.
    package func execute(_ options: RunOptions) async -> RunReport {
        defer { eventSink.finish() }
        let started = dependencies.clock.now
        let begun = ContinuousClock.now
        let record = RunRecord(
            started: started, events: eventSink, emitsFetches: dependencies.emitsFetches, logger: dependencies.logger)
        let made = MadeStages()
        let failure = await keepingLeases { () async -> StageError? in
            do throws(StageError) {
                try await perform(options, started, begun, record, made)
                try await gatherLines(record)
                return nil
            } catch {
                return error
            }
        }
        if let failure {
            record.stateFailed(failure)
            record.gatherLooseLines(now: dependencies.clock.now)
        }
        await made.close()
        let wasCancelled = Task.isCancelled
        record.change { $0.wasCancelled = wasCancelled }
        record.emit(.finished)
        return record.completedReport(at: dependencies.clock.now)
    }

    /// Runs `body` while leases are renewed. If they are lost, the body is cancelled, and that is the error.
    private func keepingLeases(_ body: @escaping @Sendable () async -> StageError?) async -> StageError? {
        guard let holder else { return await body() }
        // A run that is stopped still stores what it has. Its leases are kept as long as that takes.
        let work = Task { await body() }
        let keeper = Task { () -> StageError? in
            let lost = await holder.keepLeases()
            if lost != nil { work.cancel() }
            return lost
        }
        let failure = await withTaskCancellationHandler {
            await work.value
        } onCancel: {
            work.cancel()
        }
        keeper.cancel()
        return await keeper.value ?? failure
    }

    private func perform(
        _ options: RunOptions, _ started: Timestamp, _ begun: ContinuousClock.Instant, _ record: RunRecord,
        _ made: MadeStages
    ) async throws(StageError) {
        try await state.repairClock(now: started)
        let limiter = HostLimiter(
            pauses: try await state.pauses(at: started, withOurOwn: !options.ignoresRefresh),
            refusals: try await state.refusals(), budgets: try await state.budgets(at: started),
            salt: state.origin, heedsOwnPauses: !options.ignoresRefresh)
        await holder?.hosts.use(SharedLimits(limiter: limiter, records: state, clock: dependencies.clock))
        defer {
            let budgets = limiter.outlooks()
            record.change { $0.budgets = budgets }
        }
        let factory = StageFactory(
            plan: plan, state: state, dependencies: dependencies, record: record, limiter: limiter, made: made,
            hosts: holder?.hosts)
        let sources = try await factory.sources()
        try await adoptRenamedFeeds(sources)
        try await state.recogniseSinks(plan.sinks.map { ($0.name, $0.identities) })
        let known = try await state.reconcile(factory.wiring(of: sources), now: started)
        let due = plan.pipelines.filter { isDue($0, known[$0.name], options, now: started) }
        record.change { report in
            for pipeline in plan.pipelines {
                var outcome = PipelineOutcome(isDue: due.contains { $0.name == pipeline.name })
                if !outcome.isDue {
                    outcome.isLeftOut = options.collectsOnly || !options.pipelines.isEmpty
                    outcome.next = pipeline.schedule?.next(after: started, in: plan.settings.zone)
                }
                report.pipelines[pipeline.name] = outcome
            }
        }
        let asked = sourcesToAsk(options, among: sources)
        record.log.stage("planned", since: begun)
        record.emit(.started(sources: asked.count, pipelines: options.collectsOnly ? 0 : due.count))

        let sinks = options.collectsOnly ? [] : try await factory.sinks(sources)
        let earlier = try await completeOpenMessages(sinks, record)
        let maintenance = Maintenance(plan: plan, state: state, record: record, clock: dependencies.clock)
        if try await holdsAlone(.retention) {
            try await maintenance.pruneState(factory, known, sources: sources, sinks)
            try await leave(.retention)
        }
        try await maintenance.removeOldFiles(sinks.filter(isHere), dependencies.blocking)

        var pipelinesOfSource: [String: [PipelineID]] = [:]
        for pipeline in plan.pipelines {
            guard let id = known[pipeline.name]?.id else { continue }
            var names = pipeline.sources
            if pipeline.unavailable != nil {
                // Its list of sources may be unknown now. Their entries still wait for it.
                let keys = try await state.sources(of: id)
                names = sources.filter { keys.contains($0.key) }.map(\.plan.name)
            }
            for source in names { pipelinesOfSource[source, default: []].append(id) }
        }
        let collector = Collector(
            plan: plan, state: state, dependencies: dependencies, record: record, limiter: limiter, runStarted: started,
            deadline: begun + plan.settings.maxRun, holder: holder)
        let pending = try await collector.collect(
            asked, pipelines: pipelinesOfSource, ignoresRefresh: options.ignoresRefresh)
        await dependencies.blocking.run { ProcessHeap.returnFreePages() }
        record.log.stage("collected", since: begun)
        if dependencies.findsNext { try await findNext(sources, record) }
        guard !options.collectsOnly, !Task.isCancelled, !dependencies.isEnding() else {
            return try await keepNotices(known, record)
        }

        limiter.resume()
        let pipelineDeliveries = try await filterPipelines(
            Filtered(
                factory: factory, known: known, sources: sources, due: Set(due.map(\.name)), options: options,
                pending: pending, elsewhere: elsewhere(sinks), record: record, started: started))
        try await limiter.keep(in: state, now: dependencies.clock.now)
        record.log.stage("filtered", since: begun)
        try holder?.requireLeases()
        let served = try await serve(
            sinks, pipelineDeliveries, after: earlier, until: .now + plan.settings.maxRun, record)
        record.log.stage("delivered", since: begun)
        try await recordSinks(sinks, record)
        try await keepNotices(known, record)
        try await deliverNotices(factory, known, sinks, record, after: served)
        if dependencies.findsNext { try await findNext(sources, record) }
        if !Task.isCancelled, try await holdsAlone(.check) {
            try await state.checkWeekly(now: dependencies.clock.now)
            try await leave(.check)
        }
    }

    /// Stores the changes that are not reported yet as entries for the sinks of `settings.notices`.
    private func keepNotices(_ known: [String: KnownPipeline], _ record: RunRecord) async throws(StageError) {
        guard state.mode == .readWrite, let pipeline = plan.pipelines.first(where: \.carriesNotices),
            let id = known[pipeline.name]?.id, try await holdsAlone(.lines)
        else { return }
        let now = dependencies.clock.now
        let lines = try await record.waitingLines(in: state, now: now)
        try await Notices(pipeline: id, state: state).keep(dependencies.lines(lines), now: now)
        record.markNoticed(lines)
        try await leave(.lines)
    }

    /// Delivers the notices of this run. New failures of their sinks are reported only on stderr.
    private func deliverNotices(
        _ factory: StageFactory, _ known: [String: KnownPipeline], _ sinks: [SinkDelivery],
        _ record: RunRecord, after served: [String: SinkDelivery.Progress]
    ) async throws(StageError) {
        guard !Task.isCancelled, let pipeline = plan.pipelines.first(where: \.carriesNotices) else { return }
        let pipelineDeliveries = try await filterPipelines(
            Filtered(
                factory: factory, known: known.filter { $0.key == pipeline.name }, sources: [], due: [pipeline.name],
                options: RunOptions(), pending: [], elsewhere: elsewhere(sinks), record: record,
                started: record.started))
        guard pipelineDeliveries.values.contains(where: { $0.contains { !$0.isEmpty } }) else { return }
        let carriers = sinks.filter { pipeline.sinks.contains($0.plan.name) }
        _ = try await serve(carriers, pipelineDeliveries, after: served, until: .now + plan.settings.maxRun, record)
        try await recordSinks(carriers, record)
    }

    /// Gives a source the feed that moved to its newly configured address. Gives a source whose address was unknown
    /// until now the records that were kept under its name.
    private func adoptRenamedFeeds(_ sources: [Collector.Prepared]) async throws(StageError) {
        let standIns = try await state.standIns()
        for source in sources where standIns.contains(source.plan.name) && source.plan.unavailable == nil {
            try await state.endStandIn(for: source.plan.name, by: source.key)
        }
        let configured = Set(sources.map(\.key))
        for moved in try await state.movedFeeds() where !configured.contains(moved.key) {
            let address = Address.normalised(moved.address)
            guard
                let heir = sources.first(where: {
                    let request = $0.stages.source.canonicalRequest
                    return request == address || Address.normalised(dependencies.mask.masked(request)) == address
                }),
                try await !state.isKnown(heir.key)
            else { continue }
            try await state.rename(moved.key, to: heir.key)
        }
    }

    func isDue(_ pipeline: PlannedPipeline, _ known: KnownPipeline?, _ options: RunOptions, now: Timestamp)
        -> Bool
    {
        guard !options.collectsOnly, let known else { return false }
        if pipeline.carriesNotices { return true }
        guard options.pipelines.isEmpty else { return options.pipelines.contains(pipeline.name) }
        guard let schedule = pipeline.schedule else { return true }
        guard let scheduled = schedule.last(notAfter: now, in: plan.settings.zone) else { return false }
        return scheduled > known.lastDeliveredAt ?? known.firstSeenAt
    }

    private func sourcesToAsk(_ options: RunOptions, among sources: [Collector.Prepared]) -> [Collector.Prepared] {
        guard !options.pipelines.isEmpty else { return sources }
        let named = Set(plan.pipelines.filter { options.pipelines.contains($0.name) }.flatMap(\.sources))
        return sources.filter { named.contains($0.plan.name) }
    }
}
