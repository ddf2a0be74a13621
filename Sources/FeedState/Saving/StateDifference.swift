import FeedMessages
import FeedModel
package import FeedStages

/// What a state has that a saved one lacks: what would be delivered again or lost if that one took its place.
///
/// An entry is found in the other state by its keys, since its number may be another one there.
package struct StateDifference {
    /// Messages that would be delivered again, as a whole or in part.
    private(set) var messages = 0
    /// The entries in them that the saved state does not know, or would deliver itself.
    private(set) var entries = 0
    /// The sinks that got these messages, in the order of their names.
    private(set) var sinks: [String] = []
    /// When the first of these messages was delivered.
    private(set) var since: Timestamp?
    /// Entries that wait or were given up here, and that the saved state does not know.
    private(set) var waiting = 0
    /// Whether there is more than was counted.
    private(set) var isPartial = false

    /// The most deliveries that are looked at, from the newest on.
    private static let most = 100_000
    /// The most sinks that are named.
    private static let mostNamed = 4

    /// How many rows are read at once.
    private static let rowsAtATime = 500

    /// Compares two states. Returns nil if one of them, in SQLite, is of an older version, whose tables may be others.
    init?(of present: StateConnection, from saved: SQLiteConnection, limit: Int = most) throws(StageError) {
        for connection in [present.sqlite, saved].compactMap(\.self) {
            let version = try connection.first("PRAGMA user_version") { $0.int(0) }
            guard version == Schema.present.version else { return nil }
        }
        let delivered = try Self.deliveries(of: present, lackedBy: saved, limit: limit)
        let open = try Self.openEntries(of: present, limit: limit)
        isPartial = delivered.isPartial || open.count == limit
        let counterparts = try Self.counterparts(
            of: Set(delivered.list.flatMap(\.entries)).union(open), of: present, in: saved)
        waiting = open.count { counterparts[$0] == nil }
        let undelivered = try Undelivered(in: saved)
        var (again, names): (Set<Int64>, Set<String>) = ([], [])
        for message in delivered.list {
            let found = message.entries.filter { entry in
                counterparts[entry].map { undelivered.holds($0, for: message.sink) } ?? true
            }
            guard !found.isEmpty else { continue }
            messages += 1
            again.formUnion(found)
            names.insert(message.sink)
            since = min(since ?? message.at, message.at)
        }
        entries = again.count
        sinks = names.sorted()
    }

    /// The facts that hold sentences about a difference, in the order in which they are told.
    package static let facts: [StageError.Fact] = [.deliveredAgain, .lostEntries]

    /// Sentences about it, each under the fact of `StageError` that holds it. `file` is the saved state.
    func texts(about file: String) -> [StageError.Fact: LocalizedText] {
        var texts: [StageError.Fact: LocalizedText] = [:]
        if let since, messages > 0 {
            var named = sinks.prefix(Self.mostNamed).map { MessageArgument.text($0) }
            if sinks.count > Self.mostNamed {
                named.append(.message("saved.more_sinks", ["count": .number(sinks.count - Self.mostNamed)]))
            }
            // messages: saved.again_*
            texts[.deliveredAgain] = .message(
                isPartial ? "saved.again_at_least" : "saved.again_exactly",
                [
                    "file": .text(file), "messages": .number(messages), "entries": .number(entries),
                    "sinks": .row(named), "since": .text(Self.minute(since)),
                ])
        }
        if waiting > 0 {
            texts[.lostEntries] = .message("saved.lost_waiting", ["file": .text(file), "entries": .number(waiting)])
        }
        return texts
    }

    /// `2026-11-23 21:40 UTC`
    private static func minute(_ moment: Timestamp) -> String {
        moment.rfc3339().prefix(16).replacing("T", with: " ") + " UTC"
    }

    private struct Delivery {
        let sink: String
        let entries: [Int64]
        let at: Timestamp
    }

    /// The delivered messages that the saved state does not have as delivered.
    private static func deliveries(
        of present: StateConnection, lackedBy saved: SQLiteConnection, limit: Int
    ) throws(StageError) -> (list: [Delivery], isPartial: Bool) {
        var (list, count): ([Delivery], Int) = ([], 0)
        // A few at a time: all of them together would be the texts of all messages.
        var next = Int64.max
        while true {
            let rows = try present.all(
                """
                SELECT id, webhook_id, sink, entries, coalesce(finished_at, created_at) FROM message
                WHERE id < ? AND state = 1 AND entry_count > 0 ORDER BY id DESC LIMIT ?
                """, .integer(next), .int(rowsAtATime)
            ) {
                (
                    id: $0.integer(0), name: $0.text(1), sink: $0.text(2), entries: $0.text(3),
                    at: Timestamp(milliseconds: $0.integer(4))
                )
            }
            for row in rows {
                let isKnown = try saved.first(
                    "SELECT 1 FROM message WHERE id = ? AND webhook_id = ? AND state = 1", .integer(row.id),
                    .text(row.name)
                ) { _ in true }
                guard isKnown == nil else { continue }
                let entries = Self.numbers(row.entries)
                count += entries.count
                list.append(Delivery(sink: row.sink, entries: entries, at: row.at))
                guard count < limit else { return (list, true) }
            }
            guard rows.count == rowsAtATime, let last = rows.last else { return (list, false) }
            next = last.id
        }
    }

    /// Entries that wait for a filter or a sink, are in an open message or in one that was given up.
    private static func openEntries(of present: StateConnection, limit: Int) throws(StageError) -> Set<Int64> {
        var entries = Set(
            try present.all(
                """
                SELECT entry FROM waiting UNION SELECT entry FROM pipeline_entry WHERE state <= 1 LIMIT ?
                """, .int(limit)
            ) { $0.integer(0) })
        let messages = try present.all(
            "SELECT entries FROM message WHERE state IN (0, 2) LIMIT ?", .int(limit)
        ) { Self.numbers($0.text(0)) }
        for entry in messages.joined() where entries.count < limit { entries.insert(entry) }
        return entries
    }

    /// The numbers that entries have in the other state. Those that it does not know are missing.
    private static func counterparts(
        of entries: Set<Int64>, of present: StateConnection, in saved: SQLiteConnection
    ) throws(StageError) -> [Int64: Int64] {
        var documents: Set<Int64> = []
        let numbers = Array(entries)
        for start in stride(from: 0, to: numbers.count, by: rowsAtATime) {
            let some = Array(numbers[start..<min(start + rowsAtATime, numbers.count)])
            documents.formUnion(
                try present.all(
                    "SELECT DISTINCT document FROM entry WHERE id IN (SELECT value FROM json_each(?))", .list(some)
                ) { $0.integer(0) })
        }
        var found: [Int64: Int64] = [:]
        for document in documents {
            let names = try present.first(
                """
                SELECT source.key, document.key FROM document JOIN source ON source.id = document.source
                WHERE document.id = ?
                """, .integer(document)
            ) { (source: $0.blob(0), document: $0.text(1)) }
            guard let names else { continue }
            let other = try saved.first(
                """
                SELECT document.id FROM source JOIN document ON document.source = source.id
                WHERE source.key = ? AND document.key = ?
                """, .blob(names.source), .text(names.document)
            ) { $0.integer(0) }
            guard let other else { continue }
            let keys = try present.all(
                "SELECT entry, kind, hash FROM entry_key WHERE document = ?", .integer(document)
            ) { (entry: $0.integer(0), kind: $0.integer(1), hash: $0.blob(2)) }
            for key in keys where entries.contains(key.entry) && found[key.entry] == nil {
                found[key.entry] = try saved.first(
                    "SELECT entry FROM entry_key WHERE document = ? AND kind = ? AND hash = ?", .integer(other),
                    .integer(key.kind), .blob(key.hash)
                ) { $0.integer(0) }
            }
        }
        return found
    }

    private static func numbers(_ entries: String) -> [Int64] {
        entries.split(separator: " ").compactMap { Int64($0) }
    }

    /// What the saved state will still deliver: entries that wait, by the sink, or for filters.
    private struct Undelivered {
        private var bySink: [String: Set<Int64>] = [:]
        private let unfiltered: Set<Int64>
        private let sinks: Set<String>

        init(in saved: SQLiteConnection) throws(StageError) {
            sinks = Set(try saved.all("SELECT DISTINCT sink FROM pipeline_sink") { $0.text(0) })
            unfiltered = Set(
                try saved.all("SELECT entry FROM pipeline_entry WHERE state <= 1") { $0.integer(0) })
            for row in try saved.all("SELECT sink, entry FROM waiting", read: { ($0.text(0), $0.integer(1)) }) {
                bySink[row.0, default: []].insert(row.1)
            }
            let messages = try saved.all("SELECT sink, entries FROM message WHERE state = 0") {
                ($0.text(0), StateDifference.numbers($0.text(1)))
            }
            for message in messages { bySink[message.0, default: []].formUnion(message.1) }
        }

        func holds(_ entry: Int64, for sink: String) -> Bool {
            // A sink that the state does not know gets the newest entries, whatever others got.
            !sinks.contains(sink) || unfiltered.contains(entry) || bySink[sink]?.contains(entry) == true
        }
    }
}

extension StageError.Fact {
    /// What is delivered again if a saved state takes the place of this one.
    package static let deliveredAgain = StageError.Fact(rawValue: "delivered_again")
    /// What is lost then.
    package static let lostEntries = StageError.Fact(rawValue: "lost_entries")
}
