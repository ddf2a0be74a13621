import FeedMessages
package import FeedModel
package import FeedStages

/// T1: stores fetched documents with their entries.
extension StateDatabase {
    /// The shortest time between two reports that a feed changes its guids.
    private static let guidsSilence: Duration = .seconds(30 * 86_400)

    package func store(_ fetched: FetchedDocuments, of feed: CollectedFeed, now: Timestamp) throws(StageError)
        -> StoredFetch
    {
        try grouped { () throws(StageError) -> StoredFetch in try keep(fetched, of: feed, now: now) }
    }

    package func completeFetches(_ fetches: [FinishedFetch]) throws(StageError) -> [StoredFetch] {
        try grouped(fetches: fetches.count) { () throws(StageError) -> [StoredFetch] in
            var stored: [StoredFetch] = []
            for fetch in fetches {
                var outcome = try keep(fetch.fetched, of: fetch.feed, now: fetch.endedAt)
                if var success = fetch.success {
                    for failed in success.failedDocuments {
                        let notifiesUser = try fail(
                            failed.key, of: fetch.feed.key, source: fetch.feed.source, failed.error, now: fetch.endedAt)
                        if notifiesUser { outcome.documentsToReport.append(failed.key) }
                    }
                    success.earlier.add(outcome)
                    outcome.missed = try recordReach(fetch.feed, success.earlier.turnover, success, now: fetch.endedAt)
                    (outcome.wasNotified, outcome.hadWorked, outcome.silence) = try completeFetch(
                        fetch.feed, success, now: fetch.endedAt)
                    // Old entries in the first document may have other fields than later ones.
                    if outcome.hadWorked {
                        outcome.goneFields = try watchShape(
                            of: fetch.feed.key, success.earlier.fields, now: fetch.endedAt)
                    }
                    if outcome.floodToReport == 0,
                        let held = try foreignSiteToReport(of: fetch.feed, now: fetch.endedAt)
                    {
                        (outcome.floodToReport, outcome.floodedFrom) = (held.entries, held.site)
                    }
                }
                stored.append(outcome)
            }
            return stored
        }
    }

    private func keep(
        _ fetched: FetchedDocuments, of feed: CollectedFeed, now: Timestamp
    ) throws(StageError) -> StoredFetch {
        var stored = StoredFetch()
        for document in fetched.documents { stored.add(try keep(document, of: feed, now: now)) }
        for renewal in fetched.renewals { try renew(renewal.validators, of: feed.key, document: renewal.key) }
        return stored
    }

    /// Stores a document's entries together with its validators. New entries begin to wait in every pipeline that
    /// already knows the source.
    private func keep(
        _ document: PreparedDocument, of collected: CollectedFeed, now: Timestamp
    ) throws(StageError) -> StoredFetch {
        let known = try knownDocument(document.key, of: collected)
        let recognition = try recognise(document, in: known, choice: collected.identity)
        if recognition.isMuchNew, let parsedAt = known.parsedAt {
            try requireFindableKeys(of: known.id, parsedAt: parsedAt)
        }
        let flood = try flood(document, recognition, in: known, of: collected, now: now)
        var stored = StoredFetch()
        stored.turnover = try turnover(document, recognition, in: known)
        if recognition.rematched > 0, known.guidsChangedAt.map({ now - $0 >= Self.guidsSilence }) ?? true {
            stored.rematched = recognition.rematched
        }
        try recordDocument(document, of: known, recognition, collected: collected, now: now)
        var settled: [PipelineID] = []
        for pipeline in collected.pipelines where try isSettled(pipeline, with: collected.key) {
            settled.append(pipeline)
        }
        let seen = try seenElsewhere(document, recognition, of: collected.key)
        let absence = try absence(of: collected.key, since: known.lastComplete, now: now)
        var fields: [UInt64] = []
        // Keys of known entries may be the same, and the first entry gets them.
        var keys: [(key: EntryKey, entry: Int64)]? = known.isNew && recognition.rule != .guidAndLink ? [] : nil
        var ids = try connection.idsOfNextEntries(recognition.newCount)[...]
        for (order, item) in document.items.enumerated() {
            switch recognition.verdicts[order] {
            case .repeated: continue
            case .known(let entry):
                try refresh(entry, with: item, in: known.id, rule: recognition.rule, now: now)
            case .new:
                stored.new += 1
                let entry = try insert(item, as: ids.popFirst(), order: order, document: known.id, now: now)
                try recordAbsence(absence, of: entry)
                let content = try contentKey(of: item, by: recognition.rule)
                if keys != nil {
                    for key in self.keys(of: item.identity, content: content, rule: recognition.rule) {
                        keys?.append((key, entry))
                    }
                } else {
                    try insertKeys(entry, by: item.identity, content: content, in: known.id, rule: recognition.rule)
                }
                if let seen, seen.entries.contains(order) {
                    try leaveOut(entry, seenBy: seen.program, in: collected.pipelines, now: now)
                    continue
                }
                guard flood.quarantined.contains(order) else {
                    for pipeline in settled { try wait(entry, in: pipeline, now: now) }
                    if document.isIntact { fields.append(item.fields) }
                    continue
                }
                for pipeline in settled { try quarantine(entry, in: pipeline, flood.finding, now: now) }
                if !settled.isEmpty { stored.quarantined += 1 }
            }
        }
        if let keys { try insert(keys, in: known.id) }
        stored.fields.add(fields, document.fieldNames)
        if stored.quarantined > 0 {
            stored.floodToReport = try recordFlood(of: collected.key, now: now)
            if flood.finding == .stranger { stored.floodedFrom = collected.arrival?.site }
        }
        return stored
    }

    /// Returns the row of a source's document, made if need be. Gives the source the name by which it is collected.
    private func knownDocument(
        _ document: DocumentKey, of collected: CollectedFeed
    ) throws(StageError) -> KnownDocument {
        let found = try connection.first(
            """
            SELECT document.id, identity, title, site_host, guid_changes, guids_changed_at, most_entries, parsed_at,
                last_success, last_seconds, flooded_at, name
            FROM source LEFT JOIN document ON document.source = source.id AND document.key = ?2 WHERE source.key = ?1
            """, .blob(collected.key.hash), .text(document.rawValue)
        ) { row in
            var known = KnownDocument(
                id: row.integer(0), isNew: row.isNull(0), rule: IdentityRule(rawValue: row.integer(1)) ?? .guid,
                title: row.optionalText(2), siteHost: row.optionalText(3), lastComplete: row.time(8),
                parsedAt: row.time(7), lastTaken: row.integer(9), floodedAt: row.time(10), mostEntries: row.int(6),
                guidChanges: row.int(4), guidsChangedAt: row.time(5))
            if document != .only {
                // One document of many may have been stored already while its fetch goes on.
                known.lastComplete = known.lastComplete.flatMap { last in known.parsedAt.map { min($0, last) } }
            }
            return (known, name: row.text(11), wasComplete: !row.isNull(8))
        }
        if let found, found.name != collected.source {
            try connection.run(
                "UPDATE source SET name = ? WHERE key = ?", .text(collected.source), .blob(collected.key.hash))
        }
        if let known = found?.0, !known.isNew { return known }
        var known = found?.0 ?? KnownDocument(id: 0, isNew: true)
        if let found {
            if found.wasComplete { try requireUnknown(document, of: collected.key) }
        } else {
            known.isLost = try isLost(collected)
        }
        try touch(collected.key, source: collected.source)
        known.id = try connection.insert(
            "INSERT INTO document(source, key) SELECT id, ? FROM source WHERE key = ?", .text(document.rawValue),
            .blob(collected.key.hash))
        return known
    }

    /// Whether a pipeline has had entries of a source that has no row. Throws `.stateDamaged` if only the index lacks
    /// the row, since all entries would come as new.
    private func isLost(_ collected: CollectedFeed) throws(StageError) -> Bool {
        for pipeline in collected.pipelines where try isSettled(pipeline, with: collected.key) {
            let isThere = try connection.first(
                "SELECT 1 FROM source NOT INDEXED WHERE key = ?", .blob(collected.key.hash)
            ) { _ in true }
            guard isThere == true else { return true }
            throw StageError(.stateDamaged, subject: path, phrases: [.found: .message("database.lost_source")])
        }
        return false
    }

    /// Throws `.stateDamaged` if a document has a row that the index lacks. To be called only if its source was
    /// complete before.
    private func requireUnknown(_ document: DocumentKey, of key: FeedKey) throws(StageError) {
        let isThere = try connection.first(
            "SELECT 1 FROM document NOT INDEXED WHERE source = (SELECT id FROM source WHERE key = ?) AND key = ?",
            .blob(key.hash), .text(document.rawValue)
        ) { _ in true }
        guard isThere == true else { return }
        throw StageError(.stateDamaged, subject: path, phrases: [.found: .message("database.lost_document")])
    }

    /// Stores title, validators and hash of a document, and ends its failures.
    private func recordDocument(
        _ document: PreparedDocument, of known: KnownDocument, _ recognition: Recognition, collected: CollectedFeed,
        now: Timestamp
    ) throws(StageError) {
        let rule = collected.identity == .auto ? recognition.rule : known.rule
        try connection.run(
            """
            UPDATE document SET title = coalesce(?, title), site_host = coalesce(?, site_host), identity = ?,
                validator_url = ?, etag = ?, last_modified = ?, content_hash = ?, parsed_at = ?,
                most_entries = max(most_entries, ?),
                failures = 0, failing_since = NULL, told = 0, told_at = NULL, told_causes = NULL
            WHERE id = ?
            """, .text(orNull: document.title), .text(orNull: document.siteHost), .integer(rule.rawValue),
            .text(orNull: document.validators?.url), .text(orNull: document.validators?.etag),
            .text(orNull: document.validators?.lastModified), .blob(orNull: document.contentHash), .time(now),
            .int(document.entryCount), .integer(known.id))
        if recognition.rematched > 0 {
            try connection.run(
                "UPDATE document SET guid_changes = guid_changes + 1, guids_changed_at = ? WHERE id = ?", .time(now),
                .integer(known.id))
        }
        if let former = known.title, document.isOtherSite(than: known) {
            // The feed may have a new owner, or its publisher a new name: the user may want to look.
            try connection.run(
                "UPDATE document SET former_title = ?, title_changed_at = ? WHERE id = ?", .text(former), .time(now),
                .integer(known.id))
        }
    }

    /// Returns the content key of an entry if it is one of its keys under a rule.
    private func contentKey(
        of item: PreparedDocument.Item, by rule: IdentityRule
    ) throws(StageError) -> [UInt8]? {
        if item.identity.content != nil || rule != .link { return item.identity.content }
        return item.identity.decidingKey(by: rule) == nil ? try contentKey(of: item) : nil
    }

    private func insert(
        _ item: PreparedDocument.Item, as id: Int64?, order: Int, document: Int64, now: Timestamp
    ) throws(StageError) -> Int64 {
        let date = Timestamp.ofEntry(published: item.published, firstSeen: now)
        let entry = try connection.insert(
            """
            INSERT INTO entry(
                id, document, first_seen, date, document_order, last_in_document, content_hash, numbers, head)
            VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)
            """, .integer(orNull: id), .integer(document), .time(now), .time(date), .int(order), .time(now),
            .blob(item.contentHash), .text(orNull: item.numbers), lending: item.encoded.head, id: id)
        if let body = item.encoded.body {
            try connection.run("INSERT INTO entry_body(entry, body) VALUES(?, ?)", .integer(entry), lending: body)
        }
        try sample(item, ofNew: entry, date: date, now: now)
        return entry
    }

    /// Updates a known entry: its numbers always; its content, and its related articles if it still has any, unless an
    /// unfinished message holds the entry.
    private func refresh(
        _ known: KnownEntry, with item: PreparedDocument.Item, in document: Int64, rule: IdentityRule, now: Timestamp
    ) throws(StageError) {
        if known.isAnotherArticle {
            try connection.run(
                "UPDATE entry SET other_articles = other_articles + 1 WHERE id = ?", .integer(known.id))
        }
        if known.needsKeys || !known.isUnchanged {
            try insertMissingKeys(
                known, by: item.identity, content: try contentKey(of: item, by: rule), in: document, rule: rule)
        }
        let isSame = known.isUnchanged && !item.hasRelated
        let isKept = try isSame ? true : entriesOnTheirWay().contains(known.id)
        if isKept {
            try connection.run(
                "UPDATE entry SET last_in_document = ?, numbers = ? WHERE id = ?", .time(now),
                .text(orNull: item.numbers), .integer(known.id))
            return try sample(item, of: known, date: known.date, now: now)
        }
        let (head, published) = try dated(item, as: known.id)
        let date = Timestamp.ofEntry(published: published, firstSeen: known.firstSeen)
        try connection.run(
            """
            UPDATE entry SET last_in_document = ?, numbers = ?, content_hash = ?, head = ?, date = ? WHERE id = ?
            """, .time(now), .text(orNull: item.numbers), .blob(item.contentHash), .blob(head),
            .time(date), .integer(known.id))
        try sample(item, of: known, date: date, now: now)
        if let body = item.encoded.body {
            try connection.run(
                """
                INSERT INTO entry_body(entry, body) VALUES(?, ?)
                ON CONFLICT(entry) DO UPDATE SET body = excluded.body
                """, .integer(known.id), .blob(body))
        } else {
            try connection.run("DELETE FROM entry_body WHERE entry = ?", .integer(known.id))
        }
    }

    /// Returns the new head and date of a known entry. A relative date does not replace the first one.
    private func dated(
        _ item: PreparedDocument.Item, as known: Int64
    ) throws(StageError) -> (head: [UInt8], published: Timestamp?) {
        guard item.isPublishedRelative, let first = try head(of: known), first.published != nil else {
            return (item.encoded.head, item.published)
        }
        var entry = try EntryCodec.decode(item.encoded)
        (entry.published, entry.publishedOffset) = (first.published, first.publishedOffset)
        return (EntryCodec.encode(entry).head, entry.published)
    }
}
