public import FeedModel
public import FeedStages

/// T1: the entries of a document.
extension StateDatabase {
    /// Stores what a fetch brought so far, before it ends. Returns how many entries were new.
    public func store(_ fetched: FetchedDocuments, of feed: CollectedFeed, now: Timestamp) throws(StageError) -> Int {
        try grouped { () throws(StageError) -> Int in try keep(fetched, of: feed, now: now) }
    }

    /// Stores fetches that are over, in one transaction with others that end about then.
    public func finish(_ fetches: [FinishedFetch]) throws(StageError) -> [StoredFetch] {
        try grouped(fetches.count) { () throws(StageError) -> [StoredFetch] in
            var stored: [StoredFetch] = []
            for fetch in fetches {
                var outcome = StoredFetch()
                outcome.new = try keep(fetch.fetched, of: fetch.feed, now: fetch.endedAt)
                if var success = fetch.success {
                    for failed in success.failedDocuments {
                        let noted = try fail(
                            fetch.feed.key, document: failed.key, source: fetch.feed.source,
                            FailedFetch(failed.error), now: fetch.endedAt)
                        if noted.tellsUser { outcome.documentsToTell.append(failed.key) }
                    }
                    success.hasNew = success.hasNew || outcome.new > 0
                    (outcome.wasTold, outcome.silence) = try end(fetch.feed, success, now: fetch.endedAt)
                }
                stored.append(outcome)
            }
            return stored
        }
    }

    private func keep(_ fetched: FetchedDocuments, of feed: CollectedFeed, now: Timestamp) throws(StageError) -> Int {
        var new = 0
        for document in fetched.documents { new += try keep(document, of: feed, now: now) }
        for renewal in fetched.renewals { try renew(renewal.validators, of: feed.key, document: renewal.key) }
        return new
    }

    /// Stores a document's entries with the validators that stand for them; new ones begin to wait in every pipeline
    /// that already knows the source. Returns how many were new.
    private func keep(
        _ document: PreparedDocument, of collected: CollectedFeed, now: Timestamp
    ) throws(StageError) -> Int {
        let key = collected.key
        let known = try self.feed(key, document: document.key, source: collected.source)
        let combines = known.combinesGuidAndLink || document.items.contains { $0.identity.isGuidAmbiguous }
        try note(document, of: known.id, source: collected.source, combinesGuidAndLink: combines, now: now)
        if combines, !known.combinesGuidAndLink { try combineGuidsAndLinks(of: known.id) }
        var settled: [PipelineID] = []
        for pipeline in collected.pipelines where try isSettled(pipeline, with: key) { settled.append(pipeline) }
        var seen: Set<Int64> = []
        var new = 0
        for (order, item) in document.items.enumerated() {
            if let entry = try find(item.identity, in: known.id, combinesGuidAndLink: combines) {
                // What stands twice in a document counts as it stands there first.
                guard seen.insert(entry).inserted else { continue }
                if try refresh(entry, with: item, at: now) {
                    try remember(item.identity, as: entry, in: known.id, combinesGuidAndLink: combines)
                }
            } else {
                new += 1
                let entry = try insert(item, order: order, feed: known.id, now: now)
                seen.insert(entry)
                try remember(item.identity, as: entry, in: known.id, combinesGuidAndLink: combines)
                for pipeline in settled { try wait(entry, in: pipeline, now: now) }
            }
        }
        return new
    }

    /// The row of a feed's document, made if there is none.
    private func feed(
        _ key: FeedKey, document: DocumentKey, source: String
    ) throws(StageError) -> (id: Int64, combinesGuidAndLink: Bool) {
        let known = try connection.first(
            "SELECT id, identity FROM feed WHERE key = ? AND document = ?", .blob(key.hash), .text(document.rawValue)
        ) { (id: $0.integer(0), combinesGuidAndLink: $0.flag(1)) }
        if let known { return known }
        try touch(key, document: document, source: source)
        return (connection.lastInsertedRow, false)
    }

    /// Notes what stands for the document: title, validators, hash. The health of a document of many is its own; that
    /// of an only one is its source's and ends with the fetch.
    private func note(
        _ document: PreparedDocument, of feed: Int64, source: String, combinesGuidAndLink: Bool, now: Timestamp
    ) throws(StageError) {
        try connection.run(
            """
            UPDATE feed SET source = ?, title = coalesce(?, title), identity = ?,
                validator_url = ?, etag = ?, last_modified = ?, content_hash = ?, parsed_at = ?,
                failures = iif(document = '', failures, 0), told_at = iif(document = '', told_at, NULL),
                told = iif(document = '', told, 0),
                failing_since = iif(document = '', failing_since, NULL),
                last_success = iif(document = '', last_success, ?)
            WHERE id = ?
            """, .text(source), .text(orNull: document.title), .flag(combinesGuidAndLink),
            .text(orNull: document.validators?.url), .text(orNull: document.validators?.etag),
            .text(orNull: document.validators?.lastModified), .blob(orNull: document.contentHash), .time(now),
            .time(now), .integer(feed))
    }

    private func find(
        _ identity: EntryIdentity, in feed: Int64, combinesGuidAndLink: Bool
    ) throws(StageError) -> Int64? {
        if let guid = identity.guid {
            guard combinesGuidAndLink else { return try entry(.guid, guid, in: feed) }
            if let both = identity.guidAndLink, let found = try entry(.guidAndLink, both, in: feed) { return found }
            // Seen with another link before this feed began to repeat its guids: the same if the link is one it had.
            guard let found = try entry(.guid, guid, in: feed), let link = identity.link,
                try entry(.link, link, in: feed) == found
            else { return nil }
            return found
        }
        if let link = identity.link, identity.isLinkUnique { return try entry(.link, link, in: feed) }
        guard let content = identity.content else { return nil }
        return try entry(.content, content, in: feed)
    }

    private func entry(_ kind: KeyKind, _ hash: [UInt8], in feed: Int64) throws(StageError) -> Int64? {
        try connection.first(
            "SELECT entry FROM entry_key WHERE feed = ? AND kind = ? AND hash = ?", .integer(feed),
            .integer(kind.rawValue), .blob(hash)
        ) { $0.integer(0) }
    }

    private func remember(
        _ identity: EntryIdentity, as entry: Int64, in feed: Int64, combinesGuidAndLink: Bool
    ) throws(StageError) {
        try add(.guid, identity.guid, of: entry, in: feed)
        if combinesGuidAndLink { try add(.guidAndLink, identity.guidAndLink, of: entry, in: feed) }
        try add(.link, identity.link, of: entry, in: feed)
        try add(.content, identity.content, of: entry, in: feed)
    }

    private func add(_ kind: KeyKind, _ hash: [UInt8]?, of entry: Int64, in feed: Int64) throws(StageError) {
        guard let hash else { return }
        try connection.run(
            "INSERT INTO entry_key(feed, kind, hash, entry) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
            .integer(feed), .integer(kind.rawValue), .blob(hash), .integer(entry))
    }

    /// The feed begins to repeat its guids: what it had before must be known by guid and link together, too. The link
    /// alone does not tell an entry that has none, or has that of another one.
    private func combineGuidsAndLinks(of feed: Int64) throws(StageError) {
        var hasher = SHA256.Hasher()
        let known = try connection.all(
            """
            SELECT entry.id, entry.head FROM entry_key JOIN entry ON entry.id = entry_key.entry
            WHERE entry_key.feed = ? AND kind = ?
            """, .integer(feed), .integer(KeyKind.guid.rawValue)
        ) { row throws(StageError) in
            let entry = try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(1), body: nil))
            return (entry: row.integer(0), key: EntryIdentity.identities(of: [entry], &hasher).first?.guidAndLink)
        }
        for row in known { try add(.guidAndLink, row.key, of: row.entry, in: feed) }
    }

    private func insert(
        _ item: PreparedDocument.Item, order: Int, feed: Int64, now: Timestamp
    ) throws(StageError) -> Int64 {
        try connection.run(
            """
            INSERT INTO entry(feed, first_seen, date, document_order, last_in_document, content_hash, head, numbers)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?)
            """, .integer(feed), .time(now), .time(.ofEntry(published: item.published, firstSeen: now)), .int(order),
            .time(now), .blob(item.contentHash), .blob(item.encoded.head), .text(orNull: item.numbers))
        let entry = connection.lastInsertedRow
        if let body = item.encoded.body {
            try connection.run("INSERT INTO entry_body(entry, body) VALUES(?, ?)", .integer(entry), .blob(body))
        }
        return entry
    }

    /// Numbers always follow the source; the content does while no delivery of the entry is planned. Returns whether
    /// the content changed.
    private func refresh(
        _ entry: Int64, with item: PreparedDocument.Item, at now: Timestamp
    ) throws(StageError) -> Bool {
        let changed = try connection.first(
            "SELECT first_seen FROM entry WHERE id = ? AND content_hash <> ?", .integer(entry), .blob(item.contentHash)
        ) { Timestamp(milliseconds: $0.integer(0)) }
        guard let firstSeen = changed, try !entriesOnTheirWay().contains(entry) else {
            try connection.run(
                "UPDATE entry SET last_in_document = ?, numbers = ? WHERE id = ?", .time(now),
                .text(orNull: item.numbers), .integer(entry))
            return false
        }
        try connection.run(
            """
            UPDATE entry SET last_in_document = ?, numbers = ?, content_hash = ?, head = ?, date = ? WHERE id = ?
            """, .time(now), .text(orNull: item.numbers), .blob(item.contentHash), .blob(item.encoded.head),
            .time(.ofEntry(published: item.published, firstSeen: firstSeen)), .integer(entry))
        if let body = item.encoded.body {
            try connection.run(
                """
                INSERT INTO entry_body(entry, body) VALUES(?, ?) ON CONFLICT DO UPDATE SET body = excluded.body
                """, .integer(entry), .blob(body))
        } else {
            try connection.run("DELETE FROM entry_body WHERE entry = ?", .integer(entry))
        }
        return true
    }
}
