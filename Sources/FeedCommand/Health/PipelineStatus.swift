import FeedEngine
import FeedModel
import FeedState

/// A pipeline as `status` shows it: its configuration and its record in the state.
struct PipelineStatus: Sendable {
    let record: PipelineRecord
    /// The pipeline's part of the configuration, or nil if the configuration cannot be used.
    let plan: PlannedPipeline?

    /// When the pipeline delivers next.
    enum Next: Sendable, Hashable {
        /// At each run.
        case eachRun
        /// Its time has come: at the next run.
        case nextRun
        case at(Timestamp)
        /// Without a configuration, or with a schedule that has no further time.
        case unknown
    }

    /// The state in one word. It is `failing` only after that was reported.
    var state: String { record.failingSince == nil ? "ok" : record.isNotified ? "failing" : "unstable" }

    /// Returns when it delivers next.
    func next(after now: Timestamp, in zone: Zone) -> Next {
        guard let plan else { return .unknown }
        guard let schedule = plan.schedule else { return .eachRun }
        if let since = record.lastDeliveredAt ?? record.firstSeenAt, let last = schedule.last(notAfter: now, in: zone),
            last > since
        {
            return .nextRun
        }
        return schedule.next(after: now, in: zone).map(Next.at) ?? .unknown
    }
}
