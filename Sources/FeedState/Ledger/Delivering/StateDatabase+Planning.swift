import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem

/// T2, second half: waiting deliveries become messages. Sinks compose them on other threads, between reading and
/// storing.
extension StateDatabase {
    package func hasWaiting(sink: String, pipeline: PipelineID) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM waiting WHERE sink = ? AND pipeline = ? LIMIT 1", .text(sink),
            .integer(pipeline.number)
        ) { _ in true } ?? false
    }

    package func waitingDigest(
        for sink: String, of pipeline: PipelineID, limit: Int, bytes: Int,
        titles: [FeedKey: (source: String, title: String)], locale: DigestLocale = .en
    ) throws(StageError) -> WaitingDigest {
        try reading { () throws(StageError) in
            let (entries, places) = try waitingEntries(
                for: sink, of: pipeline, limit: limit, bytes: bytes, titles: titles, locale: locale)
            let isLast = try isLast(for: sink, of: pipeline, counting: places.count)
            return WaitingDigest(
                entries: entries, tally: isLast ? try pendingTally(of: pipeline, for: sink) : nil, isLast: isLast,
                sink: sink, pipeline: pipeline, places: places, changes: connection.totalChanges)
        }
    }

    package func store(
        _ messages: [ComposedMessage], of digest: WaitingDigest, seen: [String: KnownTarget?], now: Timestamp
    ) throws(StageError) -> PlanningOutcome? {
        let (sink, pipeline) = (digest.sink, digest.pipeline)
        return try transaction { () throws(StageError) -> PlanningOutcome? in
            // Most often nothing at all was written meanwhile. Then the rows need not be read once more.
            guard try digest.changes == connection.totalChanges ? true : isUnmoved(digest),
                try isUnmoved(seen, of: sink)
            else { return nil }
            var messages = messages
            if let last = messages.indices.last, messages[last].mode != .replace { messages[last].tally = digest.tally }
            var outcome = PlanningOutcome()
            var busy = try busyTargets(of: sink)
            // Files that are composed together belong together: a page must not go without the pages that it links to.
            guard !messages.contains(where: { $0.mode != .post && busy.contains(stored($0.target)) }) else {
                return outcome
            }
            var planned: Set<String> = []
            for message in messages {
                if message.mode != .post, !busy.insert(stored(message.target)).inserted { continue }
                // An entry that is in several messages counts for the first of them.
                let entries = message.entries.filter { planned.insert($0).inserted }
                outcome.messages += 1
                outcome.entries += entries.count
                try insert(message, entries, sink: sink, pipeline: pipeline, now: now)
            }
            try removeWaiting(planned, of: digest)
            if digest.tally != nil, !messages.isEmpty, outcome.messages == messages.count {
                try removePendingTally(of: pipeline, for: sink)
            }
            return outcome
        }
    }

    private func isUnmoved(_ digest: WaitingDigest) throws(StageError) -> Bool {
        let places = try connection.all(
            """
            SELECT waiting.entry, waiting.since, waiting.position, entry.content_hash
            FROM waiting JOIN entry ON entry.id = waiting.entry WHERE waiting.sink = ? AND waiting.pipeline = ?
            ORDER BY waiting.since, waiting.position, waiting.entry LIMIT ?
            """, .text(digest.sink), .integer(digest.pipeline.number), .int(digest.places.count)
        ) { WaitingDigest.Place($0, from: 0) }
        guard places == digest.places,
            try isLast(for: digest.sink, of: digest.pipeline, counting: places.count) == digest.isLast
        else { return false }
        guard digest.isLast else { return true }
        return try pendingTally(of: digest.pipeline, for: digest.sink) == digest.tally
    }

    /// Whether targets are as they were when the sink read them.
    func isUnmoved(_ seen: [String: KnownTarget?], of sink: String) throws(StageError) -> Bool {
        for (target, known) in seen where try self.target(target, of: sink) != known { return false }
        return true
    }

    /// Whether the queue has no more than `count` deliveries. Then their digest shows the pending tally.
    private func isLast(for sink: String, of pipeline: PipelineID, counting count: Int) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM waiting WHERE sink = ? AND pipeline = ? LIMIT 1 OFFSET ?", .text(sink),
            .integer(pipeline.number), .int(count)
        ) { _ in true } == nil
    }

    private func waitingEntries(
        for sink: String, of pipeline: PipelineID, limit: Int, bytes mostBytes: Int,
        titles: [FeedKey: (source: String, title: String)], locale: DigestLocale
    ) throws(StageError) -> (entries: [DigestEntry], places: [WaitingDigest.Place]) {
        var bytes = 0
        var places: [WaitingDigest.Place] = []
        let hasDuplicates = try hasDuplicates(pipeline)
        let entries = try connection.rows(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                coalesce(pipeline_entry.body, entry_body.body), entry.numbers, entry.first_seen,
                CASE WHEN pipeline_entry.state = 4 THEN reason END, pipeline_entry.numbers,
                CASE WHEN pipeline_entry.state = 4 THEN buzz END, story, story_role, waiting.entry, waiting.since,
                waiting.position, entry.content_hash
            FROM waiting JOIN entry ON entry.id = waiting.entry
                LEFT JOIN entry_body ON entry_body.entry = entry.id
                LEFT JOIN pipeline_entry
                    ON pipeline_entry.pipeline = waiting.pipeline AND pipeline_entry.entry = waiting.entry
            WHERE waiting.sink = ? AND waiting.pipeline = ?
            ORDER BY waiting.since, waiting.position, waiting.entry LIMIT ?
            """, .text(sink), .integer(pipeline.number), .int(limit)
        ) { row throws(StageError) -> DigestEntry? in
            guard bytes < mostBytes else { return nil }
            bytes += row.length(2) + row.length(3)
            places.append(WaitingDigest.Place(row, from: 11))
            var entry = try bareDigestEntry(row, added: 7, titles: titles)
            entry.reason = Self.reason(row, in: locale)
            entry.buzz = row.optionalText(8).flatMap(BuzzJSON.decode)
            entry.story = try storyPart(row, from: 9, in: pipeline)
            if hasDuplicates { entry.duplicates = try duplicates(of: row.integer(0), in: pipeline, titles: titles) }
            return entry
        }
        return (entries, places)
    }

    /// Removes planned deliveries. Throws `.stateDamaged` if one cannot be removed, since it would be delivered again
    /// and again.
    private func removeWaiting(_ planned: Set<String>, of digest: WaitingDigest) throws(StageError) {
        let (sink, pipeline) = (StateValue.text(digest.sink), StateValue.integer(digest.pipeline.number))
        let isPlanned = digest.places.map { planned.contains(EntryID(number: $0.entry).key) }
        if let last = digest.places.last, !isPlanned.contains(false) {
            try connection.run(
                "DELETE FROM waiting WHERE sink = ? AND pipeline = ? AND (since, position, entry) <= (?, ?, ?)", sink,
                pipeline, .integer(last.since), .integer(last.position), .integer(last.entry))
            return try requireChanges(digest.places.count)
        }
        for (place, isPlanned) in zip(digest.places, isPlanned) where isPlanned {
            try connection.run(
                "DELETE FROM waiting WHERE sink = ? AND pipeline = ? AND since = ? AND position = ? AND entry = ?",
                sink,
                pipeline, .integer(place.since), .integer(place.position), .integer(place.entry))
            try requireChanges(1)
        }
    }

    private func requireChanges(_ count: Int) throws(StageError) {
        guard try connection.changes < count else { return }
        throw StageError(.stateDamaged, subject: path, phrases: [.found: .message("database.lost_waiting")])
    }

    private func hasDuplicates(_ pipeline: PipelineID) throws(StageError) -> Bool {
        try connection.first(
            "SELECT 1 FROM pipeline_entry INDEXED BY pipeline_entry_same WHERE pipeline = ? AND same_as IS NOT NULL LIMIT 1",
            .integer(pipeline.number)
        ) { _ in true } ?? false
    }

    /// Returns why a pipeline kept the entry: the seventh column of a row for `digestEntry`. Behind it are the numbers that
    /// its filters added, the buzz, and the story with the entry's role in it.
    private static func reason(_ row: StateRow, in locale: DigestLocale) -> String {
        row.optionalText(6).map { LocalizedText(stored: $0).text(in: locale) } ?? ""
    }

    /// Returns an entry with its duplicates.
    func digestEntry(
        _ row: StateRow, in pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)],
        locale: DigestLocale
    ) throws(StageError) -> DigestEntry {
        var entry = try bareDigestEntry(row, added: 7, titles: titles)
        entry.reason = Self.reason(row, in: locale)
        entry.buzz = row.optionalText(8).flatMap(BuzzJSON.decode)
        entry.story = try storyPart(row, from: 9, in: pipeline)
        entry.duplicates = try duplicates(of: row.integer(0), in: pipeline, titles: titles)
        return entry
    }

    /// - Parameter added: the column of the numbers that a pipeline's filters added.
    func bareDigestEntry(
        _ row: StateRow, added: Int32, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> DigestEntry {
        let feed = try named(row.integer(1))
        let names = titles[feed.key]
        let source = names?.source ?? feed.source
        return DigestEntry(
            key: EntryID(number: row.integer(0)).key,
            entry: try EntryCodec.decode(row, head: 2, body: 3, numbers: 4, added: added), source: source,
            sourceTitle: names.map(\.title).flatMap { $0.isEmpty ? nil : $0 } ?? feed.title ?? source,
            firstSeen: Timestamp(milliseconds: row.integer(5)))
    }

    /// Returns the entries that a pipeline dropped in favour of an entry, at most 20, as they are stored now. Nothing
    /// of them is copied.
    func duplicates(
        of entry: Int64, in pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)]
    ) throws(StageError) -> [Duplicate] {
        try connection.all(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head), NULL, entry.numbers,
                entry.first_seen, pipeline_entry.numbers
            FROM pipeline_entry INDEXED BY pipeline_entry_same JOIN entry ON entry.id = pipeline_entry.entry
            WHERE pipeline_entry.pipeline = ? AND pipeline_entry.same_as = ? AND pipeline_entry.state = 3
            ORDER BY pipeline_entry.entry LIMIT ?
            """, .integer(pipeline.number), .integer(entry), .int(Self.mostDuplicates)
        ) { row throws(StageError) in
            let other = try bareDigestEntry(row, added: 6, titles: titles)
            return Duplicate(
                key: other.key, source: other.source, sourceTitle: other.sourceTitle, title: other.entry.title,
                url: other.entry.url, numbers: other.entry.numbers)
        }
    }

    /// The most duplicates that are shown with an entry.
    private static let mostDuplicates = 20

    /// Returns an entry as a pipeline's filters left it, or nil if the state has nothing of it but its number.
    func digestEntry(
        _ entry: Int64, in pipeline: PipelineID, titles: [FeedKey: (source: String, title: String)],
        locale: DigestLocale
    ) throws(StageError) -> DigestEntry? {
        try connection.first(
            """
            SELECT entry.id, entry.document, coalesce(pipeline_entry.head, entry.head),
                coalesce(pipeline_entry.body, entry_body.body), entry.numbers, entry.first_seen,
                CASE WHEN pipeline_entry.state = 4 THEN reason END, pipeline_entry.numbers,
                CASE WHEN pipeline_entry.state = 4 THEN buzz END, story, story_role
            FROM entry LEFT JOIN entry_body ON entry_body.entry = entry.id
                LEFT JOIN pipeline_entry ON pipeline_entry.pipeline = ?2 AND pipeline_entry.entry = entry.id
            WHERE entry.id = ?1 AND entry.document <> 0
            """, .integer(entry), .integer(pipeline.number)
        ) { row throws(StageError) in try digestEntry(row, in: pipeline, titles: titles, locale: locale) }
    }

    /// The most feeds whose names are cached.
    private static let mostNamedFeeds = 4096

    /// Returns the names of a document's feed. They are cached, since every entry of it needs them. Throws
    /// `.stateDamaged` for an unknown document.
    func named(_ document: Int64) throws(StageError) -> NamedFeed {
        if let known = namedFeeds[document] { return known }
        let known = try connection.first(
            """
            SELECT source.key, name, title FROM document JOIN source ON source.id = document.source
            WHERE document.id = ?
            """, .integer(document)
        ) {
            NamedFeed(key: FeedKey(hash: $0.blob(0)), source: $0.text(1), title: $0.optionalText(2))
        }
        guard let known else { throw StageError(.stateDamaged, subject: path, facts: [.found: "document \(document)"]) }
        // A digest may have entries of 100,000 feeds.
        if namedFeeds.count >= Self.mostNamedFeeds { namedFeeds = [:] }
        namedFeeds[document] = known
        return known
    }

    private func busyTargets(of sink: String) throws(StageError) -> Set<String> {
        Set(
            try connection.all(
                "SELECT target FROM message WHERE state = 0 AND sink = ? AND mode <> 'post'", .text(sink)
            ) { $0.text(0) })
    }

    /// Stores a planned message, behind all others or at the place of the message that it replaces.
    func insert(
        _ message: ComposedMessage, _ entries: [String], sink: String, pipeline: PipelineID,
        place: OpenMessage.Place? = nil,
        now: Timestamp
    ) throws(StageError) {
        let numbers = entries.compactMap { EntryID(key: $0)?.number }
        let number = try connection.insert(
            """
            INSERT INTO message(pipeline, sink, target, mode, memo, retained, entries, entry_count, webhook_id, state,
                created_at, place, turn, form, tally)
            VALUES(?1, ?2, ?3, ?4, coalesce(?5, (SELECT memo FROM target WHERE sink = ?2 AND path = ?3 AND message <> 0)), ?6, ?7, ?8, '',
                0, ?9, ?10, ?11, ?12, ?13)
            """, .integer(pipeline.number), .text(sink), .text(stored(message.target)), .text(message.mode.rawValue),
            .blob(orNull: message.memo),
            .text(orNull: message.retained.isEmpty ? nil : message.retained.joined(separator: " ")),
            .text(numbers.map(String.init).joined(separator: " ")), .int(numbers.count), .time(now),
            .integer(orNull: place?.first), .integer(place?.turn ?? 0), .int(message.form),
            .text(orNull: message.tally?.stored))
        try connection.run(
            "UPDATE message SET webhook_id = ? WHERE id = ?",
            .text(messageID(sink: sink, pipeline: pipeline, number: number, now: now)), .integer(number))
        try connection.run(
            "INSERT INTO payload(message, bytes) VALUES(?, ?)", .integer(number), lending: message.payload)
        freshPayloads.add(message.payload, of: number)
        forgetEntriesOnTheirWay()
    }

    /// Makes the id of a message, which no other message ever has. Time and instance are part of it because numbers
    /// begin anew after an older copy of the state was put back, and a receiver would ignore an id that it knows.
    private func messageID(sink: String, pipeline: PipelineID, number: Int64, now: Timestamp) -> String {
        let seed = "\(instance)\u{0}\(pipeline.number)\u{0}\(sink)\u{0}\(number)\u{0}\(now.milliseconds)"
        return "msg_" + Base32.encode(SHA256.hash(seed))
    }
}

/// The deliveries of a pipeline that wait for a sink, as they were at one moment. Sinks compose outside any
/// transaction.
package struct WaitingDigest: Sendable {
    /// The entries, oldest delivery first.
    package let entries: [DigestEntry]
    /// The tally of everything that competed for this digest; nil if there is none or a later digest shows it.
    package let tally: DigestTally?
    /// Whether no more entries of the pipeline wait for the sink.
    package let isLast: Bool
    let sink: String
    let pipeline: PipelineID
    /// The place of each entry in the queue.
    let places: [Place]
    /// How many rows the state had changed before (`StateConnection.totalChanges`).
    let changes: Int32

    /// A place in the queue, with the hash of the entry's content.
    struct Place: Sendable, Hashable {
        let entry: Int64
        let since: Int64
        let position: Int64
        let contentHash: [UInt8]

        init(_ row: StateRow, from column: Int32) {
            entry = row.integer(column)
            since = row.integer(column + 1)
            position = row.integer(column + 2)
            contentHash = row.blob(column + 3)
        }
    }
}

/// A feed with its stored names.
struct NamedFeed {
    let key: FeedKey
    let source: String
    let title: String?
}

/// The outcome of storing composed messages.
package struct PlanningOutcome: Sendable {
    /// How many messages were stored.
    package var messages = 0
    /// How many entries the messages hold.
    package var entries = 0

    package init() {}
}
