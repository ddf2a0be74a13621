import FeedModel
import FeedStages
import FeedState

/// Filtering of pipelines, also beside other workers of the same state.
extension Run {
    /// The pipelines of a run, and what decides which of them it filters.
    struct Filtered {
        let factory: StageFactory
        let known: [String: KnownPipeline]
        let sources: [Collector.Prepared]
        /// The names of the pipelines that were due as the run began.
        let due: Set<String>
        let options: RunOptions
        /// Sources that another worker has not fetched yet.
        let pending: Set<String>
        /// Sinks to which another machine delivers.
        let elsewhere: Set<String>
        let record: RunRecord
        let started: Timestamp
    }

    /// How long a pipeline that another worker filters is waited for: 60 times half a second.
    private static let mostLooks = 60
    private static let pause = Duration.milliseconds(500)

    /// Filters the pipelines that are due, and returns what each sink is to deliver, by its name.
    func filterPipelines(_ filtered: Filtered) async throws(StageError) -> [String: [SinkDelivery.PipelineDelivery]] {
        var deliveries: [String: [SinkDelivery.PipelineDelivery]] = [:]
        var left: [PlannedPipeline] = []
        for pipeline in plan.pipelines where !Task.isCancelled {
            guard let known = filtered.known[pipeline.name] else { continue }
            let isDue = filtered.due.contains(pipeline.name)
            if let holder, isDue {
                guard !leavesToOthers(pipeline, filtered) else {
                    left.append(pipeline)
                    continue
                }
                guard try await holder.claim(pipeline.name, of: .pipeline) else {
                    left.append(pipeline)
                    continue
                }
                let delivery = try await filterHeld(pipeline, known, filtered)
                try await holder.release([pipeline.name], of: .pipeline)
                add(delivery, of: pipeline, to: &deliveries)
                continue
            }
            let delivery = try await filtered.factory.filter(
                pipeline, known, sources: filtered.sources, isDue: isDue)
            add(delivery, of: pipeline, to: &deliveries)
        }
        if let holder, !left.isEmpty { try await filterLeft(left, filtered, holder, &deliveries) }
        return deliveries
    }

    /// Filters pipelines that another worker has been filtering: that one may not have seen what this one stored.
    private func filterLeft(
        _ pipelines: [PlannedPipeline], _ filtered: Filtered, _ holder: LeaseHolder,
        _ deliveries: inout [String: [SinkDelivery.PipelineDelivery]]
    ) async throws(StageError) {
        var left = pipelines.filter { !leavesToOthers($0, filtered) }
        for look in 0..<Self.mostLooks where !left.isEmpty && !Task.isCancelled {
            // A cancelled sleep ends the loop.
            if look > 0 { try? await dependencies.clock.sleep(for: Self.pause) }
            let held = try await holder.claim(left.map(\.name), of: .pipeline)
            for pipeline in left where held.contains(pipeline.name) {
                guard let known = filtered.known[pipeline.name] else { continue }
                let delivery = try await filterHeld(pipeline, known, filtered)
                add(delivery, of: pipeline, to: &deliveries)
            }
            try await holder.release(held, of: .pipeline)
            left.removeAll { held.contains($0.name) }
        }
        for pipeline in pipelines
        where leavesToOthers(pipeline, filtered) || left.contains(where: { $0.name == pipeline.name }) {
            let delivery = try await filterElsewhere(pipeline, filtered.known[pipeline.name], filtered)
            add(delivery, of: pipeline, to: &deliveries)
        }
    }

    /// Filters a pipeline whose lease this worker holds, unless another one has served its schedule meanwhile.
    private func filterHeld(
        _ pipeline: PlannedPipeline, _ known: KnownPipeline, _ filtered: Filtered
    ) async throws(StageError) -> SinkDelivery.PipelineDelivery? {
        var known = known
        if let record = try await state.records(ofPipelines: [pipeline.name]).first {
            known = known.updated(by: record)
        }
        guard isDue(pipeline, known, filtered.options, now: filtered.started) else {
            return try await filterElsewhere(pipeline, known, filtered)
        }
        return try await filtered.factory.filter(
            pipeline, known, sources: filtered.sources, isDue: true,
            callsWorkers: !filtered.elsewhere.isDisjoint(with: pipeline.sinks))
    }

    /// Notes that another worker filters a pipeline. What it keeps is delivered by who serves the sinks.
    private func filterElsewhere(
        _ pipeline: PlannedPipeline, _ known: KnownPipeline?, _ filtered: Filtered
    ) async throws(StageError) -> SinkDelivery.PipelineDelivery? {
        filtered.record.change { $0.pipelines[pipeline.name]?.isOfOtherWorker = true }
        guard let known else { return nil }
        return try await filtered.factory.filter(pipeline, known, sources: filtered.sources, isDue: false)
    }

    /// Whether a pipeline with a schedule is left to a worker that still fetches some of its sources: their entries would
    /// otherwise come with the next delivery only. A run that began long after the moment of the schedule waits for
    /// nobody.
    private func leavesToOthers(_ pipeline: PlannedPipeline, _ filtered: Filtered) -> Bool {
        guard filtered.options.pipelines.isEmpty, !filtered.pending.isDisjoint(with: pipeline.sources),
            let scheduled = pipeline.schedule?.last(notAfter: filtered.started, in: plan.settings.zone)
        else { return false }
        return filtered.started - scheduled < plan.settings.maxRun
    }

    private func add(
        _ delivery: SinkDelivery.PipelineDelivery?, of pipeline: PlannedPipeline,
        to deliveries: inout [String: [SinkDelivery.PipelineDelivery]]
    ) {
        guard let delivery else { return }
        for sink in pipeline.sinks { deliveries[sink, default: []].append(delivery) }
    }
}
