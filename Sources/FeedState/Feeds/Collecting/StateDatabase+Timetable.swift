package import FeedModel
package import FeedStages

/// The timetable: when sources are due, and which ones the last run did not reach.
extension StateDatabase {
    package func passOver(_ sources: [(key: FeedKey, name: String)]) throws(StageError) {
        guard !sources.isEmpty else { return }
        try grouped { () throws(StageError) in
            for source in sources {
                try touch(source.key, source: source.name)
                try connection.run(
                    "UPDATE source SET passed_over = passed_over + 1 WHERE key = ?",
                    .blob(source.key.hash))
            }
        }
    }

    package func recordRunTime(isShort: Bool) throws(StageError) -> Bool {
        let wasShort = try meta("out_of_time") != nil
        guard isShort != wasShort else { return false }
        try grouped { () throws(StageError) in
            if isShort {
                try setMeta("out_of_time", "1")
            } else {
                try setMeta("out_of_time", nil)
            }
        }
        return isShort
    }

    package func setDue(_ feeds: [(key: FeedKey, at: Timestamp)]) throws(StageError) {
        guard !feeds.isEmpty else { return }
        try grouped { () throws(StageError) in
            for feed in feeds {
                try connection.run(
                    "UPDATE source SET next_at = ? WHERE key = ?", .time(feed.at), .blob(feed.key.hash))
            }
        }
    }
}
