import FeedStages

/// The connection to the database of a state, whichever database that is.
///
/// It belongs to one actor and never leaves it. Beside this folder only the opening of a state and what one database
/// alone can do tell the databases apart.
enum StateConnection {
    case sqlite(SQLiteConnection)
    case postgresql(PostgreSQLConnection)

    /// The connection to SQLite; nil for another database.
    var sqlite: SQLiteConnection? {
        switch self {
        case .sqlite(let connection): connection
        case .postgresql: nil
        }
    }

    /// The connection to PostgreSQL; nil for another database.
    var postgresql: PostgreSQLConnection? {
        switch self {
        case .sqlite: nil
        case .postgresql(let connection): connection
        }
    }

    // MARK: Statements

    /// Runs a statement to its end.
    func run(_ statement: Statement, _ values: StateValue...) throws(StageError) { try run(statement, values) }

    /// Runs a statement to its end.
    func run(_ statement: Statement, _ values: [StateValue]) throws(StageError) {
        switch self {
        case .sqlite(let connection): try connection.run(statement.sqlite, values)
        case .postgresql(let connection): try connection.run(statement.postgresql, values)
        }
    }

    /// Runs a statement to its end. `bytes` is its last value, which is lent to the database and not copied.
    func run(_ statement: Statement, _ values: StateValue..., lending bytes: [UInt8]) throws(StageError) {
        switch self {
        case .sqlite(let connection): try connection.run(statement.sqlite, values, lending: bytes)
        case .postgresql(let connection): try connection.run(statement.postgresql, values, lending: bytes)
        }
    }

    /// Runs an INSERT that makes exactly one row, and returns the `id` of the row.
    func insert(_ statement: Statement, _ values: StateValue...) throws(StageError) -> Int64 {
        switch self {
        case .sqlite(let connection):
            try connection.run(statement.sqlite, values)
            return connection.lastInsertedRow
        case .postgresql(let connection): return try connection.insert(statement.postgresql, values)
        }
    }

    /// Runs an INSERT of a row with an `id`, which is one of the values, and returns that. `id` is nil where the database
    /// gives it. `bytes` is the last value, which is lent to the database and not copied.
    func insert(
        _ statement: Statement, _ values: StateValue..., lending bytes: [UInt8], id: Int64?
    ) throws(StageError) -> Int64 {
        switch self {
        case .sqlite(let connection):
            try connection.run(statement.sqlite, values, lending: bytes)
            return connection.lastInsertedRow
        case .postgresql(let connection):
            guard let id else { throw StageError(.internalError, subject: connection.name) }
            try connection.run(statement.postgresql, values, lending: bytes)
            return id
        }
    }

    /// Returns an `id` for each of so many entries that are inserted next, in their order; none where the database gives
    /// them. So nothing has to wait for the `id` of each.
    func idsOfNextEntries(_ count: Int) throws(StageError) -> [Int64] {
        guard count > 0, let postgresql else { return [] }
        return try postgresql.all(
            "SELECT nextval(pg_get_serial_sequence('entry', 'id')) FROM generate_series(1, ?)", [.int(count)]
        ) { $0.integer(0) }
    }

    /// Runs several statements without values. They are not cached.
    func runScript(_ sql: String) throws(StageError) {
        switch self {
        case .sqlite(let connection): try connection.runScript(sql)
        case .postgresql(let connection): try connection.runScript(sql)
        }
    }

    /// Makes a value of the first row, or returns nil if there is none.
    func first<Value>(
        _ statement: Statement, _ values: StateValue..., read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> Value? {
        switch self {
        case .sqlite(let connection): try connection.first(statement.sqlite, values, read: read)
        case .postgresql(let connection): try connection.first(statement.postgresql, values, read: read)
        }
    }

    /// Makes a value of the first row of each run of a statement with other values, or nil where there is none.
    func first<Value>(
        _ statement: Statement, each values: [[StateValue]], read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> [Value?] {
        switch self {
        case .sqlite(let connection):
            var found: [Value?] = []
            found.reserveCapacity(values.count)
            for values in values { found.append(try connection.first(statement.sqlite, values, read: read)) }
            return found
        case .postgresql(let connection): return try connection.first(statement.postgresql, each: values, read: read)
        }
    }

    /// Makes a value of every row.
    func all<Value>(
        _ statement: Statement, _ values: StateValue..., read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> [Value] {
        switch self {
        case .sqlite(let connection): try connection.all(statement.sqlite, values, read: read)
        case .postgresql(let connection): try connection.all(statement.postgresql, values, read: read)
        }
    }

    /// Makes values of rows until `read` returns nil.
    func rows<Value>(
        _ statement: Statement, _ values: StateValue..., read: (StateRow) throws(StageError) -> Value?
    ) throws(StageError) -> [Value] {
        switch self {
        case .sqlite(let connection): try connection.rows(statement.sqlite, values, read: read)
        case .postgresql(let connection): try connection.rows(statement.postgresql, values, read: read)
        }
    }

    // MARK: Facts about the connection

    /// How many rows the last statement changed.
    var changes: Int {
        get throws(StageError) {
            switch self {
            case .sqlite(let connection): connection.changes
            case .postgresql(let connection): try connection.changes
            }
        }
    }

    /// How many rows this connection has changed so far. The number is the same only as long as no row is changed.
    var totalChanges: Int32 {
        switch self {
        case .sqlite(let connection): connection.totalChanges
        case .postgresql(let connection): connection.totalChanges
        }
    }

    /// How many times statements were run; scripts are not counted.
    var statementCount: Int {
        switch self {
        case .sqlite(let connection): connection.statementCount
        case .postgresql(let connection): connection.statementCount
        }
    }

    /// Whether a transaction is open. After a full disk SQLite rolls one back by itself.
    var isInTransaction: Bool {
        switch self {
        case .sqlite(let connection): connection.isInTransaction
        case .postgresql(let connection): connection.isInTransaction
        }
    }

    /// Commits the open transaction.
    func commit() throws(StageError) {
        switch self {
        case .sqlite(let connection): try connection.run("COMMIT")
        case .postgresql(let connection): try connection.commit()
        }
    }

    /// Rolls back the open transaction, if there is one. Its own failure is ignored in favour of the error before.
    func rollBack() {
        switch self {
        case .sqlite(let connection): connection.rollBack()
        case .postgresql(let connection): connection.rollBack()
        }
    }
}
