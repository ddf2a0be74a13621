import FeedModel
import FeedStages
import FeedState

/// Deletes old data from the state, a little in each run, so that it does not grow without bound.
struct Maintenance: Sendable {
    let plan: Plan
    let state: any StateStore
    let record: RunRecord
    let clock: any WallClock

    /// Begins a new round if one is due, then prunes a slice. Joins the transaction that stores the first fetches.
    func pruneState(
        _ factory: StageFactory, _ known: [String: KnownPipeline], sources: [Collector.Prepared],
        _ sinks: [SinkDelivery]
    ) async throws(StageError) {
        let now = clock.now
        if try await state.isRoundDue(at: now) {
            let absent = absent(beside: sources)
            try await record.withChanges(in: state, now: now) { state, changes throws(StageError) in
                changes += try state.forgetLeftovers(absent: absent, now: now).map { .leftoverForgotten($0) }
            }
            try await exportGivenUp(now: now)
            _ = try await state.beginRound(rules(factory, known, sinks, now: now), now: now)
        }
        _ = try await state.pruneSlice(now: now)
    }

    /// Moves surplus given-up messages into a file. If that fails, it is reported, and they stay in the state.
    private func exportGivenUp(now: Timestamp) async throws(StageError) {
        do throws(StageError) {
            try await record.withChanges(in: state, now: now) { state, changes throws(StageError) in
                changes += try state.exportGivenUp(now: now, limit: GivenUpExport.most).map { .givenUpExported($0) }
            }
        } catch {
            guard [.file, .disk].contains(error.code.fault), error.subject != state.path else { throw error }
            record.add(.warning(error))
        }
    }

    /// Returns the sources that the configuration has, but this run has not: they are disabled, or cannot be made now.
    private func absent(beside sources: [Collector.Prepared]) -> Set<String> {
        let disabled = plan.sources.filter { !$0.isEnabled }.map(\.name)
        return Set(plan.pipelines.flatMap(\.sources) + disabled).subtracting(sources.map(\.plan.name))
    }

    private func rules(
        _ factory: StageFactory, _ known: [String: KnownPipeline], _ sinks: [SinkDelivery], now: Timestamp
    ) -> RetentionRules {
        var living: [String: Set<String>] = [:]
        for sink in sinks {
            let pipelines = plan.pipelines.filter { $0.sinks.contains(sink.plan.name) }.map(\.name)
            living[sink.plan.name] = (sink.sink as? any FileWriting)?.targets(of: pipelines, at: now)
        }
        return RetentionRules(memories: factory.memories(of: known), livingTargets: living)
    }
}
