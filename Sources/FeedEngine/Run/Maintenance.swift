import FeedModel
import FeedStages
import FeedState
import FeedSystem

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
        let removing = sinks.filter { ($0.sink as? any FileWriting)?.keep != nil }.map(\.plan.name)
        return RetentionRules(
            memories: factory.memories(of: known), livingTargets: living, removesFiles: Set(removing))
    }
}

/// Removal of old files that sinks wrote (`keep`).
extension Maintenance {
    /// The most files of a sink that a run examines, and removes.
    private static let mostExamined = 1000
    private static let mostRemoved = 100

    /// Removes the files of each sink that are older than it keeps them. A dry run only reports them.
    ///
    /// A file is removed before it is forgotten, so that a run that is stopped in between finds it missing.
    func removeOldFiles(_ sinks: [SinkDelivery], _ blocking: BlockingExecutor) async throws(StageError) {
        let now = clock.now
        for delivery in sinks {
            guard let sink = delivery.sink as? any FileWriting, let keep = sink.keep else { continue }
            let name = delivery.plan.name
            let pipelines = plan.pipelines.filter { $0.sinks.contains(name) }.map(\.name)
            guard let living = sink.targets(of: pipelines, at: now) else { continue }
            let expired = try await state.expiredTargets(
                of: name, deliveredBefore: now - keep, most: Self.mostExamined, now: now)
            var removed = 0
            for file in expired where !living.contains(file.path) {
                guard removed < Self.mostRemoved, !Task.isCancelled else { break }
                let isPreview = delivery.isDryRun
                let outcome = await blocking.run { () -> Result<FileRemoval, StageError> in
                    do throws(StageError) {
                        return .success(try sink.remove(file: file.path, memo: file.memo, isPreview: isPreview))
                    } catch {
                        return .failure(error)
                    }
                }
                record.emit(.fileExpired(sink: name, path: file.path, outcome, isPreview: isPreview))
                guard case .success(let removal) = outcome else { continue }
                if removal == .removed { removed += 1 }
                if !isPreview { try await state.forgetTarget(file.path, of: name) }
            }
        }
    }
}
