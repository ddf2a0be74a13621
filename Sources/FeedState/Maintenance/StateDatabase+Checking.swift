package import FeedMessages
package import FeedStages

/// The result of `StateDatabase.check`.
package struct StateCheckResult: Sendable, Hashable {
    /// Flaws of the database file in SQLite's words, at most 20.
    package var flaws: [LocalizedText] = []
    /// The broken rules between the rows.
    package var broken: [BrokenRule] = []
    /// What the state holds; nil if SQLite finds a flaw.
    package var contents: StateContents?

    /// Whether no flaw and no broken rule was found.
    package var isSound: Bool { flaws.isEmpty && broken.isEmpty }
}

/// What a state holds.
package struct StateContents: Sendable, Hashable {
    /// How many feeds are stored.
    package let feeds: Int
    /// How many entries are stored.
    package let entries: Int
    /// How many messages are open.
    package let open: Int
    /// How many messages are given up.
    package let givenUp: Int
    /// The size of the database in bytes, with its indexes.
    package let bytes: Int64

    init(of connection: StateConnection) throws(StageError) {
        func count(_ query: Statement) throws(StageError) -> Int { try connection.first(query) { $0.int(0) } ?? 0 }
        feeds = try count("SELECT count(*) FROM source")
        // A row with document 0 is no entry: it only reserves a number.
        entries = try count("SELECT count(*) FROM entry WHERE document <> 0")
        open = try count("SELECT count(*) FROM message WHERE state = 0")
        givenUp = try count("SELECT count(*) FROM message WHERE state = 2")
        bytes = try Self.size(of: connection)
    }

    /// The size of the database in bytes, with its indexes.
    static func size(of connection: StateConnection) throws(StageError) -> Int64 {
        try connection.first(
            Statement(
                sqlite: "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size",
                postgresql: """
                    SELECT coalesce(CAST(sum(pg_total_relation_size(oid)) AS bigint), 0) FROM pg_class
                    WHERE relkind = 'r'
                        AND relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = current_schema())
                    """)
        ) { $0.integer(0) } ?? 0
    }
}

/// A rule between rows of the database that does not hold.
package struct BrokenRule: Sendable, Hashable {
    /// The rule that should hold.
    package let rule: LocalizedText
    /// How many rows break the rule.
    package let rows: Int
}

extension StateDatabase {
    /// Checks the database: SQLite's own integrity check, then the rules between the rows of feeds, entries and
    /// messages. Counts rows only if SQLite finds no flaw. A damaged file is a flaw and not an error.
    package func check() throws(StageError) -> StateCheckResult {
        var result = StateCheckResult()
        do throws(StageError) {
            if let sqlite = connection.sqlite { result.flaws = try IntegrityCheck.flaws(of: sqlite) }
            guard result.flaws.isEmpty else { return result }
            result.broken = try brokenRules()
            result.contents = try StateContents(of: connection)
        } catch  where error.code == .stateDamaged {
            result.flaws.append(error.explanation.map { LocalizedText(en: $0) } ?? .message("database.malformed"))
        }
        return result
    }

    private func brokenRules() throws(StageError) -> [BrokenRule] {
        let rules: [(LocalizedText, Statement)] = [
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
                .message("rule.numbers"),
                "SELECT count(*) FROM number_sample WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = number_sample.entry)"
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
                .message("rule.stories"),
                "SELECT count(*) FROM pipeline_entry WHERE story IS NOT NULL AND (state <> 4 OR story_role IS NULL)"
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

    private func count(_ query: Statement) throws(StageError) -> Int {
        try connection.first(query) { $0.int(0) } ?? 0
    }
}
