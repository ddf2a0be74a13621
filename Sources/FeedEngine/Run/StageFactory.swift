import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Logging

/// Makes the stages of a plan for one run, each once, and connects them.
struct StageFactory: Sendable {
    let plan: Plan
    let state: any StateStore
    let dependencies: Run.Dependencies
    let record: RunRecord
    let limiter: HostLimiter
    let made: MadeStages
    /// The leases on hosts, if other workers use the state, too; else nil.
    let hosts: HostLeases?
    /// The filters by the pipeline's name.
    private let filters: [String: PipelineFilters]
    /// What the transports of all sources have in common.
    private let transports: SourceTransport.Common
    /// Services without what each stage has of its own.
    private let common: Services

    /// The filters of a pipeline, or why one of them cannot be made. `watch` counts their requests.
    private struct PipelineFilters {
        let watch: FetchWatch
        let steps: Result<[Filtering.Step], StageError>

        /// The order that the pipeline's filters choose for the entries of a digest, or nil.
        var order: (any EntryOrder)? {
            guard case .success(let steps) = steps else { return nil }
            return steps.compactMap { $0.filter as? any EntryOrder }.last
        }
    }

    /// How long a request of a filter waits for another worker that asks the same server: the pipeline would wait for the
    /// next run.
    private static let patienceWithWorkers = Duration.seconds(30)

    /// Makes the filters of every pipeline.
    init(
        plan: Plan, state: any StateStore, dependencies: Run.Dependencies, record: RunRecord, limiter: HostLimiter,
        made: MadeStages, hosts: HostLeases?
    ) {
        self.plan = plan
        self.state = state
        self.dependencies = dependencies
        self.record = record
        self.limiter = limiter
        self.made = made
        self.hosts = hosts
        let services = { transport, logger in
            Self.services(transport, logger, plan: plan, dependencies: dependencies, state: state)
        }
        common = services(dependencies.transport, dependencies.logger)
        transports = SourceTransport.Common(
            base: dependencies.transport, limiter: limiter, clock: dependencies.clock, logger: dependencies.logger,
            hosts: hosts)
        filters = Dictionary(
            plan.pipelines.map { pipeline in
                let watch = FetchWatch(
                    limiter: limiter, clock: dependencies.clock, hosts: hosts, patience: Self.patienceWithWorkers)
                let logger = dependencies.logger.about("pipeline", pipeline.name)
                let polite = PoliteTransport(base: dependencies.transport.logged(by: logger), watch: watch)
                let steps = Result { () throws(StageError) in
                    if let unavailable = pipeline.unavailable { throw unavailable.error }
                    return try pipeline.filters.map { filter throws(StageError) in
                        let services = services(polite, logger.about("filter", filter.name))
                        let stage = try filter.make(services)
                        made.add(stage)
                        return Filtering.Step(name: filter.name, filter: stage)
                    }
                }
                return (pipeline.name, PipelineFilters(watch: watch, steps: steps))
            }
        ) { first, _ in first }
    }

    /// Returns the enabled sources that a pipeline uses, with their stages. One that cannot be made counts as failed.
    func sources() async throws(StageError) -> [Collector.Prepared] {
        let wanted = Set(plan.pipelines.flatMap(\.sources))
        record.expect(sources: plan.sources.count)
        var prepared: [Collector.Prepared] = []
        prepared.reserveCapacity(plan.sources.count)
        var unavailableSources: [Int] = []
        // No source is copied: a run may have 100,000.
        for index in plan.sources.indices {
            guard plan.sources[index].isEnabled, wanted.contains(plan.sources[index].name) else {
                var outcome = SourceOutcome(.skipped)
                outcome.skipReason = .disabled
                record.skip(plan.sources[index].name, outcome)
                continue
            }
            guard plan.sources[index].unavailable?.hidesRequest != true else {
                unavailableSources.append(index)
                continue
            }
            do throws(StageError) {
                prepared.append(try self.prepared(index))
            } catch {
                var outcome = SourceOutcome(.failed)
                outcome.error = error
                record.source(plan.sources[index].name, outcome)
            }
        }
        guard !unavailableSources.isEmpty else { return prepared }
        // A source whose address is unknown keeps the feed that it had when its address was last known.
        let taken = Set(prepared.map(\.key))
        let keys = try await state.keys(ofSources: unavailableSources.map { plan.sources[$0].name }, except: taken)
        for index in unavailableSources {
            let source = plan.sources[index]
            guard let unavailable = source.unavailable else { continue }
            let key = keys[source.name] ?? FeedKey(standingInFor: source.name)
            prepared.append(self.prepared(index, key, failingWith: unavailable.error, beside: nil))
        }
        let order = Dictionary(plan.sources.enumerated().map { ($1.name, $0) }) { first, _ in first }
        return prepared.sorted { order[$0.plan.name] ?? 0 < order[$1.plan.name] ?? 0 }
    }

    private func prepared(_ index: Int) throws(StageError) -> Collector.Prepared {
        let transport = SourceTransport(transports, of: plan.sources, at: index)
        let policy = plan.sources[index].policy
        var services = common
        services.transport = transport
        services.logger = dependencies.logger.about("source", plan.sources[index].name)
        services.programs = dependencies.programs.logged(by: services.logger)
        services.maxBody = policy.maxBody
        services.timeout = policy.timeout
        let stages = try plan.sources[index].make(services)
        let key = FeedKey(of: stages.source, type: plan.sources[index].type)
        if let unavailable = plan.sources[index].unavailable {
            return prepared(index, key, failingWith: unavailable.error, beside: stages)
        }
        return made.add(
            Collector.Prepared(of: plan.sources, at: index, key: key, stages: stages, transport: transport))
    }

    private func prepared(
        _ index: Int, _ key: FeedKey, failingWith error: StageError, beside stages: PlannedSource.Stages?
    ) -> Collector.Prepared {
        let standIn = PlannedSource.Stages(
            source: UnavailableSource(error, beside: stages), parser: UnavailableParser(error))
        return made.add(
            Collector.Prepared(
                of: plan.sources, at: index, key: key, stages: standIn,
                transport: SourceTransport(transports, of: plan.sources, at: index)))
    }

    /// Returns the sources and sinks of each pipeline for the ledger.
    func wiring(of sources: [Collector.Prepared]) -> [PipelineWiring] {
        let byName = Dictionary(sources.map { ($0.plan.name, $0) }) { first, _ in first }
        return plan.pipelines.map { pipeline in
            var wiring = PipelineWiring(
                name: pipeline.name,
                sources: pipeline.carriesNotices
                    ? [PipelineWiring.Source(key: Notices.key, firstRun: .max)]
                    : pipeline.sources.compactMap { name in
                        byName[name].map { PipelineWiring.Source(key: $0.key, firstRun: $0.plan.firstRun.limit) }
                    }, sinks: pipeline.sinks)
            wiring.isWhole = pipeline.unavailable == nil
            return wiring
        }
    }

    /// Returns the sinks that a pipeline uses. One that cannot be made is reported once, and its entries wait.
    func sinks(_ sources: [Collector.Prepared]) async throws(StageError) -> [SinkDelivery] {
        let wanted = Set(plan.pipelines.flatMap(\.sinks))
        var made: [SinkDelivery] = []
        for planned in plan.sinks where wanted.contains(planned.name) {
            do throws(StageError) {
                made.append(try delivery(to: planned, sources))
            } catch {
                let error = error.masked(by: dependencies.mask)
                record.sink(planned.name) { $0.error = error }
                try await record.recordFailure(ofSink: planned.name, error, in: state, now: dependencies.clock.now)
            }
        }
        return made
    }

    private func delivery(
        to planned: PlannedSink, _ sources: [Collector.Prepared]
    ) throws(StageError) -> SinkDelivery {
        // A preview sends nothing, so it does not need the missing value.
        if let unavailable = planned.unavailable, state.mode != .dryRun { throw unavailable.error }
        let logger = dependencies.logger.about("sink", planned.name)
        let services = services(
            PolicyTransport(base: dependencies.transport.logged(by: logger), policy: planned.policy), logger)
        let sink = try planned.make(services)
        made.add(sink)
        let format = try planned.makeFormat(services)
        made.add(format)
        return SinkDelivery(
            plan: planned, sink: sink, format: format, state: state, dependencies: dependencies, record: record,
            isDryRun: state.mode == .dryRun,
            compose: { name in
                // A pipeline that was removed from the configuration leaves its name and its messages.
                let pipeline = plan.pipelines.first { $0.name == name } ?? .removed(name)
                return composer(of: pipeline, sources)
            })
    }

    private func composer(of pipeline: PlannedPipeline, _ sources: [Collector.Prepared]) -> SinkDelivery.Composer {
        let ranks = Self.ranks(of: pipeline)
        let members = sources.filter { ranks[$0.plan.name] != nil }
        return SinkDelivery.Composer(
            builder: DigestBuilder(
                pipeline: pipeline, zone: plan.settings.zone, locale: plan.settings.locale,
                order: filters[pipeline.name]?.order, sourceRanks: ranks,
                origin: DigestOrigin.of(state)),
            titles: titles(of: pipeline, members))
    }

    /// Returns the source and the title of each feed of a pipeline. An empty title means the feed's own title.
    private func titles(
        of pipeline: PlannedPipeline, _ members: [Collector.Prepared]
    ) -> [FeedKey: (source: String, title: String)] {
        if pipeline.carriesNotices { return [Notices.key: (Notices.source, Notices.title)] }
        return Dictionary(members.map { ($0.key, ($0.plan.name, configuredTitle(of: $0) ?? "")) }) { first, _ in first }
    }

    /// Returns the position of each source in a pipeline.
    private static func ranks(of pipeline: PlannedPipeline) -> [String: Int] {
        Dictionary(pipeline.sources.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// Filters a pipeline if it is due, and returns what its sinks deliver. One that is not due may also have
    /// deliveries that an earlier run could not plan. Returns nil if a filter failed: then nothing was decided.
    func filter(
        _ pipeline: PlannedPipeline, _ known: KnownPipeline, sources: [Collector.Prepared], isDue: Bool,
        callsWorkers: Bool = false
    ) async throws(StageError) -> SinkDelivery.PipelineDelivery? {
        let ranks = Self.ranks(of: pipeline)
        let members = sources.filter { ranks[$0.plan.name] != nil }
        var outcome = PipelineOutcome(isDue: isDue)
        // Never nil here: every pipeline of the plan has filters.
        guard let filters = filters[pipeline.name] else { return nil }
        let watch = filters.watch
        defer { watch.end() }
        do throws(StageError) {
            let steps = try filters.steps.get()
            if isDue {
                let filtering = Filtering(
                    pipeline: pipeline, id: known.id, steps: steps,
                    sources: Dictionary(
                        members.map {
                            (
                                $0.key,
                                Filtering.Member(
                                    name: $0.plan.name, rank: ranks[$0.plan.name] ?? .max,
                                    isSelection: $0.plan.isSelection)
                            )
                        }
                    ) { first, _ in first }, state: state, record: record, zone: plan.settings.zone,
                    mask: dependencies.mask, callsWorkers: callsWorkers, partLength: dependencies.filteredAtOnce)
                outcome = try await filtering.run(now: dependencies.clock.now)
            }
        } catch {
            guard !error.concernsState(at: state.path) else { throw error }
            let error = error.masked(by: dependencies.mask)
            outcome.error = error
            outcome.requests = watch.tally.requests
            report(pipeline, outcome)
            try await recordFailure(of: pipeline, known, error: error)
            return nil
        }
        if let failure = outcome.error {
            try await recordFailure(of: pipeline, known, error: failure)
        } else {
            try await record.withChanges(in: state, now: dependencies.clock.now) { state, changes throws(StageError) in
                if try state.recordSuccess(ofPipeline: known.id) { changes.append(.pipelineRecovered(pipeline.name)) }
            }
        }
        outcome.requests = watch.tally.requests
        if isDue { report(pipeline, outcome) }
        return SinkDelivery.PipelineDelivery(
            id: known.id, composer: composer(of: pipeline, sources),
            from: known.lastDeliveredAt, failedSources: try await failedSources(among: pipeline.sources, members),
            isEmpty: isDue && outcome.kept == 0)
    }

    /// How long a server may hold requests back before that is reported. Most such limits last about an hour.
    private static let patienceWithServers = Duration.seconds(86_400)

    /// Reports that a pipeline fails: once, and again each week. If its requests are held back, only after a day.
    private func recordFailure(of pipeline: PlannedPipeline, _ known: KnownPipeline, error: StageError)
        async throws(StageError)
    {
        let now = dependencies.clock.now
        try await record.withChanges(in: state, now: now) { state, changes throws(StageError) in
            let patience = error.code.isHeldBack ? Self.patienceWithServers : .zero
            guard let since = try state.recordFailure(ofPipeline: known.id, patience: patience, now: now) else {
                return
            }
            changes.append(.pipelineFailing(pipeline.name, error, since: since))
        }
    }

    /// Returns how long each pipeline's filters compare with entries that were kept before. A pipeline whose filters
    /// cannot be made now keeps them for the full retention.
    func memories(of known: [String: KnownPipeline]) -> [PipelineID: Duration] {
        var memories: [PipelineID: Duration] = [:]
        for pipeline in plan.pipelines {
            guard let id = known[pipeline.name]?.id else { continue }
            switch filters[pipeline.name]?.steps {
            case .success(let steps): memories[id] = steps.compactMap(\.filter.comparisonWindow).max()
            case .failure, nil: memories[id] = Retention.entries
            }
        }
        return memories
    }

    private func report(_ pipeline: PlannedPipeline, _ outcome: PipelineOutcome) {
        record.change { $0.pipelines[pipeline.name] = outcome }
        record.emit(.pipelinePlanned(pipeline.name, outcome))
    }

    /// Returns the sources whose fetch failed in this run, with the titles of their sections.
    private func failedSources(
        among names: [String], _ members: [Collector.Prepared]
    ) async throws(StageError) -> [FailedSource] {
        let errors = record.failedSources
        guard !errors.isEmpty else { return [] }
        let titles = Dictionary(plan.sources.lazy.filter { errors[$0.name] != nil }.map { ($0.name, $0.title) }) {
            first, _ in first
        }
        let failing = Dictionary(members.lazy.filter { errors[$0.plan.name] != nil }.map { ($0.plan.name, $0) }) {
            first, _ in first
        }
        var failed: [FailedSource] = []
        for name in names {
            guard let error = errors[name] else { continue }
            var title = titles[name] ?? nil
            if title == nil, let member = failing[name] {
                title = configuredTitle(of: member)
                if title == nil { title = try await state.known(member.key).title }
            }
            failed.append(
                FailedSource(
                    source: name, title: title ?? name, code: error.code.rawValue, message: dependencies.explain(error))
            )
        }
        return failed
    }

    /// Returns the title of a source, or nil if only its feed has one.
    private func configuredTitle(of source: Collector.Prepared) -> String? {
        source.plan.title ?? source.stages.source.defaultTitle
    }

    private func services(_ transport: any HTTPTransport, _ logger: Logger) -> Services {
        Self.services(transport, logger, plan: plan, dependencies: dependencies, state: state)
    }

    private static func services(
        _ transport: any HTTPTransport, _ logger: Logger, plan: Plan, dependencies: Run.Dependencies,
        state: any StateMaintenance
    ) -> Services {
        var services = Services(
            transport: transport, clock: dependencies.clock, zone: plan.settings.zone, locale: plan.settings.locale,
            blocking: dependencies.blocking, directory: plan.settings.directory, logger: logger)
        services.programs = dependencies.programs.logged(by: logger)
        services.mail = dependencies.mail
        services.isOfState = { [state] in state.owns(device: $0, inode: $1) }
        services.containsSecret = { [mask = dependencies.mask] in mask.replacement(for: $0) != nil || mask.hasMasked($0)
        }
        return services
    }
}

extension PlannedPipeline {
    /// A pipeline that was removed from the configuration: only its name is known.
    fileprivate static func removed(_ name: String) -> PlannedPipeline {
        PlannedPipeline(
            name: name, title: name, place: Place(file: "", line: 1, column: 1), schedule: nil, sources: [],
            filters: [], groupBy: .none, sinks: [])
    }
}
