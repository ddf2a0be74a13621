import FeedModel
import FeedStages
import FeedState

/// When the next run has something to do, for a process that stays.
extension Run {
    /// The time until work that this run could not do is tried again: a budget was used up, or there was no time.
    private static let retry = Duration.seconds(60)
    /// The time until a pipeline that was left to another worker is looked at again.
    private static let look = Duration.seconds(15)

    /// Puts into the report when something is due next.
    func findNext(_ sources: [Collector.Prepared], _ record: RunRecord) async throws(StageError) {
        let next = try await nextDue(sources, after: record.report)
        record.change { $0.nextDue = next }
    }

    /// Returns when a source or a pipeline is due next, not before the present moment; nil if none has such a time.
    /// Sources without `refresh` have none: they are asked in each run.
    private func nextDue(_ sources: [Collector.Prepared], after report: RunReport) async throws(StageError)
        -> Timestamp?
    {
        let now = dependencies.clock.now
        var moments: [Timestamp] = []
        let known = try await state.known(sources.map(\.key))
        for (source, known) in zip(sources, known) where known.health.stoppedAt == nil {
            guard let moment = [known.nextAt, known.retryAt, known.notBefore].compactMap({ $0 }).max() else { continue }
            let isNew = report.sources[source.plan.name]?.skipReason == .notDue
            moments.append(moment > now ? moment : isNew ? now : now + Self.retry)
        }
        for pipeline in plan.pipelines {
            guard let schedule = pipeline.schedule else { continue }
            if let next = schedule.next(after: now, in: plan.settings.zone) { moments.append(next) }
            let outcome = report.pipelines[pipeline.name]
            if outcome?.isDue ?? false, outcome?.isOfOtherWorker ?? false { moments.append(now + Self.look) }
        }
        return moments.min()
    }
}
