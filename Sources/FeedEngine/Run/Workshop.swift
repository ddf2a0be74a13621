import FeedModel
import FeedStages
import FeedState

/// Makes the stages of a plan for one run and knits them together.
struct Workshop: Sendable {
    let plan: Plan
    let state: StateDatabase
    let doors: Run.Doors
    let record: RunRecord

    /// The enabled sources that some pipeline has, each with its stages; one that cannot be made is reported as failed.
    func sources() -> [Collector.Prepared] {
        let wanted = Set(plan.pipelines.flatMap(\.sources))
        return plan.sources.compactMap { source in
            guard source.isEnabled, wanted.contains(source.name) else {
                var outcome = SourceOutcome(.skipped)
                outcome.skipReason = .disabled
                record.change { $0.sources[source.name] = outcome }
                return nil
            }
            let counter = SourceTransport.Counter()
            let transport = SourceTransport(base: doors.transport, policy: source.policy, counter: counter)
            var services = services(transport)
            services.maxBody = source.policy.maxBody
            do throws(StageError) {
                let stages = try source.make(services)
                return Collector.Prepared(
                    plan: source, key: FeedKey(of: stages.source), stages: stages, counter: counter)
            } catch {
                var outcome = SourceOutcome(.failed)
                outcome.error = error
                record.source(source.name, outcome)
                return nil
            }
        }
    }

    /// What the ledger must know of the pipelines.
    func wiring(of sources: [Collector.Prepared]) -> [PipelineWiring] {
        let byName = Dictionary(sources.map { ($0.plan.name, $0) }) { first, _ in first }
        return plan.pipelines.map { pipeline in
            PipelineWiring(
                name: pipeline.name,
                sources: pipeline.sources.compactMap { name in
                    byName[name].map { PipelineWiring.Source(key: $0.key, firstRun: $0.plan.firstRun.limit) }
                }, sinks: pipeline.sinks)
        }
    }

    /// The sinks that some pipeline has; one that cannot be made is reported, and its entries wait.
    func sinks() -> [SinkDelivery] {
        let wanted = Set(plan.pipelines.flatMap(\.sinks))
        return plan.sinks.compactMap { planned in
            guard wanted.contains(planned.name) else { return nil }
            let transport = SourceTransport(
                base: doors.transport, policy: planned.policy, counter: SourceTransport.Counter())
            let services = services(transport)
            do throws(StageError) {
                return SinkDelivery(
                    plan: planned, sink: try planned.make(services), format: try planned.makeFormat(services),
                    state: state, doors: doors, record: record, isDryRun: state.mode == .dryRun)
            } catch {
                record.sink(planned.name) { $0.error = error }
                record.add(.sinkFailing(planned.name, error, waiting: 0))
                return nil
            }
        }
    }

    /// Filters a pipeline that is due; gives what its sinks need to be served. A pipeline that is not due has a feeder,
    /// too, for deliveries that an earlier run could not plan. Nil if a filter failed: then nothing was decided.
    func filter(
        _ pipeline: PlannedPipeline, _ known: KnownPipeline, sources: [Collector.Prepared], isDue: Bool
    ) async throws(StageError) -> SinkDelivery.Feeder? {
        let ranks = Dictionary(pipeline.sources.enumerated().map { ($1, $0) }) { first, _ in first }
        let members = sources.filter { ranks[$0.plan.name] != nil }
        let steps: [Filtering.Step]
        var outcome = PipelineOutcome(isDue: isDue)
        do throws(StageError) {
            let services = services(doors.transport)
            var made: [Filtering.Step] = []
            for filter in pipeline.filters {
                made.append(Filtering.Step(name: filter.name, filter: try filter.make(services)))
            }
            steps = made
            if isDue {
                let filtering = Filtering(
                    pipeline: pipeline, id: known.id, steps: steps,
                    sources: Dictionary(
                        members.map { ($0.key, (name: $0.plan.name, rank: ranks[$0.plan.name] ?? .max)) }
                    ) { first, _ in first }, state: state, zone: plan.settings.zone)
                outcome = try await filtering.run(now: doors.clock.now)
            }
        } catch {
            guard !error.concernsState(at: state.path) else { throw error }
            outcome.error = error
            record.add(.warning(error))
            report(pipeline, outcome)
            return nil
        }
        if isDue { report(pipeline, outcome) }
        return SinkDelivery.Feeder(
            id: known.id,
            builder: DigestBuilder(
                pipeline: pipeline, zone: plan.settings.zone, locale: plan.settings.locale,
                order: steps.compactMap { $0.filter as? any EntryOrder }.last, sourceRanks: ranks),
            titles: Dictionary(
                members.map { member in
                    (member.key, (member.plan.name, member.plan.title ?? member.stages.source.defaultTitle ?? ""))
                }
            ) { first, _ in first },
            from: known.lastDeliveredAt, failedSources: failedSources(among: pipeline.sources),
            later: outcome.later, isEmpty: isDue && outcome.kept == 0)
    }

    private func report(_ pipeline: PlannedPipeline, _ outcome: PipelineOutcome) {
        record.change { $0.pipelines[pipeline.name] = outcome }
        record.tell(.pipelinePlanned(pipeline.name, outcome))
    }

    private func failedSources(among names: [String]) -> [FailedSource] {
        let outcomes = record.sourceOutcomes
        return names.compactMap { name in
            outcomes[name]?.error.map {
                FailedSource(source: name, code: $0.code.rawValue, message: doors.explain($0))
            }
        }
    }

    private func services(_ transport: any HTTPTransport) -> Services {
        Services(
            transport: transport, clock: doors.clock, zone: plan.settings.zone, locale: plan.settings.locale,
            blocking: doors.blocking, directory: plan.settings.directory, logger: doors.logger)
    }
}
