package import FeedModel
package import FeedStages

/// Single facts about the state, in the table `meta`.
extension StateDatabase {
    /// The key of when a repair lost entries.
    static let lostEntriesAt = "lost_entries_at"

    package func lastRunAt() throws(StageError) -> Timestamp? {
        try meta(MetaKey.lastRunAt).flatMap { Timestamp(rfc3339: $0) }
    }

    /// Returns a fact, or nil.
    func meta(_ key: String) throws(StageError) -> String? {
        try connection.first("SELECT value FROM meta WHERE key = ?", .text(key)) { $0.text(0) }
    }

    /// Stores a fact within the open transaction; nil deletes it.
    func setMeta(_ key: String, _ value: String?) throws(StageError) {
        guard let value else { return try connection.run("DELETE FROM meta WHERE key = ?", .text(key)) }
        try connection.run(
            "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
            .text(key),
            .text(value))
    }

    /// Returns a fact that is a moment, or nil.
    func moment(_ key: String) throws(StageError) -> Timestamp? {
        try meta(key).flatMap { Int64($0) }.map { Timestamp(milliseconds: $0) }
    }
}
