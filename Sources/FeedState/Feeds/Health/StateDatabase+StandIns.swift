package import FeedModel
package import FeedStages

extension FeedKey {
    /// Makes the stand-in key of a source whose request is not known. Its failures are recorded under this key, which
    /// no feed can have.
    package init(standingInFor source: String) { self.init(ofOwnFeed: "lacking\u{0}\(source)") }
}

/// Sources and pipelines that cannot be made, because this machine lacks something.
extension StateDatabase {
    package func keys(ofSources names: [String], except taken: Set<FeedKey>) throws(StageError) -> [String: FeedKey] {
        let wanted = Set(names)
        let found = try connection.all(
            """
            SELECT name, key FROM source WHERE loaded_at IS NOT NULL ORDER BY coalesce(last_attempt, loaded_at), id
            """
        ) { (source: $0.text(0), key: FeedKey(hash: $0.blob(1))) }
        var keys: [String: FeedKey] = [:]
        for feed in found where wanted.contains(feed.source) && !taken.contains(feed.key) {
            keys[feed.source] = feed.key
        }
        return keys
    }

    package func standIns() throws(StageError) -> Set<String> {
        let unloaded = try connection.all(
            "SELECT name, key FROM source WHERE loaded_at IS NULL AND failures > 0"
        ) { (source: $0.text(0), key: FeedKey(hash: $0.blob(1))) }
        return Set(unloaded.filter { $0.key == FeedKey(standingInFor: $0.source) }.map(\.source))
    }

    package func endStandIn(for source: String, by key: FeedKey) throws(StageError) {
        let standIn = FeedKey(standingInFor: source)
        guard try isKnown(key) else { return try rename(standIn, to: key) }
        try transaction { () throws(StageError) in
            try connection.run("DELETE FROM source WHERE key = ?", .blob(standIn.hash))
            try connection.run("DELETE FROM pipeline_source WHERE feed_key = ?", .blob(standIn.hash))
        }
    }

    package func sources(of pipeline: PipelineID) throws(StageError) -> Set<FeedKey> {
        Set(
            try connection.all(
                "SELECT feed_key FROM pipeline_source WHERE pipeline = ? AND removed_at IS NULL",
                .integer(pipeline.number)
            ) { FeedKey(hash: $0.blob(0)) })
    }

    /// After this time the failure of a pipeline is reported again.
    private static let pipelineReminder: Duration = .seconds(7 * 86_400)

    package func recordFailure(
        ofPipeline pipeline: PipelineID, patience: Duration = .zero, now: Timestamp
    ) throws(StageError) -> Timestamp? {
        try transaction { () throws(StageError) -> Timestamp? in
            let noted = try connection.first(
                "SELECT failing_since, told_at FROM pipeline WHERE id = ?", .integer(pipeline.number)
            ) { (since: $0.time(0), notified: $0.time(1)) }
            let since = min(noted?.since ?? now, now)
            if let notified = noted?.notified, notified <= now, now - notified < Self.pipelineReminder { return nil }
            let isToNotify = now - since >= patience
            try connection.run(
                "UPDATE pipeline SET failing_since = ?, told_at = CASE WHEN ? <> 0 THEN ? ELSE told_at END WHERE id = ?",
                .time(since),
                .flag(isToNotify), .time(now), .integer(pipeline.number))
            return isToNotify ? since : nil
        }
    }

    package func recordSuccess(ofPipeline pipeline: PipelineID) throws(StageError) -> Bool {
        let wasNotified = try connection.first(
            "SELECT told_at FROM pipeline WHERE id = ? AND failing_since IS NOT NULL", .integer(pipeline.number)
        ) { !$0.isNull(0) }
        guard let wasNotified else { return false }
        try transaction { () throws(StageError) in
            try connection.run(
                "UPDATE pipeline SET failing_since = NULL, told_at = NULL WHERE id = ?", .integer(pipeline.number))
        }
        return wasNotified
    }
}
