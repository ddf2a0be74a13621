import FeedModel
package import FeedStages

/// Search for stored entries: by source and date over an index, by sink over its messages.
extension StateDatabase {
    /// How many entries of a sink are searched: those in its newest messages, and all that wait.
    private static let mostOfSink = 100_000

    package func ids(of search: EntrySearch, limit: Int?) throws(StageError) -> [EntryID] {
        try reading { () throws(StageError) -> [EntryID] in
            var newest = Newest(limit: limit, since: search.since ?? Timestamp(milliseconds: .min))
            let pipeline = try search.pipeline.map { name throws(StageError) in try number(ofPipeline: name) }
            let documents = try documents(of: search.sources)
            if let sink = search.sink {
                newest.add(try found(ofSink: sink, in: Set(documents), pipeline: pipeline, since: newest.since))
            } else {
                for document in documents {
                    newest.add(try found(in: document, pipeline, since: newest.since, limit: limit))
                }
            }
            return newest.sorted.map { EntryID(number: $0.number) }
        }
    }

    private func found(
        in document: Int64, _ pipeline: Int64?, since: Timestamp, limit: Int?
    ) throws(StageError) -> [Newest.Found] {
        try connection.all(
            """
            SELECT id, date FROM entry WHERE document = ?1 AND date >= ?2 AND (?3 IS NULL OR EXISTS(
                SELECT 1 FROM pipeline_entry WHERE pipeline = ?3 AND pipeline_entry.entry = entry.id))
            ORDER BY date DESC, id DESC LIMIT ?4
            """, .integer(document), .time(since), .integer(orNull: pipeline), .int(limit ?? .max)
        ) { Newest.Found(number: $0.integer(0), date: $0.integer(1)) }
    }

    private func found(
        ofSink sink: String, in documents: Set<Int64>, pipeline: Int64?, since: Timestamp
    ) throws(StageError) -> [Newest.Found] {
        var found: [Newest.Found] = []
        for entry in try entries(ofSink: sink) {
            let row = try connection.first(
                """
                SELECT date, document FROM entry WHERE id = ?1 AND date >= ?2 AND (?3 IS NULL OR EXISTS(
                    SELECT 1 FROM pipeline_entry WHERE pipeline = ?3 AND pipeline_entry.entry = entry.id))
                """, .integer(entry), .time(since), .integer(orNull: pipeline)
            ) { (date: $0.integer(0), document: $0.integer(1)) }
            if let row, documents.contains(row.document) { found.append(Newest.Found(number: entry, date: row.date)) }
        }
        return found
    }

    package func sourceNames() throws(StageError) -> [String] {
        try connection.all("SELECT DISTINCT name FROM source ORDER BY name") { $0.text(0) }
    }

    package func pipelineNames() throws(StageError) -> [String] {
        try connection.all("SELECT name FROM pipeline ORDER BY name") { $0.text(0) }
    }

    package func sinkNames() throws(StageError) -> [String] {
        try connection.all("SELECT DISTINCT sink FROM pipeline_sink ORDER BY sink") { $0.text(0) }
    }

    package func entries(_ ids: some Sequence<EntryID>, withBodies: Bool) throws(StageError) -> [StoredEntry] {
        var entries: [StoredEntry] = []
        for id in ids {
            let found = try connection.first(
                """
                SELECT head, numbers, first_seen, last_in_document, document,
                    CASE WHEN ? <> 0 THEN (SELECT body FROM entry_body WHERE entry_body.entry = entry.id) END
                FROM entry WHERE id = ? AND document <> 0
                """, .flag(withBodies), .integer(id.number)
            ) { row throws(StageError) -> StoredEntry in
                let feed = try named(row.integer(4))
                return StoredEntry(
                    id: id, entry: try EntryCodec.decode(row, head: 0, body: 5, numbers: 1), hasBody: !row.isNull(5),
                    source: feed.source, feedTitle: feed.title, firstSeen: Timestamp(milliseconds: row.integer(2)),
                    lastSeen: Timestamp(milliseconds: row.integer(3)))
            }
            if let found { entries.append(found) }
        }
        return entries
    }

    private func documents(of sources: Set<String>) throws(StageError) -> [Int64] {
        let documents = try connection.all(
            "SELECT document.id, name FROM source JOIN document ON document.source = source.id"
        ) { (id: $0.integer(0), source: $0.text(1)) }
        return documents.filter { sources.isEmpty || sources.contains($0.source) }.map(\.id)
    }

    /// The number of a pipeline, or -1, which no pipeline has, for an unknown name.
    private func number(ofPipeline name: String) throws(StageError) -> Int64 {
        try connection.first("SELECT id FROM pipeline WHERE name = ?", .text(name)) { $0.integer(0) } ?? -1
    }

    private func entries(ofSink name: String) throws(StageError) -> Set<Int64> {
        var entries = Set(
            try connection.all("SELECT entry FROM waiting WHERE sink = ?", .text(name)) { $0.integer(0) })
        _ = try connection.rows("SELECT entries FROM message WHERE sink = ? ORDER BY id DESC", .text(name)) {
            row throws(StageError) -> Bool? in
            Self.addNumbers(of: row.text(0), to: &entries)
            return entries.count < Self.mostOfSink ? true : nil
        }
        return entries
    }

    /// Adds the numbers of a list with blanks between them.
    private static func addNumbers(of list: String, to numbers: inout Set<Int64>) {
        for word in list.utf8.split(separator: UInt8(ascii: " ")) {
            if let number = Int64(Substring(word)) { numbers.insert(number) }
        }
    }
}

/// Collects the newest entries from several queries. Once there are enough, `since` lets later queries skip older ones.
private struct Newest {
    struct Found {
        let number: Int64
        let date: Int64
    }

    private let limit: Int?
    /// The oldest date that can still be among the results.
    private(set) var since: Timestamp
    private var found: [Found] = []

    init(limit: Int?, since: Timestamp) {
        self.limit = limit
        self.since = since
    }

    mutating func add(_ more: [Found]) {
        found += more
        guard let limit, found.count > 2 * limit + 100 else { return }
        found = Array(sorted.prefix(limit))
        if let last = found.last { since = Timestamp(milliseconds: last.date) }
    }

    /// The results, newest first, at most `limit`.
    var sorted: [Found] {
        let sorted = found.sorted { ($0.date, $0.number) > ($1.date, $1.number) }
        return limit.map { Array(sorted.prefix($0)) } ?? sorted
    }
}
