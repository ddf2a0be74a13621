package import FeedMessages
package import FeedStages

/// What a check found.
package struct StateCheckResult: Sendable, Hashable {
    /// Flaws of the database file, as SQLite tells them.
    package var flaws: [LocalizedText] = []
    /// Rules that do not hold, each with the number of rows that break it.
    package var broken: [BrokenRule] = []
    /// Feeds, entries, messages on their way, given-up ones.
    package var feeds = 0
    /// Entries that are known.
    package var entries = 0
    /// Messages on their way.
    package var open = 0
    /// Messages that were given up.
    package var givenUp = 0
    /// Bytes of the database.
    package var bytes: Int64 = 0

    /// Whether nothing was found.
    package var isSound: Bool { flaws.isEmpty && broken.isEmpty }
}

/// A rule of the ledger that does not hold.
package struct BrokenRule: Sendable, Hashable {
    /// What was expected.
    package let rule: LocalizedText
    /// Rows that break it.
    package let rows: Int
}

/// Whether the state keeps its own rules.
extension StateDatabase {
    package func check() throws(StageError) -> StateCheckResult {
        var result = StateCheckResult()
        do throws(StageError) {
            result.flaws = try connection.all("PRAGMA integrity_check(20)") { $0.text(0) }.filter { $0 != "ok" }
                .map { LocalizedText(en: $0) }
            guard result.flaws.isEmpty else { return result }
            result.broken = try brokenRules()
            result.feeds = try count("SELECT count(*) FROM source")
            result.entries = try count("SELECT count(*) FROM entry WHERE document <> 0")
            result.open = try count("SELECT count(*) FROM message WHERE state = 0")
            result.givenUp = try count("SELECT count(*) FROM message WHERE state = 2")
            let pages = try connection.first("PRAGMA page_count") { $0.integer(0) } ?? 0
            let size = try connection.first("PRAGMA page_size") { $0.integer(0) } ?? 0
            result.bytes = pages.multipliedReportingOverflow(by: size).partialValue
        } catch  where error.code == .stateDamaged {
            result.flaws.append(error.explanation.map { LocalizedText(en: $0) } ?? .message("database.malformed"))
        }
        return result
    }

    private func brokenRules() throws(StageError) -> [BrokenRule] {
        let rules: [(LocalizedText, StaticString)] = [
            (
                .message("rule.waiting_entries"),
                "SELECT count(*) FROM waiting WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = waiting.entry)"
            ),
            (
                .message("rule.message_bytes"),
                """
                SELECT count(*) FROM message WHERE state IN (0, 2)
                    AND NOT EXISTS(SELECT 1 FROM payload WHERE message = message.id)
                """
            ),
            (
                .message("rule.finished_messages"),
                """
                SELECT count(*) FROM payload WHERE NOT EXISTS(
                    SELECT 1 FROM message WHERE id = payload.message AND state IN (0, 2))
                """
            ),
            (
                .message("rule.keys"),
                "SELECT count(*) FROM entry_key WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = entry_key.entry)"
            ),
            (
                .message("rule.pipeline_entries"),
                """
                SELECT count(*) FROM pipeline_entry
                WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = pipeline_entry.entry)
                """
            ),
            (
                .message("rule.entry_documents"),
                """
                SELECT count(*) FROM entry
                WHERE document <> 0 AND NOT EXISTS(SELECT 1 FROM document WHERE id = entry.document)
                """
            ),
            (
                .message("rule.document_sources"),
                "SELECT count(*) FROM document WHERE NOT EXISTS(SELECT 1 FROM source WHERE id = document.source)"
            ),
            (
                .message("rule.waiting_once"),
                """
                SELECT count(*) FROM waiting JOIN pipeline_entry ON pipeline_entry.pipeline = waiting.pipeline
                    AND pipeline_entry.entry = waiting.entry WHERE state <= 2
                """
            ),
        ]
        var broken: [BrokenRule] = []
        for (rule, query) in rules {
            let rows = try count(query)
            if rows > 0 { broken.append(BrokenRule(rule: rule, rows: rows)) }
        }
        return broken
    }

    private func count(_ query: StaticString) throws(StageError) -> Int {
        try connection.first(query) { $0.int(0) } ?? 0
    }
}
