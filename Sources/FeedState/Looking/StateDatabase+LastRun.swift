package import FeedModel
package import FeedStages

extension StateDatabase {
    package func lastRunAt() throws(StageError) -> Timestamp? {
        try meta("last_run_at").flatMap { Timestamp(rfc3339: $0) }
    }
}
