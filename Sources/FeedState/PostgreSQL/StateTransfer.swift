import FeedStages

/// Copies all rows of a state between a database of SQLite and one of PostgreSQL. Memory is bounded, however many rows
/// there are; one row is held as a whole.
struct StateTransfer {
    let sqlite: SQLiteConnection
    let postgresql: PostgreSQLConnection
    let tables: [StateTable]
    /// How much is sent at once, at least.
    private static let piece = 1 << 18

    /// Both databases must have the tables of the present version.
    init(
        between sqlite: SQLiteConnection, and postgresql: PostgreSQLConnection, schema: String
    ) throws(StageError) {
        self.sqlite = sqlite
        self.postgresql = postgresql
        tables = try StateTable.all(in: sqlite, and: postgresql, schema: schema)
    }

    // MARK: From PostgreSQL

    /// Copies what the open transaction sees into empty tables, within an open transaction there.
    func copyToSQLite() throws(StageError) {
        // Indexes are made at the end, which is faster, and packs them.
        let indexes = try sqlite.all("SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL") {
            (name: $0.text(0), sql: $0.text(1))
        }
        for index in indexes { try sqlite.runScript("DROP INDEX \(StateTable.quoted(index.name))") }
        for table in tables {
            try copyToSQLite(table)
            if table.isCounted, let identity = table.identity { try count(table, identity) }
        }
        for index in indexes { try sqlite.runScript(index.sql) }
    }

    private func copyToSQLite(_ table: StateTable) throws(StageError) {
        let kinds = table.columns.map(\.kind)
        let marks = [String](repeating: "?", count: kinds.count).joined(separator: ", ")
        let insertion = try SQLiteStatement(
            "INSERT INTO \(table.quoted)(\(table.list)) VALUES(\(marks))", of: sqlite)
        var reader = BinaryRowReader(kinds)
        // In the order of the key each row goes to the end of its table.
        let query = "SELECT \(table.list) FROM \(table.quoted) ORDER BY \(table.order)"
        try postgresql.copyOut("COPY (\(query)) TO STDOUT (FORMAT binary)") { piece throws(StageError) in
            try reader.read(piece, into: insertion) { () throws(StageError) in try insertion.run() }
        }
        guard reader.isComplete else { throw StageError(.internalError, subject: postgresql.name) }
    }

    /// Lets SQLite give no number again.
    private func count(_ table: StateTable, _ identity: String) throws(StageError) {
        guard let last = try lastNumber(of: table, identity) else { return }
        try sqlite.run("DELETE FROM sqlite_sequence WHERE name = ?", .text(table.name))
        try sqlite.run("INSERT INTO sqlite_sequence(name, seq) VALUES(?, ?)", .text(table.name), .integer(last))
    }

    /// The last number that PostgreSQL gave; nil if it gave none.
    private func lastNumber(of table: StateTable, _ identity: String) throws(StageError) -> Int64? {
        let answer = try postgresql.firstOfScript(
            "SELECT pg_sequence_last_value(pg_get_serial_sequence('\(table.quoted)', '\(identity)'))")
        return answer?.first.flatMap { Int64($0) }
    }

    // MARK: To PostgreSQL

    /// Deletes all rows there, and all workers, in the open transaction.
    func emptyPostgreSQL() throws(StageError) {
        try postgresql.runScript(
            "TRUNCATE worker, lease, known_worker, told_difference, " + tables.map(\.quoted).joined(separator: ", "))
    }

    /// Copies all rows into empty tables. The open transaction must have made or emptied them: then their rows need no
    /// care later. `generation` is one that no worker has had.
    func copyToPostgreSQL(generation: Int64) throws(StageError) {
        for table in tables { try copyToPostgreSQL(table) }
        for table in tables {
            if let identity = table.identity { try advance(table, identity) }
        }
        try advance("worker", "id", beyond: generation)
        // Without it the first run would plan its queries as for empty tables.
        try postgresql.runScript("ANALYZE " + tables.map(\.quoted).joined(separator: ", "))
    }

    private func copyToPostgreSQL(_ table: StateTable) throws(StageError) {
        let kinds = table.columns.map(\.kind)
        // A key of numbers alone has the order of the rows in the file, or is one of an index that holds all of them.
        let rows = try SQLiteStatement(
            "SELECT \(table.list) FROM \(table.quoted) ORDER BY \(table.order)", of: sqlite)
        var count: Int64 = 0
        let stored = try postgresql.copyIn(
            "COPY \(table.quoted)(\(table.list)) FROM STDIN (FORMAT binary, FREEZE)"
        ) { send throws(StageError) in
            var bytes = BinaryRows.header
            bytes.reserveCapacity(2 * Self.piece)
            while try rows.step() {
                try BinaryRows.append(rows, kinds, to: &bytes)
                count += 1
                guard bytes.count >= Self.piece else { continue }
                try bytes.withBytes(send)
                bytes.removeAll(keepingCapacity: bytes.count < 8 * Self.piece)
            }
            bytes += BinaryRows.end
            try bytes.withBytes(send)
        }
        guard stored == count else { throw StageError(.internalError, subject: postgresql.name) }
    }

    /// Lets PostgreSQL give no number again.
    private func advance(_ table: StateTable, _ identity: String) throws(StageError) {
        let largest = try SQLiteStatement(
            "SELECT max(\(StateTable.quoted(identity))) FROM \(table.quoted)", of: sqlite)
        var last = try largest.step() ? largest.integer(0) : 0
        if table.isCounted {
            last = max(
                last,
                try sqlite.first("SELECT seq FROM sqlite_sequence WHERE name = ?", .text(table.name)) {
                    $0.integer(0)
                } ?? 0)
        }
        try advance(table.name, identity, beyond: last)
    }

    private func advance(_ table: String, _ identity: String, beyond last: Int64) throws(StageError) {
        guard last > 0 else { return }
        // A counter that is further stays so: it is not set back with the transaction either.
        try postgresql.runScript(
            """
            SELECT setval(counter, greatest(\(last), coalesce(pg_sequence_last_value(counter), 0)))
            FROM CAST(pg_get_serial_sequence('\(StateTable.quoted(table))', '\(identity)') AS regclass) AS counter
            """)
    }
}
