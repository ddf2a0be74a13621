import CLibPQ
import FeedMessages
import FeedModel
import FeedStages

/// A thin wrapper of libpq: statements are prepared once, values go and come in binary form, errors are thrown as
/// `StageError`.
///
/// It is a class because it owns the C handle. It belongs to one actor and never leaves it. Each call blocks the actor's
/// thread until the server has answered.
final class PostgreSQLConnection {
    let handle: OpaquePointer
    /// The place's name, which errors have as their subject.
    let name: String
    /// The number of the server's process, which a pool of connections may change. Notifications name their sender by it.
    private(set) var backend: Int32 = 0
    private let schema: String
    private let password: String
    /// Statements by the address of their text: it is the same at each call from one place, and cheap to look up. A text
    /// has several if its values have other types at other times.
    private var statements: [UnsafePointer<UInt8>: [Prepared]] = [:]
    private var statementNumber = 0
    private var cursorNumber = 0
    /// Whether the last failure was that of a transaction that may succeed if it is run again.
    private(set) var mayRunAgain = false
    /// How many times prepared statements were run; scripts are not counted.
    var statementCount = 0
    /// How many times this program has waited for an answer to statements.
    var waitCount = 0
    /// Statements of the open transaction that are not sent yet.
    var queue = PostgreSQLQueue()
    /// Whether statements can be sent together. The libpq of PostgreSQL 13 and older cannot. It is loaded with the first
    /// connection.
    lazy var hasPipelines = clibpq_has_pipelines() != 0
    /// How many rows the last statement changed whose result is there.
    var changed = 0
    private var reads: Int32 = 0
    /// Whether a connection pool lies between this program and the server.
    private(set) var isPooled = false

    /// A statement that the server knows by a name.
    struct Prepared {
        let name: String
        let kinds: [StateValue.Kind]
    }

    /// Connects to a place. With `isReadOnly` nothing can be written, and a standby serves, too. The tables need not exist.
    ///
    /// Throws `.libraryMissing` without libpq, `.databaseUnreachable`, `.databaseRefused`, and `.databaseUnfit` for a server
    /// that cannot hold a state.
    init(_ place: PostgreSQLPlace, isReadOnly: Bool, isDryRun: Bool = false) throws(StageError) {
        let parameters = try PostgreSQLParameters(place)
        handle = try PostgreSQLSession.connect(parameters, schema: place.schema, forWriting: !isReadOnly)
        (name, schema, password) = (parameters.name, place.schema, parameters.values["password"] ?? "")
        try refuseUnfit()
        isPooled = try PostgreSQLPool.isBetween(handle, name: name) { () throws(StageError) in
            try PostgreSQLSession.connect(parameters, schema: place.schema, forWriting: !isReadOnly)
        }
        let answer = try firstOfScript(
            PostgreSQLSession.settings(schema: place.quotedSchema, isReadOnly: isReadOnly, isDryRun: isDryRun))
        backend = answer?.first.flatMap { Int32($0) } ?? 0
    }

    deinit { clibpq_finish(handle) }

    private func refuseUnfit() throws(StageError) {
        let version = clibpq_server_version(handle)
        if version > 0, version < PostgreSQLSession.oldestServer {
            let found = MessageArgument.text("\(version / 10_000).\(version % 10_000)")
            throw unfit(.message("postgresql.version", ["found": found]), .message("postgresql.version.advice"))
        }
        // What is stored in another encoding comes back as another text, or not at all.
        if let encoding = clibpq_setting(handle, "server_encoding").map({ String(cString: $0) }), encoding != "UTF8" {
            throw unfit(
                .message("postgresql.encoding", ["found": .text(encoding)]), .message("postgresql.encoding.advice"))
        }
    }

    private func unfit(_ reason: LocalizedText, _ advice: LocalizedText) -> StageError {
        StageError(.databaseUnfit, subject: name, phrases: [.found: reason, .advice: advice])
    }

    /// A number that is never the same twice: other workers may have changed any row in the meantime.
    var totalChanges: Int32 {
        reads &+= 1
        return reads
    }

    /// How many rows the last statement changed.
    var changes: Int {
        get throws(StageError) {
            try flush()
            return changed
        }
    }

    /// Whether a transaction is open.
    var isInTransaction: Bool { (1...3).contains(clibpq_transaction_status(handle)) }

    /// Commits the open transaction. Of one in which a statement has failed, the server would roll back all, without a word.
    func commit() throws(StageError) {
        try flush()
        guard clibpq_transaction_status(handle) != CLIBPQ_IN_ERROR else {
            throw StageError(.internalError, subject: name)
        }
        try runScript("COMMIT")
    }

    /// Rolls back the open transaction, if there is one. Its own failure is ignored in favour of the error before.
    func rollBack() {
        queue = PostgreSQLQueue()
        guard isInTransaction else { return }
        clibpq_clear(clibpq_run(handle, "ROLLBACK"))
    }

    /// Runs several statements without values, such as a schema.
    func runScript(_ sql: String) throws(StageError) { clibpq_clear(try script(sql)) }

    /// Runs several statements without values. The caller clears the result of the last one.
    func script(_ sql: String) throws(StageError) -> OpaquePointer {
        try flush()
        waitCount += 1
        return try checked(clibpq_run(handle, sql))
    }

    /// Runs several statements without values. Returns the columns of the last one's first row as texts; nil if it has no
    /// row.
    func firstOfScript(_ sql: String) throws(StageError) -> [String]? {
        let result = try script(sql)
        defer { clibpq_clear(result) }
        guard clibpq_row_count(result) > 0 else { return nil }
        return (0..<clibpq_column_count(result)).map { column in
            clibpq_value(result, 0, column).map { String(cString: $0) } ?? ""
        }
    }

    /// Runs an INSERT that makes exactly one row, and returns the `id` of the row.
    func insert(_ sql: StaticString, _ values: [StateValue], lending bytes: [UInt8]? = nil) throws(StageError) -> Int64
    {
        let result = try execute(sql, values, lending: bytes, suffix: " RETURNING id")
        defer { clibpq_clear(result) }
        guard clibpq_row_count(result) == 1 else { throw StageError(.internalError, subject: name) }
        return PostgreSQLRow(result: result, index: 0).integer(0)
    }

    /// Makes a value of the first row, or returns nil if there is none.
    func first<Value>(
        _ sql: StaticString, _ values: [StateValue], read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> Value? {
        let result = try execute(sql, values)
        defer { clibpq_clear(result) }
        guard clibpq_row_count(result) > 0 else { return nil }
        return try read(StateRow(postgresql: PostgreSQLRow(result: result, index: 0)))
    }

    /// Makes a value of every row.
    func all<Value>(
        _ sql: StaticString, _ values: [StateValue], read: (StateRow) throws(StageError) -> Value
    ) throws(StageError) -> [Value] {
        let result = try execute(sql, values)
        defer { clibpq_clear(result) }
        let count = clibpq_row_count(result)
        var found: [Value] = []
        found.reserveCapacity(Int(count))
        for index in 0..<count {
            found.append(try read(StateRow(postgresql: PostgreSQLRow(result: result, index: index))))
        }
        return found
    }

    /// Makes values of rows until `read` returns nil. Within a transaction rows come a few at a time, so that those which
    /// are not read are not sent.
    func rows<Value>(
        _ sql: StaticString, _ values: [StateValue], read: (StateRow) throws(StageError) -> Value?
    ) throws(StageError) -> [Value] {
        guard isInTransaction else {
            let result = try execute(sql, values)
            defer { clibpq_clear(result) }
            var found: [Value] = []
            _ = try gather(result, into: &found, read)
            return found
        }
        try flush()
        cursorNumber += 1
        let cursor = "c\(cursorNumber)"
        let kinds = values.map(\.kind)
        let text = "DECLARE \(cursor) NO SCROLL CURSOR FOR " + PostgreSQLText.rewritten(sql)
        clibpq_clear(
            try sent(values) { count, values, lengths, formats in
                clibpq_run_with(handle, text, count, kinds.map(\.postgreSQL.rawValue), values, lengths, formats, 1)
            })
        statementCount += 1
        waitCount += 1
        var found: [Value] = []
        while true {
            waitCount += 1
            let result = try checked(
                clibpq_run_with(handle, "FETCH \(Self.rowsAtATime) FROM \(cursor)", 0, nil, nil, nil, nil, 1))
            defer { clibpq_clear(result) }
            let isMore = try gather(result, into: &found, read)
            guard isMore, clibpq_row_count(result) == Self.rowsAtATime else { break }
        }
        try runScript("CLOSE \(cursor)")
        return found
    }

    private static let rowsAtATime: Int32 = 256

    /// Reads the rows of a result. Returns false if `read` wants no more.
    private func gather<Value>(
        _ result: OpaquePointer, into found: inout [Value], _ read: (StateRow) throws(StageError) -> Value?
    ) throws(StageError) -> Bool {
        for index in 0..<clibpq_row_count(result) {
            guard let value = try read(StateRow(postgresql: PostgreSQLRow(result: result, index: index))) else {
                return false
            }
            found.append(value)
        }
        return true
    }

    /// Runs a statement. The caller clears the result.
    func execute(
        _ sql: StaticString, _ values: [StateValue], lending bytes: [UInt8]? = nil, suffix: String = ""
    ) throws(StageError) -> OpaquePointer {
        try flush()
        let statement = try prepared(sql, values, lending: bytes, suffix: suffix)
        statementCount += 1
        waitCount += 1
        let result = try sent(values, lending: bytes) { count, values, lengths, formats in
            clibpq_run_prepared(handle, statement.name, count, values, lengths, formats, 1)
        }
        changed = Self.changed(result)
        return result
    }

    private func sent(
        _ values: [StateValue], lending bytes: [UInt8]? = nil,
        _ send: (
            Int32, UnsafePointer<UnsafePointer<CChar>?>?, UnsafePointer<Int32>?, UnsafePointer<Int32>?
        ) -> OpaquePointer?
    ) throws(StageError) -> OpaquePointer {
        guard let result = PostgreSQLValues(values).with(lending: bytes, send) else {
            throw StageError(.tooLarge, subject: name)
        }
        return try checked(result)
    }

    func prepared(
        _ sql: StaticString, _ values: [StateValue], lending bytes: [UInt8]?, suffix: String = ""
    ) throws(StageError) -> Prepared {
        let kinds = values.map(\.kind) + (bytes == nil ? [] : [.blob])
        if let known = statements[sql.utf8Start]?.first(where: { $0.kinds == kinds }) { return known }
        try flush()
        waitCount += 1
        statementNumber += 1
        let statement = Prepared(name: "s\(statementNumber)", kinds: kinds)
        let types = kinds.map(\.postgreSQL.rawValue)
        clibpq_clear(
            try checked(
                clibpq_prepare(
                    handle, statement.name, PostgreSQLText.rewritten(sql) + suffix, Int32(types.count), types)))
        statements[sql.utf8Start, default: []].append(statement)
        return statement
    }

    /// What is missing in another session of a pool, because the schema is looked up there: tables, columns,
    /// functions, schemas.
    private static let missing: Set<String> = ["42P01", "42703", "42883", "3F000"]
    private static let successes = [CLIBPQ_DONE, CLIBPQ_ROWS, CLIBPQ_COPYING_OUT, CLIBPQ_COPYING_IN].map(Int32.init)

    /// Returns a result that is no failure; clears any other, and throws its error.
    func checked(_ result: OpaquePointer?) throws(StageError) -> OpaquePointer {
        if let result, Self.successes.contains(clibpq_outcome(result)) { return result }
        defer { clibpq_clear(result) }
        let isBroken = clibpq_status(handle) != CLIBPQ_OK
        let state = result.flatMap { clibpq_field($0, Int32(CLIBPQ_FIELD_STATE)) }.map { String(cString: $0) }
        let words =
            result.flatMap { clibpq_field($0, Int32(CLIBPQ_FIELD_MESSAGE)) }
            ?? clibpq_failure(handle)
        let failure = PostgreSQLFailure(
            // A server that has ended says why, if it still can.
            state: state.map { isPooled && Self.missing.contains($0) ? "26000" : $0 } ?? (isBroken ? "08006" : nil),
            words: words.map { String(cString: $0) }?.split(whereSeparator: \.isNewline).first.map(String.init) ?? "")
        mayRunAgain = failure.isPassing
        throw failure.error(subject: name, schema: schema, hiding: [password])
    }
}
