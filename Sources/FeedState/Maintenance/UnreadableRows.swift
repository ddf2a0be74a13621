import FeedStages

/// Values that no version wrote, in a file that SQLite finds whole: a bit in them has flipped.
///
/// They are deleted, since every run that needs one would fail. An entry without its text is still recognised by its
/// keys.
enum UnreadableRows {
    /// Deletes unreadable values in one transaction. Returns how many. The schema must be the present one.
    static func drop(from connection: SQLiteConnection) throws(StageError) -> Int {
        try connection.run("BEGIN IMMEDIATE")
        let count: Int
        do throws(StageError) {
            count = try drop(within: .sqlite(connection))
            try connection.run("COMMIT")
        } catch {
            connection.rollBack()
            throw error
        }
        return count
    }

    /// Deletes unreadable values in the open transaction. Returns how many.
    static func drop(within connection: StateConnection) throws(StageError) -> Int {
        try dropHeads(connection) + dropBodies(connection) + dropChanges(connection)
            + dropAddedNumbers(connection) + dropSamples(connection)
    }

    private static func dropHeads(_ connection: StateConnection) throws(StageError) -> Int {
        let unreadable = try connection.all("SELECT id, head, numbers FROM entry") { row throws(StageError) in
            try isReadable { () throws(StageError) in
                _ = try EntryCodec.decode(row, head: 1, body: nil, numbers: 2)
            } ? nil : row.integer(0)
        }.compactMap { $0 }
        for entry in unreadable {
            try connection.run(
                "UPDATE entry SET head = ?, numbers = NULL WHERE id = ?", .blob([]), .integer(entry))
        }
        return unreadable.count
    }

    private static func dropBodies(_ connection: StateConnection) throws(StageError) -> Int {
        let unreadable = try connection.all("SELECT entry, body FROM entry_body") { row throws(StageError) in
            try isReadable { () throws(StageError) in
                _ = try EntryCodec.decode(EntryCodec.Encoded(head: [], body: row.blob(1)))
            } ? nil : row.integer(0)
        }.compactMap { $0 }
        for entry in unreadable {
            try connection.run("DELETE FROM entry_body WHERE entry = ?", .integer(entry))
        }
        return unreadable.count
    }

    /// Deletes changes that filters made; the entry is then used as it came.
    private static func dropChanges(_ connection: StateConnection) throws(StageError) -> Int {
        let unreadable = try connection.all(
            "SELECT pipeline, entry, head, body FROM pipeline_entry WHERE head IS NOT NULL OR body IS NOT NULL"
        ) { row throws(StageError) in
            try isReadable { () throws(StageError) in
                _ = try EntryCodec.decode(EntryCodec.Encoded(head: row.blob(2), body: row.optionalBlob(3)))
            } ? nil : (pipeline: row.integer(0), entry: row.integer(1))
        }.compactMap { $0 }
        for row in unreadable {
            try connection.run(
                "UPDATE pipeline_entry SET head = NULL, body = NULL WHERE pipeline = ? AND entry = ?",
                .integer(row.pipeline), .integer(row.entry))
        }
        return unreadable.count
    }

    /// Deletes numbers that filters added.
    private static func dropAddedNumbers(_ connection: StateConnection) throws(StageError) -> Int {
        let unreadable = try connection.all(
            "SELECT pipeline, entry, numbers FROM pipeline_entry WHERE numbers IS NOT NULL"
        ) { row throws(StageError) in
            try isReadable { () throws(StageError) in _ = try NumbersJSON.decode(row.optionalText(2)) }
                ? nil : (pipeline: row.integer(0), entry: row.integer(1))
        }.compactMap { $0 }
        for row in unreadable {
            try connection.run(
                "UPDATE pipeline_entry SET numbers = NULL WHERE pipeline = ? AND entry = ?",
                .integer(row.pipeline), .integer(row.entry))
        }
        return unreadable.count
    }

    /// Deletes the history of numbers that cannot be read, or whose entry is lost: its number may be given again.
    private static func dropSamples(_ connection: StateConnection) throws(StageError) -> Int {
        let unreadable = try connection.all(
            "SELECT entry, samples, EXISTS(SELECT 1 FROM entry WHERE id = number_sample.entry) FROM number_sample"
        ) { row in NumberSamples(row, at: 1) != nil && row.flag(2) ? nil : row.integer(0) }.compactMap { $0 }
        for entry in unreadable {
            try connection.run("DELETE FROM number_sample WHERE entry = ?", .integer(entry))
        }
        return unreadable.count
    }

    private static func isReadable(_ read: () throws(StageError) -> Void) throws(StageError) -> Bool {
        do throws(StageError) {
            try read()
            return true
        } catch  where error.code == .stateDamaged {
            return false
        }
    }
}
