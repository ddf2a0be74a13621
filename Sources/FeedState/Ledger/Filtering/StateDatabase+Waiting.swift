package import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem

/// An entry that waits for the filters of a pipeline.
package struct WaitingEntry: Sendable {
    /// The key of the entry: `e` and its number.
    package let key: String
    /// The feed that the entry came from.
    package let feed: FeedKey
    /// The entry; without `summary` and `content` if it was read without its body.
    package let entry: Entry
    /// When the entry was first seen.
    package let firstSeen: Timestamp
    /// The entry's position in its document, from 0.
    package let documentOrder: Int
    /// How long the entry may have been in the feed before it was first seen; zero if the source was polled as usual.
    package let waited: Duration
    /// When the entry was last found in its document, also by a fetch that brought the same document.
    package let lastSeen: Timestamp
    /// When each filter first held the entry, by filter name.
    package let holds: [String: Timestamp]
    /// The entry without its body in a form that takes less memory; nil if all entries that wait were read at once.
    package let packed: (any EntryHolder)?
}

/// The verdict of a pipeline's filters on an entry.
package struct Decision: Sendable {
    /// The key of the entry: `e` and its number.
    package var key: String
    /// Whether the entry is kept, dropped or held.
    package var verdict: Verdict
    /// The filter that dropped or held the entry, or nil.
    package var filter: String?
    /// The entry as the filters left it, if they changed anything but its numbers.
    package var changed: Entry? { if case .changed(let entry) = change { entry } else { nil } }
    private let change: Change
    /// The numbers that filters added or raised. They are stored beside those of the source, and become part of the history.
    package var numbers: [String: Int]
    /// Whether the filters were given the entry's body, too.
    package var sawBody: Bool
    /// The key of the equal entry in whose favour this one was dropped, or nil.
    package var sameAs: String?
    /// The fingerprints by which `deduplicate` compared the entry.
    package var fingerprints: Set<Fingerprint>
    /// Why filters kept the entry, or nil if none of them gave a reason.
    package var reason: LocalizedText?
    /// How much the entry is talked about, or nil if no filter measured it.
    package var buzz: Buzz?
    /// The story that a kept entry belongs to, or nil.
    package var story: StoryMark?
    /// Whether the entry stands in the line of another one, so that both count as one for `take`.
    package var isFollower: Bool

    package init(
        key: String, verdict: Verdict, filter: String?, changed: Entry?, numbers: [String: Int] = [:], sawBody: Bool,
        sameAs: String? = nil, fingerprints: Set<Fingerprint>, reason: LocalizedText? = nil, buzz: Buzz? = nil,
        story: StoryMark? = nil, isFollower: Bool = false
    ) {
        self.key = key
        self.verdict = verdict
        self.filter = filter
        change = changed.map { .changed($0) } ?? .none
        self.numbers = numbers
        self.sawBody = sawBody
        self.sameAs = sameAs
        self.fingerprints = fingerprints
        self.reason = reason
        self.buzz = buzz
        self.story = story
        self.isFollower = isFollower
    }

    /// An entry behind one pointer: of 100,000 decisions few have one.
    private indirect enum Change: Sendable {
        case none
        case changed(Entry)
    }
}

/// T2, first half: verdicts of the filters.
extension StateDatabase {
    /// How long a fetch takes at most to store a document of many pages. What it stored meanwhile is in the document.
    private static let longestReading = Duration.seconds(600)

    package func waitingEntries(
        of pipeline: PipelineID, withBodies: Bool, after last: EntryID? = nil, limit: Int = .max
    ) throws(StageError) -> [WaitingEntry] {
        var holds: [Int64: [String: Timestamp]] = [:]
        let after = StateValue.integer(last?.number ?? 0)
        let end = try connection.first(
            """
            SELECT max(entry) FROM (SELECT entry FROM pipeline_entry INDEXED BY pipeline_entry_open
                WHERE pipeline = ? AND state <= 1 AND entry > ? ORDER BY entry LIMIT ?) AS part
            """, .integer(pipeline.number), after, .int(limit)
        ) { $0.optionalInteger(0) }
        guard let end = end ?? nil else { return [] }
        // Of a long backlog all that may be kept is in memory, but not as values.
        var isPart = last != nil
        if !isPart, limit < .max { isPart = try hasWaiting(of: pipeline, after: end) }
        let rows = try connection.all(
            "SELECT entry, filter, since FROM hold WHERE pipeline = ? AND entry > ? AND entry <= ?",
            .integer(pipeline.number), after, .integer(end)
        ) { (entry: $0.integer(0), filter: $0.text(1), since: Timestamp(milliseconds: $0.integer(2))) }
        for row in rows { holds[row.entry, default: [:]][row.filter] = row.since }
        // Entries of one feed share its key.
        var feeds: Set<FeedKey> = []
        return try connection.all(
            """
            SELECT entry.id, source.key, entry.head, entry.numbers, entry.first_seen, entry.document_order,
                CASE WHEN ?1 <> 0 THEN (SELECT body FROM entry_body WHERE entry_body.entry = entry.id) END, entry.waited,
                CASE WHEN last_in_document >= document.parsed_at - ?3
                    THEN max(last_in_document, coalesce(source.last_success, 0)) ELSE last_in_document END
            FROM pipeline_entry INDEXED BY pipeline_entry_open
                JOIN entry ON entry.id = pipeline_entry.entry
                JOIN document ON document.id = entry.document JOIN source ON source.id = document.source
            WHERE pipeline_entry.pipeline = ?2 AND pipeline_entry.state <= 1
                AND pipeline_entry.entry > ?4 AND pipeline_entry.entry <= ?5
            ORDER BY entry.date, entry.first_seen, entry.document_order, entry.id
            """, .flag(withBodies), .integer(pipeline.number),
            .integer(Self.longestReading.clampedMilliseconds), after, .integer(end)
        ) { row throws(StageError) in
            let entry = try EntryCodec.decode(row, head: 2, body: 6, numbers: 3)
            return WaitingEntry(
                key: EntryID(number: row.integer(0)).key,
                feed: feeds.insert(FeedKey(hash: row.blob(1))).memberAfterInsert, entry: entry,
                firstSeen: Timestamp(milliseconds: row.integer(4)), documentOrder: row.int(5),
                waited: .milliseconds(row.integer(7)), lastSeen: Timestamp(milliseconds: row.integer(8)),
                holds: holds[row.integer(0)] ?? [:],
                packed: isPart ? PackedEntry(head: row.blob(2), of: entry) : nil)
        }
    }

    /// Whether entries wait whose numbers are above one.
    private func hasWaiting(of pipeline: PipelineID, after number: Int64) throws(StageError) -> Bool {
        try connection.first(
            """
            SELECT 1 FROM pipeline_entry INDEXED BY pipeline_entry_open
            WHERE pipeline = ? AND state <= 1 AND entry > ? LIMIT 1
            """, .integer(pipeline.number), .integer(number)
        ) { _ in true } ?? false
    }

    package func keepAll(
        in pipeline: PipelineID, sinks: [String], now: Timestamp, zone: Zone = .utc
    ) throws(StageError) -> Int {
        try transaction { () throws(StageError) -> Int in
            // Entries of sources that the pipeline no longer has go on waiting until they expire. The index holds only
            // open entries; without the hint SQLite would read all that were ever decided.
            for sink in sinks {
                try connection.run(
                    """
                    INSERT INTO waiting(sink, pipeline, since, position, entry)
                    SELECT ?1, ?2, ?3,
                        row_number() OVER (
                            ORDER BY entry.date, entry.first_seen, entry.document_order, entry.id) - 1, entry.id
                    FROM pipeline_entry INDEXED BY pipeline_entry_open
                        JOIN entry ON entry.id = pipeline_entry.entry
                    WHERE pipeline_entry.pipeline = ?2 AND pipeline_entry.state <= 1 AND entry.document IN (
                        SELECT document.id FROM pipeline_source JOIN source ON source.key = pipeline_source.feed_key
                            JOIN document ON document.source = source.id
                        WHERE pipeline_source.pipeline = ?2 AND pipeline_source.removed_at IS NULL)
                    """, .text(sink), .integer(pipeline.number), .time(now))
            }
            try connection.run(
                """
                UPDATE pipeline_entry
                SET state = 4, filter = NULL, reason = NULL, until = NULL, decided_at = ?2, buzz = NULL
                WHERE pipeline = ?1 AND entry IN (
                    SELECT waits.entry FROM pipeline_entry AS waits INDEXED BY pipeline_entry_open
                        JOIN entry ON entry.id = waits.entry
                    WHERE waits.pipeline = ?1 AND waits.state <= 1 AND entry.document IN (
                        SELECT document.id FROM pipeline_source JOIN source ON source.key = pipeline_source.feed_key
                            JOIN document ON document.source = source.id
                        WHERE pipeline_source.pipeline = ?1 AND pipeline_source.removed_at IS NULL))
                """, .integer(pipeline.number), .time(now))
            let kept = try connection.changes
            try connection.run(
                """
                DELETE FROM hold WHERE pipeline = ?1 AND EXISTS(
                    SELECT 1 FROM pipeline_entry
                    WHERE pipeline_entry.pipeline = ?1 AND pipeline_entry.entry = hold.entry AND state = 4)
                """, .integer(pipeline.number))
            try keep([:], of: pipeline)
            try add(DigestTally(kept: kept, after: try lastDelivery(of: pipeline)), to: sinks, of: pipeline)
            try recordDelivery(of: pipeline, kept: kept, now: now, zone: zone)
            return kept
        }
    }

    package func decide(
        _ decisions: some Sequence<Decision> & Sendable, memories: [String: FilterMemory] = [:],
        in pipeline: PipelineID, sinks: [String], tally: DigestTally, now: Timestamp, zone: Zone = .utc
    ) throws(StageError) {
        try transaction { () throws(StageError) in
            var kept = 0
            var haveOthers = false
            var reasons = ReasonsInTurn()
            for (position, decision) in decisions.enumerated() {
                if decision.verdict == .keep, !decision.isFollower { kept += 1 }
                if decision.sameAs != nil { haveOthers = true }
                guard let entry = EntryID(key: decision.key)?.number else { continue }
                try sample(decision.numbers, ofDecided: entry, now: now)
                let reason = reasons.stored(of: decision)
                switch decision.verdict {
                case .keep:
                    try set(.kept, entry, decision, reason: reason, until: nil, in: pipeline, now: now)
                    try release(entry, in: pipeline)
                    try queue(entry, decision, in: pipeline, sinks: sinks, position: position, now: now)
                case .drop:
                    try set(.dropped, entry, decision, reason: reason, until: nil, in: pipeline, now: now)
                    try release(entry, in: pipeline)
                case .hold(let until, _, _):
                    try set(.held, entry, decision, reason: reason, until: until, in: pipeline, now: now)
                    try connection.run(
                        "INSERT INTO hold(pipeline, entry, filter, since) VALUES(?, ?, ?, ?) ON CONFLICT DO NOTHING",
                        .integer(pipeline.number), .integer(entry), .text(decision.filter ?? ""), .time(now))
                }
            }
            if haveOthers { for decision in decisions { try linkFingerprints(of: decision, in: pipeline) } }
            try keep(memories, of: pipeline)
            var tally = tally
            tally.after = try lastDelivery(of: pipeline)
            try add(tally, to: sinks, of: pipeline)
            try recordDelivery(of: pipeline, kept: kept, now: now, zone: zone)
        }
    }

    package func keptToday(by pipeline: PipelineID, now: Timestamp, zone: Zone) throws(StageError) -> Int {
        try connection.first(
            "SELECT kept_on_day FROM pipeline WHERE id = ? AND kept_day = ?", .integer(pipeline.number),
            .integer(Self.day(of: now, zone))
        ) { $0.int(0) } ?? 0
    }

    /// The pipeline's last delivery, or the beginning of time before the first one.
    private func lastDelivery(of pipeline: PipelineID) throws(StageError) -> Timestamp {
        let moment = try connection.first(
            "SELECT last_delivered_at FROM pipeline WHERE id = ?", .integer(pipeline.number)
        ) { $0.time(0) }
        return (moment ?? nil) ?? Timestamp(milliseconds: 0)
    }

    private func recordDelivery(
        of pipeline: PipelineID, kept: Int, now: Timestamp, zone: Zone
    ) throws(StageError) {
        try connection.run(
            """
            UPDATE pipeline SET last_delivered_at = ?1,
                kept_on_day = ?2 + CASE WHEN kept_day = ?3 THEN kept_on_day ELSE 0 END, kept_day = ?3
            WHERE id = ?4
            """, .time(now), .int(kept), .integer(Self.day(of: now, zone)), .integer(pipeline.number))
    }

    /// Returns days since 1970 by the clock of `zone`.
    private static func day(of moment: Timestamp, _ zone: Zone) -> Int64 {
        let time = zone.localTime(at: moment)
        return CivilTime.daysSinceEpoch(year: time.year, month: time.month, day: time.day)
    }

    private func queue(
        _ entry: Int64, _ decision: Decision, in pipeline: PipelineID, sinks: [String], position: Int, now: Timestamp
    ) throws(StageError) {
        try storeFingerprints(decision.fingerprints, of: entry, in: pipeline, now: now)
        for sink in sinks {
            try connection.run(
                """
                INSERT INTO waiting(sink, pipeline, since, position, entry) VALUES(?, ?, ?, ?, ?) ON CONFLICT DO NOTHING
                """, .text(sink), .integer(pipeline.number), .time(now), .int(position), .integer(entry))
        }
    }

    private func set(
        _ state: EntryState, _ entry: Int64, _ decision: Decision, reason: String?, until: Timestamp?,
        in pipeline: PipelineID, now: Timestamp
    ) throws(StageError) {
        // A digest lists a duplicate below the entry that was kept instead, so the duplicate's changes are stored, too.
        let isShown = state == .kept || decision.sameAs != nil
        let changed = isShown ? decision.changed.map(EntryCodec.encode) : nil
        // An empty body means that a filter removed it. NULL means that the entry's own body is used.
        let body = state == .kept ? changed.flatMap { $0.body ?? (decision.sawBody ? [] : nil) } : nil
        let story = state == .kept ? decision.story : nil
        try connection.run(
            """
            UPDATE pipeline_entry SET state = ?, filter = ?, reason = ?, until = ?, decided_at = ?, head = ?, body = ?,
                numbers = ?, same_as = ?, buzz = ?, story = ?, story_role = ?
            WHERE pipeline = ? AND entry = ?
            """, .integer(state.rawValue), .text(orNull: decision.filter), .text(orNull: reason), .time(until),
            .time(now), .blob(orNull: changed?.head), .blob(orNull: body),
            .text(orNull: NumbersJSON.encode(decision.numbers)),
            .integer(orNull: decision.sameAs.flatMap { EntryID(key: $0) }?.number),
            .text(orNull: decision.buzz.map(BuzzJSON.encode)),
            .integer(orNull: story.flatMap { EntryID(key: $0.story) }?.number),
            .integer(orNull: story?.role.stored),
            .integer(pipeline.number), .integer(entry))
    }

    private func release(_ entry: Int64, in pipeline: PipelineID) throws(StageError) {
        try connection.run(
            "DELETE FROM hold WHERE pipeline = ? AND entry = ?", .integer(pipeline.number), .integer(entry))
    }
}

/// The reasons of decisions as they are stored. Most are that of the decision before, and to encode one takes longer than
/// the rest of the decision.
private struct ReasonsInTurn {
    private var last: (reason: LocalizedText, stored: String)?

    /// The reason of a decision as it is stored.
    mutating func stored(of decision: Decision) -> String? {
        let reason =
            switch decision.verdict {
            case .keep: decision.reason
            case .drop(let reason, _), .hold(_, let reason, _): reason
            }
        guard let reason else { return nil }
        if let last, last.reason == reason { return last.stored }
        let stored = reason.stored
        last = (reason, stored)
        return stored
    }
}
