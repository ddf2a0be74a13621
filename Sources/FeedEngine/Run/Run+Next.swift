import FeedModel
import FeedStages
import FeedState

/// When the next run has something to do, for a process that stays.
extension Run {
    /// The time until work that this run could not do is tried again: a budget was used up, or there was no time.
    private static let retry = Duration.seconds(60)
    /// The time until what was left to another worker is looked at again.
    static let look = Duration.seconds(15)

    /// Puts into the report when something is due next.
    func findNext(_ sources: [Collector.Prepared], _ record: RunRecord) async throws(StageError) {
        let next = try await nextDue(sources, after: record.report)
        record.change { $0.nextDue = next }
    }

    /// Returns when a source, a pipeline or a sink is due next, not before the present moment; nil if none has such a time.
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
            let outcome = report.pipelines[pipeline.name]
            if outcome?.isDue ?? false, outcome?.isOfOtherWorker ?? false { moments.append(now + Self.look) }
            // Its moment may have come during this run.
            let next = pipeline.schedule?.next(after: report.started, in: plan.settings.zone)
            if let next { moments.append(max(next, now)) }
        }
        moments += report.sinks.values.compactMap(\.resumesAt).map { max($0, now) }
        return moments.min()
    }
}
