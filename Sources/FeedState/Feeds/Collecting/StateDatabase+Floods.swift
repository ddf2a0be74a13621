import FeedMessages
package import FeedModel
package import FeedStages

/// A source whose entries the flood guard keeps from the pipelines.
package struct QuarantinedSource: Sendable, Hashable {
    /// The key of the feed.
    package var key: FeedKey
    /// The configured name of the source.
    package var source: String
    /// Since when the source has quarantined entries.
    package var since: Timestamp
    /// How many entries are quarantined; one in several pipelines counts once.
    package var entries: Int
}

/// How a feed's entries are identified, and changes of its title.
package struct IdentityNotes: Sendable, Hashable {
    /// The rule under `identity: auto`: `guid`, `guid_and_link` or `link`.
    package var rule: String
    /// How often the whole feed came with other guids and its entries were recognised.
    package var guidChanges: Int
    /// When the feed last came with other guids, or nil.
    package var guidsChangedAt: Timestamp?
    /// The title before title and site both changed at once, or nil.
    package var formerTitle: String?
    /// When title and site last changed at once, or nil.
    package var titleChangedAt: Timestamp?
    /// Since when entries of the feed are quarantined, or nil.
    package var floodedAt: Timestamp?
}

/// Quarantine: entries that the flood guard keeps from the pipelines until the user decides.
extension StateDatabase {
    /// For how long a flood that has less than doubled is not reported again.
    private static let floodSilence: Duration = .seconds(7 * 86_400)

    /// Checks a document of a known source for a flood.
    func flood(
        _ document: PreparedDocument, _ recognition: Recognition, in known: KnownDocument, of collected: CollectedFeed,
        now: Timestamp
    ) throws(StageError) -> FloodGuard {
        guard collected.hasFloodGuard else { return .off }
        if known.isLost { return FloodGuard(keepingAllOf: recognition, as: .lost) }
        if try foreignSite(recognition, in: known, of: collected) != nil {
            return FloodGuard(keepingAllOf: recognition, as: .stranger)
        }
        var circumstances = FloodGuard.Circumstances()
        circumstances.isOtherSite = document.isOtherSite(than: known)
        if recognition.newCount >= FloodGuard.fewest, let last = known.lastComplete {
            circumstances.hasLostEntries = try moment(Self.lostEntriesAt).map { $0 >= last } ?? false
            circumstances.released = try releasedFlood(of: collected.key)
        }
        return FloodGuard(document.items, recognition, in: known, circumstances, now: now)
    }

    private func releasedFlood(of key: FeedKey) throws(StageError) -> FloodGuard.ReleasedFlood? {
        try connection.first(
            "SELECT released_entries, released_depth FROM source WHERE key = ?", .blob(key.hash)
        ) { row in
            row.int(0) == 0
                ? nil : FloodGuard.ReleasedFlood(entries: row.int(0), depth: .milliseconds(row.integer(1)))
        } ?? nil
    }

    /// Quarantines a new entry in a pipeline, so that T2 does not see it.
    func quarantine(
        _ entry: Int64, in pipeline: PipelineID, _ finding: FloodGuard.Finding?, now: Timestamp
    ) throws(StageError) {
        try connection.run(
            """
            INSERT INTO pipeline_entry(pipeline, entry, state, filter, reason, decided_at)
            VALUES(?, ?, 2, ?, ?, ?) ON CONFLICT DO NOTHING
            """, .integer(pipeline.number), .integer(entry), .text(FloodGuard.name),
            .text(orNull: finding?.reason.stored),
            .time(now))
    }

    /// Records that entries of a source are quarantined. Returns how many there are if that is to be reported now: the
    /// first time, when their number has doubled, and after a week if it has grown; else 0.
    func recordFlood(of key: FeedKey, now: Timestamp) throws(StageError) -> Int {
        let notified = try connection.first(
            "SELECT flooded_told, flooded_told_entries FROM source WHERE key = ?", .blob(key.hash)
        ) { (at: $0.time(0), entries: $0.int(1)) }
        let count = try quarantined(of: key)
        let notifies =
            if let notified, let at = notified.at {
                count >= 2 * notified.entries || count > notified.entries && now - at >= Self.floodSilence
            } else {
                true
            }
        try connection.run(
            """
            UPDATE source SET flooded_at = coalesce(flooded_at, ?1), 
                flooded_told = CASE WHEN ?3 <> 0 THEN ?1 ELSE flooded_told END,
                flooded_told_entries = CASE WHEN ?3 <> 0 THEN ?4 ELSE flooded_told_entries END
            WHERE key = ?2
            """, .time(now), .blob(key.hash), .flag(notifies), .int(count))
        return notifies ? count : 0
    }

    /// The sources with quarantined entries, sorted by name.
    package func quarantinedSources() throws(StageError) -> [QuarantinedSource] {
        try reading { () throws(StageError) -> [QuarantinedSource] in
            let flooded = try connection.all(
                """
                SELECT key, name, flooded_at FROM source WHERE flooded_at IS NOT NULL
                ORDER BY name, id
                """
            ) { (key: FeedKey(hash: $0.blob(0)), source: $0.text(1), since: Timestamp(milliseconds: $0.integer(2))) }
            var sources: [QuarantinedSource] = []
            for feed in flooded {
                let count = try quarantined(of: feed.key)
                sources.append(
                    QuarantinedSource(key: feed.key, source: feed.source, since: feed.since, entries: count))
            }
            return sources
        }
    }

    /// How many entries of a source are quarantined; one in several pipelines counts once.
    func quarantined(of key: FeedKey) throws(StageError) -> Int {
        try connection.first(
            """
            SELECT count(DISTINCT entry.id) FROM source JOIN document ON document.source = source.id
                JOIN entry ON entry.document = document.id CROSS JOIN pipeline
                JOIN pipeline_entry ON pipeline_entry.pipeline = pipeline.id AND pipeline_entry.entry = entry.id
            WHERE source.key = ? AND pipeline_entry.state = 2
            """, .blob(key.hash)
        ) { $0.int(0) } ?? 0
    }

    /// Lets the quarantined entries of a source wait in their pipelines, to be filtered and delivered like others. One
    /// transaction. Returns how many entries there were.
    @discardableResult
    package func releaseQuarantined(of key: FeedKey, now: Timestamp) throws(StageError) -> Int {
        try endQuarantine(of: key, as: .waiting, filter: nil, reason: nil, now: now)
    }

    @discardableResult
    package func discardQuarantined(of key: FeedKey, now: Timestamp) throws(StageError) -> Int {
        try endQuarantine(
            of: key, as: .dropped, filter: FloodGuard.name, reason: .message("verdict.discarded"), now: now)
    }

    private func endQuarantine(
        of key: FeedKey, as state: EntryState, filter: String?, reason: LocalizedText?, now: Timestamp
    ) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            let count = try quarantined(of: key)
            if state == .waiting, count > 0 { try learnRelease(of: key, entries: count) }
            try connection.run(
                """
                UPDATE pipeline_entry SET state = ?, filter = ?, reason = ?, decided_at = ?
                WHERE state = 2 AND (pipeline, entry) IN (
                    SELECT pipeline.id, entry.id
                    FROM source JOIN document ON document.source = source.id
                        JOIN entry ON entry.document = document.id CROSS JOIN pipeline
                    WHERE source.key = ?)
                """, .integer(state.rawValue), .text(orNull: filter), .text(orNull: reason?.stored), .time(now),
                .blob(key.hash))
            // After a release the site counts as the feed's own. After a discard it remains unknown.
            try connection.run(
                """
                UPDATE source SET flooded_at = NULL, flooded_told = NULL, flooded_told_entries = 0,
                    trusted_site = CASE WHEN ?1 <> 0 THEN coalesce(strange_site, trusted_site) ELSE trusted_site END,
                    strange_site = CASE WHEN ?1 <> 0 THEN NULL ELSE strange_site END
                WHERE key = ?2
                """, .flag(state == .waiting), .blob(key.hash))
            return count
        }
    }

    /// Stores the size and depth of a released flood, so that a similar one is not held again.
    private func learnRelease(of key: FeedKey, entries: Int) throws(StageError) {
        try connection.run(
            """
            UPDATE source SET released_entries = max(released_entries, ?2),
                released_depth = max(released_depth, coalesce(flooded_at - (
                    SELECT min(entry.date) FROM document JOIN entry ON entry.document = document.id
                        CROSS JOIN pipeline
                        JOIN pipeline_entry
                        ON pipeline_entry.pipeline = pipeline.id AND pipeline_entry.entry = entry.id
                    WHERE document.source = source.id AND pipeline_entry.state = 2), 0))
            WHERE key = ?1
            """, .blob(key.hash), .int(entries))
    }

    package func identityNotes(of key: FeedKey) throws(StageError) -> IdentityNotes? {
        try connection.first(
            """
            SELECT identity, guid_changes, guids_changed_at, former_title, title_changed_at, flooded_at
            FROM source LEFT JOIN document ON document.source = source.id AND document.key = ?
            WHERE source.key = ?
            """, .text(DocumentKey.only.rawValue), .blob(key.hash)
        ) { row in
            let rule =
                switch IdentityRule(rawValue: row.integer(0)) {
                case .guidAndLink: "guid_and_link"
                case .link: "link"
                case .guid, nil: "guid"
                }
            return IdentityNotes(
                rule: rule, guidChanges: row.int(1), guidsChangedAt: row.time(2), formerTitle: row.optionalText(3),
                titleChangedAt: row.time(4), floodedAt: row.time(5))
        }
    }
}
