package import FeedModel
package import FeedStages

/// Why the document behind a redirect is taken for the same feed.
package enum MoveEvidence: Sendable {
    /// The bytes are the known ones, or the server says that nothing changed.
    case unchanged
    /// The feed id is the known one.
    case sameID
    /// There may be entries that were known before: the state looks for them.
    case entries
}

/// Feeds that moved, and feeds that are gone for good.
extension StateDatabase {
    package func movedFeeds() throws(StageError) -> [(key: FeedKey, address: String)] {
        try connection.all("SELECT key, url_effective FROM source WHERE url_effective IS NOT NULL") {
            (FeedKey(hash: $0.blob(0)), $0.text(1))
        }
    }

    package func movingFeeds() throws(StageError) -> Set<FeedKey> {
        Set(try connection.all("SELECT feed_key FROM move") { FeedKey(hash: $0.blob(0)) })
    }

    package func recordMove(
        of key: FeedKey, to target: String, evidence: MoveEvidence, started: Timestamp, now: Timestamp
    ) throws(StageError) -> Bool {
        try grouped { () throws(StageError) -> Bool in
            let row = try connection.first(
                "SELECT target, since, fetches, began FROM move WHERE feed_key = ?", .blob(key.hash)
            ) { (target: $0.text(0), since: $0.time(1) ?? now, fetches: $0.int(2), began: $0.time(3) ?? now) }
            let began = min(row?.began ?? started, started)
            let isSameFeed =
                switch evidence {
                case .sameID: true
                // Bytes that have not changed since a stranger's feed came are the stranger's.
                case .unchanged: row.map { $0.fetches > 0 } ?? true
                case .entries: try holdsEntries(of: key, seenBefore: began, in: started)
                }
            let goesOn = row.map { $0.target == target && $0.since <= now && isSameFeed } ?? false
            let since = goesOn ? row?.since ?? now : now
            let fetches = isSameFeed ? (goesOn ? (row?.fetches ?? 0) + 1 : 1) : 0
            let isProven = fetches >= 3 && now - since >= .seconds(2 * 86_400)
            let isBelieved = isProven ? true : try trusts(target, of: key)
            guard isBelieved else {
                try connection.run(
                    """
                    INSERT INTO move(feed_key, target, since, fetches, began) VALUES(?, ?, ?, ?, ?)
                    ON CONFLICT(feed_key) DO UPDATE SET target = excluded.target, since = excluded.since,
                        fetches = excluded.fetches, began = excluded.began
                    """, .blob(key.hash), .text(target), .time(since),
                    .int(fetches), .time(began))
                return false
            }
            try connection.run("DELETE FROM move WHERE feed_key = ?", .blob(key.hash))
            try connection.run(
                "UPDATE source SET url_effective = ?, old_asked_at = ? WHERE key = ?", .text(target),
                .time(now), .blob(key.hash))
            return true
        }
    }

    /// Whether entries of a feed that were first seen before `moment` were in a document since `started`.
    private func holdsEntries(
        of key: FeedKey, seenBefore moment: Timestamp, in started: Timestamp
    ) throws(StageError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM source JOIN document ON document.source = source.id
                JOIN entry ON entry.document = document.id
            WHERE source.key = ? AND entry.last_in_document >= ? AND entry.first_seen < ? LIMIT 1
            """, .blob(key.hash), .time(started), .time(moment)
        ) { _ in true } ?? false
    }

    package func recordNoMove(of key: FeedKey) throws(StageError) {
        try grouped { () throws(StageError) in
            try connection.run("DELETE FROM move WHERE feed_key = ?", .blob(key.hash))
        }
    }

    package func recordOldAddressCheck(of key: FeedKey, isBack: Bool, now: Timestamp) throws(StageError) {
        try grouped { () throws(StageError) in
            try connection.run(
                """
                UPDATE source SET old_asked_at = ?,
                    url_effective = CASE WHEN ? <> 0 THEN NULL ELSE url_effective END
                WHERE key = ?
                """, .time(now), .flag(isBack), .blob(key.hash))
        }
    }

    package func rename(_ old: FeedKey, to new: FeedKey) throws(StageError) {
        try transaction { () throws(StageError) in
            try connection.run(
                "UPDATE source SET key = ?, url_effective = NULL, old_asked_at = NULL WHERE key = ?", .blob(new.hash),
                .blob(old.hash))
            // A pipeline that has both keeps the one that is renamed.
            try connection.run(
                """
                DELETE FROM pipeline_source WHERE feed_key = ?1 AND feed_key <> ?2
                    AND pipeline IN (SELECT pipeline FROM pipeline_source WHERE feed_key = ?2)
                """, .blob(new.hash), .blob(old.hash))
            try connection.run(
                "UPDATE pipeline_source SET feed_key = ? WHERE feed_key = ?", .blob(new.hash), .blob(old.hash))
            try connection.run("DELETE FROM move WHERE feed_key = ?", .blob(old.hash))
            try renameSeenElsewhere(old, to: new)
        }
    }

    package func isKnown(_ key: FeedKey) throws(StageError) -> Bool {
        try connection.first("SELECT 1 FROM source WHERE key = ?", .blob(key.hash)) { _ in true }
            ?? false
    }

    package func recordGone(_ key: FeedKey, now: Timestamp) throws(StageError) -> Bool {
        try grouped { () throws(StageError) -> Bool in
            try connection.run(
                """
                UPDATE source SET gone_since = min(coalesce(gone_since, ?2), ?2), gone_fetches = gone_fetches + 1
                WHERE key = ?1
                """, .blob(key.hash), .time(now))
            let turns =
                try connection.first(
                    """
                    SELECT 1 FROM source WHERE key = ? AND stopped_at IS NULL
                        AND gone_fetches >= 3 AND gone_since <= ?
                    """, .blob(key.hash), .time(now + .seconds(-48 * 3600))
                ) { _ in true } ?? false
            if turns {
                try connection.run(
                    "UPDATE source SET stopped_at = ?, told_at = ?, told = 3 WHERE key = ?", .time(now),
                    .time(now), .blob(key.hash))
            }
            return turns
        }
    }

    package func knows(anyOf document: PreparedDocument, of key: FeedKey) throws(StageError) -> Bool {
        for item in document.items.prefix(100) {
            for (kind, hash) in [(KeyKind.guid, item.identity.guid), (.link, item.identity.link)] {
                guard let hash else { continue }
                let isKnown = try connection.first(
                    """
                    SELECT 1 FROM source JOIN document ON document.source = source.id
                        JOIN entry_key ON entry_key.document = document.id
                    WHERE source.key = ? AND entry_key.kind = ? AND entry_key.hash = ?
                    """, .blob(key.hash), .integer(kind.rawValue), .blob(hash)
                ) { _ in true }
                if isKnown == true { return true }
            }
        }
        return false
    }
}
