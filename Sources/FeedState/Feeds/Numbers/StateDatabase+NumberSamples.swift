package import FeedModel
package import FeedStages

/// What numbers of an entry were at which age: stored with the entry's numbers, in the same transaction.
extension StateDatabase {
    /// Stores the numbers of a new entry.
    func sample(_ item: PreparedDocument.Item, ofNew entry: Int64, date: Timestamp, now: Timestamp) throws(StageError) {
        guard item.numbers != nil, let age = Self.sampledAge(of: date, now: now) else { return }
        var samples = NumberSamples()
        if samples.record(SampledNumber.chosen(of: item.values), at: age) { try store(samples, of: entry) }
    }

    /// Stores the numbers of a known entry, unless they were the same at this age before.
    func sample(
        _ item: PreparedDocument.Item, of known: KnownEntry, date: Timestamp, now: Timestamp
    ) throws(StageError) {
        guard item.numbers != nil, let age = Self.sampledAge(of: date, now: now) else { return }
        // Most entries of a document are old, and their numbers stay: nothing is read for them.
        if known.hasSameNumbers, AgeBucket(of: known.lastInDocument - date) == age { return }
        try sample(SampledNumber.chosen(of: item.values), of: known.id, at: age)
    }

    /// Stores numbers that a filter has set or changed.
    func sample(_ numbers: [String: Int], ofDecided entry: Int64, now: Timestamp) throws(StageError) {
        let chosen = SampledNumber.chosen(of: numbers)
        guard !chosen.isEmpty else { return }
        let date = try connection.first("SELECT date FROM entry WHERE id = ?", .integer(entry)) { $0.time(0) }
        guard let date = date ?? nil, let age = Self.sampledAge(of: date, now: now) else { return }
        try sample(chosen, of: entry, at: age)
    }

    private func sample(_ numbers: [SampledNumber], of entry: Int64, at age: AgeBucket) throws(StageError) {
        var samples = try samples(of: entry) ?? NumberSamples()
        if samples.record(numbers, at: age) { try store(samples, of: entry) }
    }

    /// Returns the age of an entry, or nil if it is too old for samples.
    private static func sampledAge(of date: Timestamp, now: Timestamp) -> AgeBucket? {
        let age = now - date
        return age < Retention.numbers ? AgeBucket(of: age) : nil
    }

    /// Returns what is stored of an entry's numbers. Damaged bytes count as none.
    private func samples(of entry: Int64) throws(StageError) -> NumberSamples? {
        try connection.first("SELECT samples FROM number_sample WHERE entry = ?", .integer(entry)) {
            NumberSamples($0, at: 0)
        } ?? nil
    }

    private func store(_ samples: NumberSamples, of entry: Int64) throws(StageError) {
        try connection.run(
            """
            INSERT INTO number_sample(entry, samples) VALUES(?, ?)
            ON CONFLICT(entry) DO UPDATE SET samples = excluded.samples
            """, .integer(entry), .blob(samples.bytes))
    }

    /// Deletes the samples of those entries of a slice that are old by now. Returns how many entries had some.
    func pruneNumbers(_ first: Int64, _ last: Int64, now: Timestamp) throws(StageError) -> Int {
        try connection.run(
            """
            DELETE FROM number_sample WHERE entry > ?1 AND entry <= ?2
                AND coalesce((SELECT date FROM entry WHERE entry.id = number_sample.entry), 0) < ?3
            """, .integer(first), .integer(last), .time(now - Retention.numbers))
        return try connection.changes
    }

    /// Deletes values at ages that their entries have not reached: a clock that was ahead stored them.
    func forgetFutureNumbers(now: Timestamp) throws(StageError) {
        let wrong = try connection.all(
            """
            SELECT number_sample.entry, samples, date FROM number_sample JOIN entry ON entry.id = number_sample.entry
            """
        ) { row -> (entry: Int64, samples: NumberSamples)? in
            guard var samples = NumberSamples(row, at: 1), let date = row.time(2),
                samples.forget(after: AgeBucket(of: now - date))
            else { return nil }
            return (row.integer(0), samples)
        }.compactMap { $0 }
        for (entry, samples) in wrong { try store(samples, of: entry) }
    }
}

/// What filters and commands read of it.
extension StateDatabase {
    package func numberHistory(
        of sources: [FeedKey: String], now: Timestamp
    ) throws(StageError) -> NumberHistory {
        let limit = Self.mostEntries(ofEachOf: sources.count)
        var found: [String: SourceNumbers] = [:]
        try reading { () throws(StageError) in
            for (key, name) in sources {
                var numbers = found.removeValue(forKey: name) ?? SourceNumbers()
                _ = try connection.rows(
                    """
                    SELECT samples FROM (
                        SELECT entry.id AS id FROM source JOIN document ON document.source = source.id
                            JOIN entry ON entry.document = document.id AND entry.date >= ?2
                        WHERE source.key = ?1 ORDER BY entry.date DESC, entry.id DESC LIMIT ?3
                    ) AS newest JOIN number_sample ON number_sample.entry = newest.id
                    """, .blob(key.hash), .time(now - Retention.numbers), .int(limit)
                ) { row -> Void? in
                    for track in NumberSamples(row, at: 0)?.tracks ?? [] { numbers.add(track) }
                    return ()
                }
                found[name] = numbers
            }
        }
        return NumberHistory(found)
    }

    /// How many of its newest entries each of so many sources has in a history: 2,000, and fewer of more than 30
    /// sources, down to 100. That is enough for a percentile, and bounds the memory of a run.
    static func mostEntries(ofEachOf sources: Int) -> Int { min(2_000, max(100, 60_000 / max(1, sources))) }

    package func numberTracks(of entry: EntryID) throws(StageError) -> [NumberTrack] {
        try samples(of: entry.number)?.tracks ?? []
    }
}

extension NumberSamples {
    /// Reads a column; nil if it is damaged.
    init?(_ row: StateRow, at column: Int32) {
        guard let bytes = row.optionalBlob(column), let samples = bytes.withUnsafeBufferPointer(NumberSamples.init)
        else { return nil }
        self = samples
    }
}
