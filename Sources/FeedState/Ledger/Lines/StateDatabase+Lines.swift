package import FeedModel
package import FeedStages

/// Facts to report. They are stored in the transaction that makes them true, until they are reported.
extension StateDatabase {
    /// How long reported lines are kept, to be looked up.
    private static let memoryOfLines = Duration.seconds(28 * 86_400)
    /// The key in `meta` of the number of lines that were deleted before they were reported.
    private static let lostLines = "lost_lines"

    package func keep(_ facts: [LineFact], now: Timestamp) throws(StageError) -> [Int64] {
        guard !facts.isEmpty else { return [] }
        var numbers: [Int64] = []
        for fact in facts {
            numbers.append(try connection.insert(fact, now: now))
        }
        try boundLines()
        return numbers
    }

    package func keepOnce(_ facts: [LineFact], now: Timestamp) throws(StageError) -> [Int64] {
        guard !facts.isEmpty else { return [] }
        return try transaction { () throws(StageError) -> [Int64] in
            var numbers: [Int64] = []
            for fact in facts {
                let waiting = try connection.first(
                    "SELECT id FROM line WHERE told_at IS NULL AND kind = ? AND fact = ?", .text(fact.kind),
                    .text(fact.json)
                ) { $0.integer(0) }
                if let waiting { numbers.append(waiting) } else { numbers += try keep([fact], now: now) }
            }
            return numbers
        }
    }

    package func rewrite(_ number: Int64, as fact: LineFact) throws(StageError) -> Bool {
        try connection.run(
            "UPDATE line SET kind = ?, fact = ? WHERE id = ? AND told_at IS NULL", .text(fact.kind), .text(fact.json),
            .integer(number))
        return try connection.changes > 0
    }

    package func waitingLines() throws(StageError) -> [KeptLine] {
        try connection.all(
            "SELECT id, kind, fact, made_at, told_at FROM line WHERE told_at IS NULL ORDER BY id", read: Self.line)
    }

    package func waitingLineCount() throws(StageError) -> (count: Int, since: Timestamp?) {
        try connection.first("SELECT count(*), min(made_at) FROM line WHERE told_at IS NULL") {
            (count: $0.int(0), since: $0.time(1))
        } ?? (0, nil)
    }

    package func lines() throws(StageError) -> [KeptLine] {
        try connection.all("SELECT id, kind, fact, made_at, told_at FROM line ORDER BY id", read: Self.line)
    }

    package func lostLineCount() throws(StageError) -> Int { try meta(Self.lostLines).flatMap { Int($0) } ?? 0 }

    package func markNotified(_ numbers: [Int64], lost: Int = 0, now: Timestamp) throws(StageError) {
        guard !numbers.isEmpty || lost > 0 else { return }
        try transaction { () throws(StageError) in
            try connection.run(
                "UPDATE line SET told_at = ? WHERE told_at IS NULL AND id IN (SELECT value FROM json_each(?))",
                .time(now), .list(numbers))
            if lost > 0 {
                let left = try lostLineCount() - lost
                try setMeta(Self.lostLines, left > 0 ? String(left) : nil)
            }
            try connection.run(
                """
                DELETE FROM line WHERE told_at < ?1 OR told_at IS NOT NULL AND id <= (
                    SELECT id FROM line WHERE told_at IS NOT NULL ORDER BY id DESC LIMIT 1 OFFSET ?2)
                """, .time(now - Self.memoryOfLines), .int(KeptLine.most))
        }
    }

    private func boundLines() throws(StageError) {
        let waiting = try connection.first("SELECT count(*) FROM line WHERE told_at IS NULL") { $0.int(0) } ?? 0
        guard waiting > KeptLine.most else { return }
        try connection.run(
            "DELETE FROM line WHERE id IN (SELECT id FROM line WHERE told_at IS NULL ORDER BY id LIMIT ?)",
            .int(waiting - KeptLine.most))
        try setMeta(Self.lostLines, String(try lostLineCount() + waiting - KeptLine.most))
    }

    private static func line(_ row: StateRow) -> KeptLine {
        KeptLine(
            number: row.integer(0), fact: LineFact(kind: row.text(1), json: row.text(2)),
            madeAt: Timestamp(milliseconds: row.integer(3)), notifiedAt: row.time(4))
    }
}

extension StateConnection {
    /// Stores a fact within the open transaction. Returns its number.
    func insert(_ fact: LineFact, now: Timestamp) throws(StageError) -> Int64 {
        try insert(
            "INSERT INTO line(kind, fact, made_at) VALUES(?, ?, ?)", .text(fact.kind), .text(fact.json), .time(now))
    }
}
