package import FeedModel
package import FeedStages

/// The entries of a time that pipelines could show. Reading them changes nothing.
extension StateDatabase {
    package func finding(of search: CatchUpSearch) throws(StageError) -> CatchUpFinding {
        var finding = CatchUpFinding()
        let pipeline = try connection.first("SELECT id FROM pipeline WHERE name = ?", .text(search.pipeline)) {
            $0.integer(0)
        }
        guard let pipeline else { return finding }
        // `CROSS JOIN` reads entries by their index over documents and dates, and not all that a pipeline ever had.
        let rows = try connection.all(
            """
            SELECT entry.id, entry.date, entry.numbers, verdict.numbers, verdict.state, source.name, verdict.same_as
            FROM document CROSS JOIN entry CROSS JOIN pipeline_entry AS verdict
                JOIN source ON source.id = document.source
            WHERE document.id <> 0 AND entry.document = document.id AND entry.date >= ?2
                AND verdict.pipeline = ?1 AND verdict.entry = entry.id AND (verdict.state IN (0, 4) OR verdict.state = 3 AND verdict.same_as IS NOT NULL
                OR verdict.state IN (1, 3) AND substr(filter, 1, length(?3) + 1) = ?3 || '#')
            ORDER BY entry.date DESC, entry.id DESC LIMIT ?4
            """, .integer(pipeline), .time(search.since), .text(search.chooser), .int(search.limit)
        ) { row throws(StageError) -> CatchUpEntry? in
            let id = EntryID(number: row.integer(0))
            if row.integer(4) == EntryState.waiting.rawValue {
                finding.undecided += 1
                return nil
            }
            if row.integer(4) == EntryState.dropped.rawValue, let survivor = row.optionalInteger(6) {
                finding.duplicates[id] = EntryID(number: survivor)
                return nil
            }
            var numbers = try NumbersJSON.decode(row.optionalText(2))
            numbers.merge(try NumbersJSON.decode(row.optionalText(3))) { max($0, $1) }
            return CatchUpEntry(
                id: id, pipeline: PipelineID(number: pipeline), source: row.text(5),
                date: Timestamp(milliseconds: row.integer(1)), numbers: numbers,
                isKept: row.integer(4) == EntryState.kept.rawValue)
        }
        finding.entries = rows.compactMap { $0 }
        finding.isCut = rows.count >= search.limit
        return finding
    }

    package func digestEntry(_ entry: CatchUpEntry, locale: DigestLocale) throws(StageError) -> DigestEntry? {
        try digestEntry(entry.id.number, in: entry.pipeline, titles: [:], locale: locale)
    }
}
