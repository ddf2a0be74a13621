package import FeedModel
package import FeedStages

/// Pruning of old data, a slice at a time, so that the size of the state stays bounded.
extension StateDatabase {
    package func isRoundDue(at now: Timestamp) throws(StageError) -> Bool {
        guard mode == .readWrite, try mayPrune(at: now), try meta("pruned_entry") == nil else { return false }
        guard let last = try moment("pruned_at"), last <= now else { return true }
        return now - last >= Retention.round
    }

    package func beginRound(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Pruned {
        var pruned = Pruned()
        try grouped(fetches: 0, alone: true) { () throws(StageError) in
            try setMeta("pruned_at", String(now.milliseconds))
            try setMeta("pruned_entry", "0")
            if let memories = rules.memories { try forgetFingerprints(memories, now: now) }
            try forgetOldMemories(now: now)
            pruned.targets += try closeTargets(rules, now: now)
        }
        return pruned
    }

    package func pruneSlice(now: Timestamp) throws(StageError) -> Pruned {
        var pruned = Pruned()
        guard mode == .readWrite, try mayPrune(at: now), let first = try meta("pruned_entry").flatMap({ Int64($0) })
        else { return pruned }
        try grouped(fetches: 0, alone: true) { () throws(StageError) in
            pruned.messages += try pruneMessages(now: now)
            try prune(after: first, now: now, &pruned)
        }
        return pruned
    }

    package func pruneAll(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Pruned {
        var pruned = try beginRound(rules, now: now)
        while let first = try meta("pruned_entry").flatMap({ Int64($0) }) {
            try grouped(fetches: 0, alone: true) { () throws(StageError) in
                pruned.messages += try pruneMessages(now: now)
                try prune(after: first, now: now, &pruned)
            }
            try commitGroup()
        }
        return pruned
    }

    package func compact() throws(StageError) -> Int64 {
        try commitGroup()
        if connection.sqlite != nil {
            try connection.run("VACUUM")
            _ = try connection.first("PRAGMA wal_checkpoint(TRUNCATE)") { $0.int(0) }
        }
        return try StateContents.size(of: connection)
    }

    /// Whether data may be deleted now. After a long gap between two runs it may not for a day, since the clock may
    /// have jumped.
    private func mayPrune(at now: Timestamp) throws(StageError) -> Bool {
        if let last = previousRunAt, now - last > Retention.longestGap {
            try grouped(fetches: 0, alone: true) { () throws(StageError) in
                try setMeta("prune_after", String((now + Retention.round).milliseconds))
            }
            return false
        }
        guard let after = try moment("prune_after") else { return true }
        // A moment more than a day ahead was written before the clock was set back.
        return after <= now || after > now + Retention.round
    }

    private func prune(after first: Int64, now: Timestamp, _ pruned: inout Pruned) throws(StageError) {
        let last = try connection.first(
            "SELECT max(id), count(*) FROM (SELECT id FROM entry WHERE id > ? ORDER BY id LIMIT ?) AS slice",
            .integer(first),
            .int(Retention.slice)
        ) { (id: $0.integer(0), count: $0.int(1)) }
        guard let last, last.count > 0 else { return try setMeta("pruned_entry", nil) }
        pruned.verdicts += try pruneVerdicts(first, last.id, now: now)
        pruned.numbers += try pruneNumbers(first, last.id, now: now)
        let old = try oldEntries(first, last.id, now: now)
        if !old.isEmpty {
            let needed = try neededEntries()
            var free: [OldEntry] = []
            for entry in old where !needed.contains(entry.id) {
                if try isOpen(entry.id) { continue }
                if try !isInTarget(entry.id) { free.append(entry) }
            }
            let newest = try connection.first("SELECT max(id) FROM entry") { $0.integer(0) } ?? 0
            // The entry with the highest number stays, since SQLite would give that number again.
            let gone = free.filter { now - $0.lastSeen > Retention.entries && $0.id != newest }
            pruned.bodies += try dropBodies(of: free.map(\.id))
            for (document, entries) in Dictionary(grouping: gone, by: \.document) {
                try delete(entries.map(\.id), of: document)
            }
            pruned.entries += gone.count
        }
        try setMeta("pruned_entry", last.count < Retention.slice ? nil : String(last.id))
    }

    /// Returns the entries of a slice that left their document long ago. An entry that was in it at the last parse
    /// counts as seen at every complete fetch since: those brought the same bytes, or the response that nothing
    /// changed.
    private func oldEntries(_ first: Int64, _ last: Int64, now: Timestamp) throws(StageError) -> [OldEntry] {
        let limit = now - Retention.bodies
        return try connection.all(
            """
            SELECT entry.id, entry.document, CASE WHEN last_in_document >= document.parsed_at - ?4
                THEN max(last_in_document, coalesce(source.last_success, 0)) ELSE last_in_document END
            FROM entry LEFT JOIN document ON document.id = entry.document
                LEFT JOIN source ON source.id = document.source
            WHERE entry.id > ?1 AND entry.id <= ?2 AND last_in_document < ?3
            """, .integer(first), .integer(last), .time(limit),
            .integer(Retention.longestFetch.clampedMilliseconds)
        ) { OldEntry(id: $0.integer(0), document: $0.integer(1), lastSeen: $0.time(2) ?? now) }
        .filter { $0.lastSeen < limit }
    }

    private struct OldEntry {
        let id: Int64
        let document: Int64
        let lastSeen: Timestamp
    }

    /// The entries that wait for a sink, or are in an open or given-up message.
    func neededEntries() throws(StageError) -> Set<Int64> {
        var needed = Set(try connection.all("SELECT DISTINCT entry FROM waiting") { $0.integer(0) })
        for list in try connection.all("SELECT entries FROM message WHERE state IN (0, 2)", read: { $0.text(0) }) {
            needed.formUnion(list.split(separator: " ").lazy.compactMap { Int64($0) })
        }
        return needed
    }

    /// Whether a pipeline has not decided an entry yet, or quarantines it.
    private func isOpen(_ entry: Int64) throws(StageError) -> Bool {
        try connection.first(Self.openPipeline, .integer(entry)) { _ in true } ?? false
    }

    /// `CROSS JOIN` keeps pipelines first. SQLite does not know how few they are, and would otherwise read all entries
    /// that any pipeline ever had, once for each entry.
    static let openPipeline: Statement = """
        SELECT 1 FROM pipeline CROSS JOIN pipeline_entry
        WHERE pipeline_entry.pipeline = pipeline.id AND pipeline_entry.entry = ? AND state <= 2 LIMIT 1
        """

    private func isInTarget(_ entry: Int64) throws(StageError) -> Bool {
        try connection.first("SELECT 1 FROM target_entry WHERE entry = ? LIMIT 1", .integer(entry)) { _ in true }
            ?? false
    }

    private func pruneVerdicts(_ first: Int64, _ last: Int64, now: Timestamp) throws(StageError) -> Int {
        var count = 0
        for pipeline in try connection.all("SELECT id FROM pipeline", read: { $0.integer(0) }) {
            try connection.run(
                """
                DELETE FROM pipeline_entry WHERE pipeline = ?1 AND entry > ?2 AND entry <= ?3 AND state = 3
                    AND decided_at < ?4
                    AND coalesce((SELECT last_in_document FROM entry WHERE id = pipeline_entry.entry), 0) < ?4
                """, .integer(pipeline), .integer(first), .integer(last), .time(now - Retention.verdicts))
            count += try connection.changes
        }
        return count
    }

    private func dropBodies(of entries: [Int64]) throws(StageError) -> Int {
        var count = 0
        let list = StateValue.list(entries)
        try connection.run("DELETE FROM entry_body WHERE entry IN (SELECT value FROM json_each(?))", list)
        count += try connection.changes
        // The bodies that filters had changed are deleted, too. They become empty, since NULL would bring back a body
        // that a filter removed.
        for pipeline in try connection.all("SELECT id FROM pipeline", read: { $0.integer(0) }) {
            try connection.run(
                """
                UPDATE pipeline_entry SET body = ? WHERE pipeline = ? AND length(body) > 0
                    AND entry IN (SELECT value FROM json_each(?))
                """, .blob([]), .integer(pipeline), list)
        }
        return count
    }

    /// Deletes entries of a document with their keys, bodies, numbers, verdicts and holds.
    func delete(_ entries: [Int64], of document: Int64) throws(StageError) {
        let list = StateValue.list(entries)
        try connection.run(
            "DELETE FROM entry_key WHERE document = ? AND entry IN (SELECT value FROM json_each(?))",
            .integer(document), list)
        for pipeline in try connection.all("SELECT id FROM pipeline", read: { $0.integer(0) }) {
            try connection.run(
                "DELETE FROM pipeline_entry WHERE pipeline = ? AND entry IN (SELECT value FROM json_each(?))",
                .integer(pipeline), list)
            try connection.run(
                "DELETE FROM hold WHERE pipeline = ? AND entry IN (SELECT value FROM json_each(?))",
                .integer(pipeline), list)
        }
        try connection.run("DELETE FROM entry_body WHERE entry IN (SELECT value FROM json_each(?))", list)
        try connection.run("DELETE FROM number_sample WHERE entry IN (SELECT value FROM json_each(?))", list)
        try connection.run("DELETE FROM entry WHERE id IN (SELECT value FROM json_each(?))", list)
    }

    /// Deletes old finished messages, oldest first, and stops at the first young message. Returns how many.
    private func pruneMessages(now: Timestamp) throws(StageError) -> Int {
        let first = try meta("pruned_message").flatMap { Int64($0) } ?? 0
        let limit = now - Retention.verdicts
        let rows = try connection.rows(
            "SELECT id, state, created_at, finished_at FROM message WHERE id > ? ORDER BY id LIMIT ?",
            .integer(first), .int(Retention.slice)
        ) { row throws(StageError) -> (id: Int64, isOld: Bool)? in
            guard let created = row.time(2), created < limit else { return nil }
            let isDone = [MessageState.delivered, .discarded, .replaced].contains { $0.rawValue == row.integer(1) }
            return (row.integer(0), isDone && row.time(3).map { $0 < limit } ?? false)
        }
        guard let last = rows.last else {
            if first > 0 { try setMeta("pruned_message", nil) }
            return 0
        }
        let old = rows.filter(\.isOld).map(\.id)
        try connection.run("DELETE FROM message WHERE id IN (SELECT value FROM json_each(?))", .list(old))
        try setMeta("pruned_message", rows.count < Retention.slice ? nil : String(last.id))
        return old.count
    }

    private func forgetFingerprints(_ memories: [PipelineID: Duration], now: Timestamp) throws(StageError) {
        for pipeline in try connection.all("SELECT id FROM pipeline", read: { $0.integer(0) }) {
            let memory = memories[PipelineID(number: pipeline)] ?? .zero
            try connection.run(
                "DELETE FROM fingerprint WHERE pipeline = ? AND kept_at < ?", .integer(pipeline),
                .time(now - max(memory, Retention.bodies)))
        }
    }

    /// Closes targets that no sink delivers to any more: deletes them, or all but the memo where the sink will remove
    /// the file. Returns how many.
    private func closeTargets(_ rules: RetentionRules, now: Timestamp) throws(StageError) -> Int {
        let old = try connection.all(
            "SELECT id, sink, path, message FROM target WHERE delivered_at < ?", .time(now - Retention.targets)
        ) { (id: $0.integer(0), sink: $0.text(1), path: $0.text(2), isClosed: $0.integer(3) == 0) }
        var count = 0
        for target in old {
            guard let paths = rules.livingTargets[target.sink], !paths.contains(path(ofStored: target.path)) else {
                continue
            }
            let keepsMemo = rules.removesFiles.contains(target.sink)
            if keepsMemo && target.isClosed { continue }
            try connection.run("DELETE FROM target_entry WHERE target = ?", .integer(target.id))
            try connection.run(
                keepsMemo
                    ? "UPDATE target SET message = 0, tally = NULL WHERE id = ?" : "DELETE FROM target WHERE id = ?",
                .integer(target.id))
            count += 1
        }
        return count
    }
}

/// Files that a sink may remove.
extension StateDatabase {
    package func expiredTargets(
        of sink: String, deliveredBefore limit: Timestamp, most: Int, now: Timestamp
    ) throws(StageError) -> [ExpiredTarget] {
        guard try mayPrune(at: now) else { return [] }
        return try connection.all(
            """
            SELECT path, memo FROM target WHERE sink = ?1 AND delivered_at < ?2 AND memo IS NOT NULL
                AND path NOT IN (SELECT target FROM message WHERE state = 0 AND sink = ?1 AND mode <> 'post')
            ORDER BY delivered_at, id LIMIT ?3
            """, .text(sink), .time(limit), .int(most)
        ) { ExpiredTarget(path: path(ofStored: $0.text(0)), memo: $0.blob(1)) }
    }

    package func forgetTarget(_ path: String, of sink: String) throws(StageError) {
        let name = stored(path)
        try transaction { () throws(StageError) in
            try connection.run(
                "DELETE FROM target_entry WHERE target IN (SELECT id FROM target WHERE sink = ? AND path = ?)",
                .text(sink), .text(name))
            try connection.run("DELETE FROM target WHERE sink = ? AND path = ?", .text(sink), .text(name))
        }
    }
}

/// A file to which nothing was delivered for long.
package struct ExpiredTarget: Sendable, Hashable {
    /// Its path.
    package let path: String
    /// What the sink kept of it at the last delivery.
    package let memo: [UInt8]
}
