public import FeedModel
public import FeedStages

extension StateDatabase {
    /// When a run last opened the state, or nil if none has.
    public func lastRunAt() throws(StageError) -> Timestamp? {
        try meta("last_run_at").flatMap { Timestamp(rfc3339: $0) }
    }
}
