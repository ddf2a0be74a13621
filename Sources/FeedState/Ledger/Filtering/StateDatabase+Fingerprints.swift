package import FeedModel
package import FeedStages
import FeedSystem

/// What `deduplicate` saw of the entries that a pipeline kept.
extension StateDatabase {
    package func kept(
        _ fingerprints: Set<Fingerprint>, by pipeline: PipelineID, since start: Timestamp,
        names: [FeedKey: String] = [:]
    ) throws(StageError) -> [Fingerprint: KeptEntry] {
        var isKindStored: [String: Bool] = [:]
        var owners: [Fingerprint: Int64] = [:]
        for fingerprint in fingerprints {
            if isKindStored[fingerprint.kind] == nil {
                isKindStored[fingerprint.kind] = try hasFingerprints(of: fingerprint.kind, in: pipeline)
            }
            guard isKindStored[fingerprint.kind] == true else { continue }
            owners[fingerprint] = try connection.first(
                "SELECT entry FROM fingerprint WHERE pipeline = ? AND kind = ? AND hash = ? AND kept_at >= ?",
                .integer(pipeline.number), .text(fingerprint.kind), .blob(Self.hash(of: fingerprint)), .time(start)
            ) { $0.integer(0) }
        }
        guard !owners.isEmpty else { return [:] }
        let lost = try entriesThatReachedNobody(in: pipeline)
        var kept: [Int64: KeptEntry] = [:]
        for owner in Set(owners.values) where !lost.contains(owner) {
            kept[owner] = try keptEntry(owner, in: pipeline, names)
        }
        return owners.compactMapValues { kept[$0] }
    }

    private func hasFingerprints(of kind: String, in pipeline: PipelineID) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM fingerprint WHERE pipeline = ? AND kind = ? LIMIT 1", .integer(pipeline.number), .text(kind)
        ) { _ in true } ?? false
    }

    /// Returns a kept entry with those that were dropped in its favour; nil if the state does not have it any more.
    private func keptEntry(
        _ entry: Int64, in pipeline: PipelineID, _ names: [FeedKey: String]
    ) throws(StageError) -> KeptEntry? {
        func name(_ row: StateRow) -> String { names[FeedKey(hash: row.blob(0))] ?? row.text(1) }
        let source = try connection.first(
            """
            SELECT source.key, source.name FROM entry JOIN document ON document.id = entry.document
                JOIN source ON source.id = document.source
            WHERE entry.id = ?
            """, .integer(entry), read: name)
        guard let source else { return nil }
        var kept = KeptEntry(key: EntryID(number: entry).key, source: source)
        kept.members = try connection.all(
            """
            SELECT source.key, source.name, entry.head, entry.numbers FROM (
                SELECT ?2 AS id UNION ALL
                SELECT entry FROM pipeline_entry INDEXED BY pipeline_entry_same
                WHERE pipeline = ?1 AND same_as = ?2 AND state = 3) AS member
                JOIN entry ON entry.id = member.id JOIN document ON document.id = entry.document
                JOIN source ON source.id = document.source
            LIMIT ?3
            """, .integer(pipeline.number), .integer(entry), .int(Self.mostMembers)
        ) { row throws(StageError) in
            KeptEntry.Member(source: name(row), entry: try EntryCodec.decode(row, head: 2, body: nil, numbers: 3))
        }
        return kept
    }

    /// The most entries that are compared as one.
    private static let mostMembers = 1_000

    /// The kept entries that no sink of a pipeline has delivered or will deliver, because their receivers were given up.
    func entriesThatReachedNobody(in pipeline: PipelineID) throws(StageError) -> Set<Int64> {
        func entries(inMessagesOf states: [MessageState]) throws(StageError) -> Set<Int64> {
            let lists = try connection.all(
                "SELECT entries FROM message WHERE pipeline = ? AND state IN (SELECT value FROM json_each(?))",
                .integer(pipeline.number), .list(states.map(\.rawValue))
            ) { $0.text(0) }
            return Set(lists.lazy.flatMap { $0.split(separator: " ") }.compactMap { Int64($0) })
        }
        let givenUp = try entries(inMessagesOf: [.givenUp])
        guard !givenUp.isEmpty else { return [] }
        let waiting = try connection.all(
            "SELECT entry FROM waiting WHERE pipeline = ?", .integer(pipeline.number)
        ) { $0.integer(0) }
        return givenUp.subtracting(waiting)
            .subtracting(try entries(inMessagesOf: [.open, .delivered, .discarded]))
    }

    /// Stores the fingerprints of a kept entry.
    func storeFingerprints(
        _ fingerprints: Set<Fingerprint>, of entry: Int64, in pipeline: PipelineID, now: Timestamp
    ) throws(StageError) {
        for fingerprint in fingerprints {
            try connection.run(
                """
                INSERT INTO fingerprint(pipeline, kind, hash, entry, kept_at) VALUES(?, ?, ?, ?, ?)
                ON CONFLICT(pipeline, kind, hash) DO UPDATE SET entry = excluded.entry, kept_at = excluded.kept_at
                """, .integer(pipeline.number), .text(fingerprint.kind), .blob(Self.hash(of: fingerprint)),
                .integer(entry), .time(now))
        }
    }

    /// Stores the fingerprints of an entry that was dropped in favour of a kept one as those of the kept one, so that a third
    /// form of it is known by them, too. They count from when that one was kept.
    func linkFingerprints(of decision: Decision, in pipeline: PipelineID) throws(StageError) {
        guard case .drop = decision.verdict, let kept = decision.sameAs.flatMap(EntryID.init(key:)) else { return }
        for fingerprint in decision.fingerprints {
            try connection.run(
                """
                INSERT INTO fingerprint(pipeline, kind, hash, entry, kept_at)
                SELECT pipeline, ?3, ?4, entry, decided_at FROM pipeline_entry
                WHERE pipeline = ?1 AND entry = ?2 AND state = 4
                ON CONFLICT(pipeline, kind, hash) DO UPDATE SET entry = excluded.entry, kept_at = excluded.kept_at
                    WHERE excluded.kept_at > fingerprint.kept_at
                """, .integer(pipeline.number), .integer(kept.number), .text(fingerprint.kind),
                .blob(Self.hash(of: fingerprint)))
        }
    }

    private static func hash(of fingerprint: Fingerprint) -> [UInt8] {
        Array(SHA256.hash(fingerprint.text).prefix(16))
    }
}
