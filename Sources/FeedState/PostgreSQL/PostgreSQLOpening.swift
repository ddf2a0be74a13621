import FeedMessages
import FeedModel
import FeedStages
import FeedSystem

/// Opens a state in PostgreSQL: checks that the tables are ours and sound, then upgrades them. Errors are thrown before
/// anything is changed.
struct PostgreSQLOpening {
    let connection: PostgreSQLConnection
    let place: PostgreSQLPlace
    let schema: PostgreSQLSchema
    /// The id of the state, which is part of each message's id.
    private(set) var instance = ""
    /// The id that stays when the state is copied to another server.
    private(set) var origin = ""
    /// When the state was last opened for writing before this time, or nil.
    private(set) var previousRunAt: Timestamp?
    /// Findings to report that do not keep the state from being used.
    private(set) var findings: [StageError] = []
    /// The worker that was registered; nil if nothing is written for good.
    private(set) var worker: PostgreSQLWorker?
    /// How far the server's clock is ahead of this machine's. Less than a second is none.
    private(set) var clockOffset: Duration = .zero

    init(_ connection: PostgreSQLConnection, _ place: PostgreSQLPlace, _ schema: PostgreSQLSchema) {
        (self.connection, self.place, self.schema) = (connection, place, schema)
    }

    /// Opens a state for reading only. Returns nil if there is nothing to read yet. Throws `.stateOutdated` if its tables
    /// are older than this program.
    static func forReading(
        _ place: PostgreSQLPlace, schema: PostgreSQLSchema = .present
    ) throws(StageError) -> PostgreSQLOpening? {
        var opening = PostgreSQLOpening(try PostgreSQLConnection(place, isReadOnly: true), place, schema)
        guard let version = try opening.version() else { return nil }
        guard version == schema.version else {
            throw StageError(.stateOutdated, subject: opening.connection.name)
        }
        try opening.refuseDamaged()
        // A state that was moved away may be read.
        if let fault = try opening.moved() { opening.findings.append(fault) }
        try opening.readNames()
        try opening.measureClock()
        return opening
    }

    /// Opens a state for writing. With `makes`, missing tables are made; else `.noSuchFile` is thrown. With `keeps` the
    /// opening is committed and a worker is registered; else the transaction stays open, and `.stateLocked` is
    /// thrown where a worker is at work. Returns nil if nothing is kept and there are no tables.
    ///
    /// Throws `.databaseReadOnly` if the server only reads, `.stateUnusable` if the tables are another program's or newer
    /// than this one, `.stateDamaged` if they are marked so, `.stateMoved` if the state was moved away.
    static func forWriting(
        _ place: PostgreSQLPlace, schema: PostgreSQLSchema = .present, makes: Bool, keeps: Bool,
        worker introduction: WorkerIntroduction, now: Timestamp
    ) throws(StageError) -> PostgreSQLOpening? {
        let connection = try PostgreSQLConnection(place, isReadOnly: false, isDryRun: !keeps)
        var opening = PostgreSQLOpening(connection, place, schema)
        try opening.refuseReadOnly()
        try opening.measureClock()
        do throws(StageError) {
            try connection.runScript(keeps ? PostgreSQLLock.begin(place, .exclusive) : "BEGIN")
            if !keeps { try opening.lockAtOnce() }
            let version = try opening.version()
            guard version != nil || makes else { throw StageError(.noSuchFile, subject: connection.name) }
            if version == nil, !keeps {
                connection.rollBack()
                return nil
            }
            if version != nil {
                try opening.refuseDamaged()
                if let fault = try opening.moved() { throw fault }
            }
            if !keeps { try opening.refuseWorkers() }
            if version == nil { try opening.makeSchema() }
            try schema.bring(connection, from: version ?? 0)
            try opening.record(now: now + opening.clockOffset)
            if keeps {
                let worker = try PostgreSQLWorker.register(introduction, in: connection)
                if introduction.run != nil { try opening.recordDifference(of: introduction.name, now: now) }
                // So a saved state says which workers' work it has.
                try opening.set(MetaKey.generation, String(worker.id))
                opening.worker = worker
                try connection.runScript("COMMIT")
            }
        } catch {
            connection.rollBack()
            throw error
        }
        return opening
    }

    /// Opens a state, a damaged one, too, in a transaction that keeps all others from writing. Throws `.stateLocked` while
    /// a worker is at work, `.noSuchFile` if there are no tables.
    static func forRepair(
        _ place: PostgreSQLPlace, schema: PostgreSQLSchema = .present
    ) throws(StageError) -> PostgreSQLOpening {
        let connection = try PostgreSQLConnection(place, isReadOnly: false)
        let opening = PostgreSQLOpening(connection, place, schema)
        try opening.refuseReadOnly()
        do throws(StageError) {
            try connection.runScript(PostgreSQLLock.begin(place, .exclusive))
            guard let version = try opening.version() else { throw StageError(.noSuchFile, subject: connection.name) }
            guard version == schema.version else { throw StageError(.stateOutdated, subject: connection.name) }
            try opening.refuseWorkers()
        } catch {
            connection.rollBack()
            throw error
        }
        return opening
    }

    /// Why the state is marked as damaged; nil if it is not.
    func damage() throws(StageError) -> LocalizedText? {
        try meta(MetaKey.damaged).map { LocalizedText(stored: $0) }
    }

    /// Removes the mark of damage.
    func forgetDamage() throws(StageError) {
        try connection.run("DELETE FROM meta WHERE key = ?", [.text(MetaKey.damaged)])
    }

    /// Returns the version of the tables; nil if there are none. Throws `.stateUnusable` if the schema holds other tables,
    /// or those of a newer program.
    func version() throws(StageError) -> Int? {
        let schemaName = StateValue.text(place.schema)
        let tables = try connection.first(
            """
            SELECT count(*), count(*) FILTER (WHERE relname = 'meta') FROM pg_class
            WHERE relnamespace = (SELECT oid FROM pg_namespace WHERE nspname = ?) AND relkind IN ('r', 'p', 'v')
            """, [schemaName]
        ) { (all: $0.int(0), meta: $0.int(1)) }
        guard let tables, tables.all > 0 else { return nil }
        // Another program may have a table of that name, with other columns.
        let columns = try connection.first(
            """
            SELECT count(*) FROM information_schema.columns
            WHERE table_schema = ? AND table_name = 'meta' AND column_name IN ('key', 'value')
            """, [schemaName]
        ) { $0.int(0) }
        guard tables.meta == 1, columns == 2, let version = try meta(PostgreSQLSchema.versionKey).flatMap({ Int($0) }),
            version > 0
        else {
            throw unusable(.message("postgresql.foreign", ["schema": .text(place.schema)]))
        }
        guard version <= schema.version else { throw unusable(.message("database.newer")) }
        return version
    }

    /// Makes the schema where it is missing: who may not make schemas may have got one from somebody else.
    func makeSchema() throws(StageError) {
        if try !exists(place.schema) { try connection.runScript("CREATE SCHEMA \(place.quotedSchema)") }
    }

    /// Gives the schema of the state a new name in the open transaction, and returns that: `SCHEMA.WORD-TIME`.
    func putAside(as word: String, _ now: Timestamp) throws(StageError) -> String {
        var number = 1
        var kept = place.aside(as: word, now, number: number)
        while try exists(kept.schema) {
            number += 1
            kept = place.aside(as: word, now, number: number)
        }
        try connection.runScript("ALTER SCHEMA \(place.quotedSchema) RENAME TO \(kept.quotedSchema)")
        return kept.schema
    }

    private func exists(_ schema: String) throws(StageError) -> Bool {
        try connection.first("SELECT 1 FROM pg_namespace WHERE nspname = ?", [.text(schema)]) { _ in true } ?? false
    }

    private func unusable(_ reason: LocalizedText) -> StageError {
        StageError(.stateUnusable, subject: connection.name, phrases: [.found: reason])
    }

    func refuseReadOnly() throws(StageError) {
        let answer = try connection.firstOfScript(
            "SELECT pg_is_in_recovery(), current_setting('transaction_read_only')")
        guard let answer, answer.count == 2, answer[0] == "t" || answer[1] == "on" else { return }
        let reason = answer[0] == "t" ? LocalizedText.message("postgresql.standby") : .message("postgresql.read_only")
        throw StageError(.databaseReadOnly, subject: connection.name, phrases: [.found: reason])
    }

    /// Throws `.stateDamaged` if there is a mark of damage.
    func refuseDamaged() throws(StageError) {
        guard let reason = try damage() else { return }
        throw StageError(.stateDamaged, subject: connection.name, phrases: [.found: reason])
    }

    /// Returns the error for a state that was moved away; nil if it was not.
    func moved() throws(StageError) -> StageError? {
        try meta(MetaKey.movedTo).map { place in
            StageError(.stateMoved, subject: connection.name, facts: [.found: place, .folder: place])
        }
    }

    /// Takes the lock of the state without waiting for it. A dry run holds it to its end.
    private func lockAtOnce() throws(StageError) {
        guard try connection.firstOfScript(PostgreSQLLock.tryExclusive(place))?.first == "t" else {
            throw StageError(.stateLocked, subject: connection.name)
        }
    }

    func refuseWorkers() throws(StageError) {
        let count = try connection.first("SELECT count(*) FROM worker WHERE until_ms > clock_ms()", []) { $0.int(0) }
        if let count, count > 0 { throw StageError(.stateLocked, subject: connection.name) }
    }

    private mutating func measureClock() throws(StageError) {
        let before = SystemClock().now
        let answer = try connection.firstOfScript(
            "SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)")
        guard let there = answer?.first.flatMap({ Int64($0) }) else { return }
        let offset = Timestamp(milliseconds: there) - before
        clockOffset = abs(offset.clampedMilliseconds) < 1000 ? .zero : offset
    }

    /// Records the opening. A state that cannot be written is thus found before anything is fetched.
    private mutating func record(now: Timestamp) throws(StageError) {
        previousRunAt = try meta(MetaKey.lastRunAt).flatMap { Timestamp(rfc3339: $0) }
        let here = try identity()
        // A copy on another server may run beside this one. Their messages must not have the same ids. Entries keep
        // theirs, as in a saved state that is loaded elsewhere.
        let (old, known) = (try meta(MetaKey.instance), try meta(MetaKey.place))
        if old == nil || known != here {
            if let old, try meta(MetaKey.origin) == nil { try set(MetaKey.origin, old) }
            try set(MetaKey.instance, StateOpening.makeInstance())
            try set(MetaKey.place, here)
        }
        try set(MetaKey.lastRunAt, now.rfc3339())
        try readNames()
    }

    /// Records that other workers have another configuration than the one of this name. It is told once.
    private mutating func recordDifference(of name: String, now: Timestamp) throws(StageError) {
        guard let difference = try KnownWorkers(connection: connection).difference(of: name) else { return }
        findings.append(difference)
        _ = try StateConnection.postgresql(connection).insert(
            LineFact(kind: LineFact.findingKind, difference), now: now + clockOffset)
    }

    /// What tells the database from every other one: its cluster, its number there, and the schema.
    func identity() throws(StageError) -> String {
        let answer = try connection.firstOfScript(
            """
            SELECT oid, has_function_privilege('pg_control_system()', 'EXECUTE') FROM pg_database
            WHERE datname = current_database()
            """)
        guard let answer, answer.count == 2 else { return place.schema }
        let cluster =
            answer[1] == "t"
            ? try connection.firstOfScript("SELECT system_identifier FROM pg_control_system()")?.first : nil
        return [cluster ?? "-", answer[0], place.schema].joined(separator: " ")
    }

    mutating func readNames() throws(StageError) {
        instance = try meta(MetaKey.instance) ?? ""
        origin = try meta(MetaKey.origin) ?? instance
    }

    func meta(_ key: String) throws(StageError) -> String? {
        try connection.first("SELECT value FROM meta WHERE key = ?", [.text(key)]) { $0.text(0) }
    }

    func set(_ key: String, _ value: String) throws(StageError) {
        try connection.run(
            "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
            [.text(key), .text(value)])
    }
}
