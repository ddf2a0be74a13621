import FeedMessages
import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// Opens a state: checks that it is ours, sound, and the one that was here before, then upgrades its schema. Errors are
/// thrown before anything is changed.
struct StateOpening {
    let connection: SQLiteConnection
    private let schema: Schema
    /// The id of the state, which is part of each message's id.
    private(set) var instance = ""
    /// The id that stays when a saved state is loaded.
    private(set) var origin = ""
    /// When the state was last opened for writing before this time, or nil.
    private(set) var previousRunAt: Timestamp?
    /// Findings to report that do not keep the state from being used.
    private(set) var findings: [StageError] = []

    private init(_ connection: SQLiteConnection, _ schema: Schema = .present) {
        self.connection = connection
        self.schema = schema
    }

    /// Opens a state for reading only. Returns nil if there is nothing to read yet. Throws `.stateOutdated` if its
    /// schema is older than this program's.
    static func forReading(_ path: String, schema: Schema = .present) throws(StageError) -> StateOpening? {
        guard access(path, F_OK) == 0 || errno != ENOENT else { return nil }
        try refuseMarked(path)
        let files = try StateFiles(PathParts(realPath(path)))
        var opening = StateOpening(try SQLiteConnection(path: path, isReadOnly: true), schema)
        // A state with several names may be read: the data may be old or incomplete, but nothing is harmed.
        if let fault = try files.severalNames(path: path) { opening.findings.append(fault) }
        let found = try opening.version(path)
        // Such a file was just made by a first run that has not committed anything yet.
        guard found.application != 0 else { return nil }
        guard found.version == schema.version else { throw StageError(.stateOutdated, subject: path) }
        opening.instance = try opening.meta(MetaKey.instance) ?? ""
        opening.origin = try opening.meta(MetaKey.origin) ?? opening.instance
        // A state that was moved away may be read, too.
        if let fault = try opening.moved(path) { opening.findings.append(fault) }
        return opening
    }

    /// Opens the state at a path to be copied, also one of an older version. Returns its connection and its generation.
    /// Throws `.noSuchFile` if it has no tables yet, `.stateMoved` if it was moved away.
    static func forSaving(
        _ path: String, schema: Schema = .present, locked: LockedFile?
    ) throws(StageError) -> (connection: SQLiteConnection, generation: Int64) {
        try refuseMarked(path)
        let opening = StateOpening(try SQLiteConnection(path: path, isReadOnly: true, locked: locked), schema)
        guard try opening.version(path).application != 0 else { throw StageError(.noSuchFile, subject: path) }
        if let fault = try opening.moved(path) { throw fault }
        return (opening.connection, try opening.generation())
    }

    /// Opens the database that a saved state holds, at a path of its own. Throws `.stateUnusable` if it is newer than
    /// this program, `.savedStateUnusable` if it is from before the first release, has no version, or SQLite finds a
    /// flaw: what repairs a state would not help.
    static func forLoading(
        _ path: String, schema: Schema = .present, locked: LockedFile
    ) throws(StageError) -> StateOpening {
        var opening = StateOpening(try SQLiteConnection(path: path, locked: locked), schema)
        try opening.connection.run("PRAGMA synchronous = FULL")
        let version: Int
        do throws(StageError) {
            version = try opening.version(path).version
        } catch {
            let reasons: [StageError.Code: LocalizedText] = [
                .stateUnreleased: .message("saved.unreleased"), .stateDamaged: .message("database.no_version"),
            ]
            guard let found = reasons[error.code] else { throw error }
            throw StageError(.savedStateUnusable, subject: path, phrases: [.found: found])
        }
        if let flaw = try IntegrityCheck.flaw(of: opening.connection) {
            throw StageError(.savedStateUnusable, subject: path, phrases: [.found: flaw])
        }
        guard try schema.areAllTables(in: opening.connection, version: version) else {
            throw StageError(.savedStateUnusable, subject: path, phrases: [.found: .message("saved.no_tables")])
        }
        opening.instance = try opening.meta(MetaKey.instance) ?? ""
        opening.origin = try opening.meta(MetaKey.origin) ?? opening.instance
        return opening
    }

    /// Looks at the state that a saved one would replace. Returns nil if it has no tables. Throws the errors of opening it.
    static func forReplacing(
        _ path: String, schema: Schema = .present, locked: LockedFile
    ) throws(StageError) -> StateOpening? {
        try refuseMarked(path)
        var opening = StateOpening(try SQLiteConnection(path: path, locked: locked), schema)
        guard try opening.version(path).application != 0 else { return nil }
        opening.instance = try opening.meta(MetaKey.instance) ?? ""
        return opening
    }

    /// Makes an empty state in memory for a path without one.
    static func imagined(for path: String, now: Timestamp) throws(StageError) -> StateOpening {
        var opening = StateOpening(try SQLiteConnection(path: ":memory:"))
        try opening.begin()
        try opening.bringUpToDate(from: 0, place: StatePlace(path), now: now)
        return opening
    }

    /// Opens the state at a path for writing. With `makes`, a missing one is created; else `.noSuchFile` is thrown. Throws
    /// `.stateMoved` if it was moved away.
    /// With `keeps` the opening is committed; else the transaction stays open.
    static func forWriting(
        _ path: String, schema: Schema = .present, lock: StateLock, makes: Bool = true, keeps: Bool, now: Timestamp
    ) throws(StageError) -> StateOpening {
        try refuseMarked(path)
        let place = lock.place
        guard makes || place.hadFile else { throw StageError(.noSuchFile, subject: path) }
        let file = try lock.lockDatabase()
        var opening = StateOpening(try SQLiteConnection(path: path, locked: file), schema)
        guard try file.isAt(place.realPath) else { throw StageError(.stateLocked, subject: path) }
        let (application, version) = try opening.version(path)
        if let fault = try opening.moved(path) { throw fault }
        if application == 0 {
            guard makes else { throw StageError(.noSuchFile, subject: path) }
            try opening.checkAbsence(at: place, fileContent: lock.earlier)
        } else {
            try opening.checkAge(at: path, fileContent: lock.earlier)
            try opening.checkSoundness(place)
        }
        try opening.prepareFile()
        if keeps, version > 0, version < schema.version { try opening.backUp(path, version: version) }
        try opening.begin()
        do throws(StageError) {
            if application == 0 { try opening.connection.runScript("PRAGMA application_id = \(Schema.applicationID)") }
            try opening.bringUpToDate(from: version, place: place, now: now)
            if lock.wasReadable { try opening.recordNarrowed(path, now: now) }
            for finding in opening.findings {
                _ = try StateConnection.sqlite(opening.connection).insert(
                    LineFact(kind: LineFact.findingKind, finding), now: now)
            }
            if keeps { try opening.commit(in: PathParts(path).folder, isNew: application == 0) }
        } catch {
            opening.connection.rollBack()
            throw error
        }
        if keeps { lock.sign(instance: opening.instance, generation: try opening.generation()) }
        return opening
    }

    /// Throws `.stateDamaged` if there is a mark of damage.
    private static func refuseMarked(_ path: String) throws(StageError) {
        guard let reason = try DamageMark(of: path).reason() else { return }
        throw StageError(.stateDamaged, subject: path, phrases: [.found: reason])
    }

    /// Returns the application id and the version of the file. Throws `.stateUnusable` if it is another program's or
    /// newer than this one, `.stateUnreleased` if it is from before the first release, `.stateDamaged` if it has no
    /// version.
    private func version(_ path: String) throws(StageError) -> (application: Int64, version: Int) {
        let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let version = try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
        let tables = try connection.first("SELECT count(*) FROM sqlite_schema") { $0.int(0) } ?? 0
        guard application == Schema.applicationID || (application == 0 && tables == 0 && version == 0) else {
            throw StageError(.stateUnusable, subject: path, phrases: [.found: .message("database.foreign")])
        }
        guard application == 0 || version > 0 else {
            throw StageError(.stateDamaged, subject: path, phrases: [.found: .message("database.no_version")])
        }
        try Schema.refuseUnreleased(version, path: path)
        try schema.refuseNewer(version, path: path)
        return (application, version)
    }

    /// Returns the error for a state that was moved away; nil if it was not, or has no tables yet.
    private func moved(_ path: String) throws(StageError) -> StageError? {
        guard try connection.first("PRAGMA application_id", read: { $0.integer(0) }) != 0 else { return nil }
        return try meta(MetaKey.movedTo).map { place in
            // The end of the place is what a narrow line must show of it.
            StageError(.stateMoved, subject: path, facts: [.found: place, .folder: place])
        }
    }

    /// Judges an empty or missing file. If a state was here before, a missing file is a finding, an empty one damage.
    private mutating func checkAbsence(at place: StatePlace, fileContent: LockFileContent) throws(StageError) {
        guard fileContent.instance != nil else { return }
        guard place.hadFile else { return findings.append(StageError(.stateLost, subject: place.path)) }
        throw StageError(.stateDamaged, subject: place.path, phrases: [.found: .message("database.empty")])
    }

    /// Throws `.stateDamaged` if the lock file says that this state has been further: it was replaced by an older copy,
    /// or has lost its end.
    private func checkAge(at path: String, fileContent: LockFileContent) throws(StageError) {
        guard let known = fileContent.generation, fileContent.instance == (try meta(MetaKey.instance)),
            known > (try generation())
        else {
            return
        }
        throw StageError(
            .stateDamaged, subject: path, phrases: [.found: .message("database.older")])
    }

    /// Checks the whole file after a power cut, when pages may have been written in part. After the kill of a process
    /// the kernel still writes everything.
    private func checkSoundness(_ place: StatePlace) throws(StageError) {
        guard place.hadLog, let known = try meta("system_start"), known != BootID.id else { return }
        try IntegrityCheck.check(connection, path: place.path)
    }

    private func prepareFile() throws(StageError) {
        // Large pages suit large bodies. The log is short (8 MB), since overwriting cached pages is cheaper than
        // growing the file: it saves 5 % of the CPU time of a first run of 1,000 feeds, compared with a log of 32 MB.
        try connection.run("PRAGMA page_size = 8192")
        _ = try connection.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        _ = try connection.first("PRAGMA wal_autocheckpoint = 1000") { $0.int(0) }
        try connection.run("PRAGMA synchronous = FULL")
        try connection.run("PRAGMA cache_size = -4000")
        // Debian's SQLite writes zeros over each page that becomes free: twice as much for each message that goes out.
        // So only what is deleted within a page is overwritten.
        _ = try connection.first("PRAGMA secure_delete = FAST") { $0.int(0) }
        try connection.run("PRAGMA foreign_keys = OFF")
    }

    /// Copies the database, which an older program could still use, before the schema is upgraded. An earlier copy of
    /// that version is replaced.
    private func backUp(_ path: String, version: Int) throws(StageError) {
        let parts = PathParts(realPath(path))
        let folder = try Folder.make(parts.folder)
        let name = "\(parts.name).version-\(version)"
        try folder.remove(name)
        // SQLite writes into an existing empty file; one that it made itself would be readable for everybody.
        let copy = try RegularFile.create(name, in: folder, mode: FilePurpose.privateData.fileMode)
        try connection.run("VACUUM INTO ?", .text(folder.path(of: name)))
        try copy.synchronize()
        try folder.synchronize()
    }

    /// Commits and syncs the folders. SQLite ignores a failed sync of the folder, and an earlier run may have been
    /// killed before it could sync the folders that it made.
    private func commit(in folder: String, isNew: Bool) throws(StageError) {
        let folder = try Folder.make(folder)
        if isNew { try folder.synchronizeWithAncestors() }
        try connection.run("COMMIT")
        try folder.synchronize()
    }

    private func begin() throws(StageError) { try connection.run("BEGIN IMMEDIATE") }

    /// Upgrades the schema and records the opening. A state that cannot be written is thus found before anything is
    /// fetched.
    private mutating func bringUpToDate(
        from version: Int, place: StatePlace, now: Timestamp
    ) throws(StageError) {
        if version < schema.version { try schema.bring(connection, from: version, to: schema.version) }
        previousRunAt = try meta(MetaKey.lastRunAt).flatMap { Timestamp(rfc3339: $0) }
        if let original = try place.original(ofStateAt: try meta("path"), instance: try meta(MetaKey.instance)) {
            // Two states now have the same past, and their messages must not have the same ids.
            try set(MetaKey.instance, Self.makeInstance())
            try connection.run("DELETE FROM meta WHERE key = ?", .text(MetaKey.origin))
            findings.append(StageError(.stateCopied, subject: place.path, facts: [.found: original]))
        }
        if try meta(MetaKey.instance) == nil { try set(MetaKey.instance, Self.makeInstance()) }
        try set("path", place.realPath)
        try set(MetaKey.generation, String(try generation() &+ 1))
        if let start = BootID.id { try set("system_start", start) }
        try set(MetaKey.lastRunAt, now.rfc3339())
        instance = try meta(MetaKey.instance) ?? ""
        origin = try meta(MetaKey.origin) ?? instance
    }

    /// Records that the rights of the files had to be narrowed. If somebody, such as a nightly backup, widens them
    /// again and again, that is reported only once.
    private mutating func recordNarrowed(_ path: String, now: Timestamp) throws(StageError) {
        let last = try meta("narrowed_at").flatMap { Timestamp(rfc3339: $0) }
        try set("narrowed_at", now.rfc3339())
        if let last, last <= now, now - last < Self.narrowedAgain { return }
        findings.append(StageError(.stateNarrowed, subject: path))
    }

    /// After this time without narrowing it is reported again.
    private static let narrowedAgain = Duration.seconds(30 * 86_400)

    func generation() throws(StageError) -> Int64 { try meta(MetaKey.generation).flatMap { Int64($0) } ?? 0 }

    func meta(_ key: String) throws(StageError) -> String? {
        try connection.first("SELECT value FROM meta WHERE key = ?", .text(key)) { $0.text(0) }
    }

    func set(_ key: String, _ value: String) throws(StageError) {
        try connection.run(
            "INSERT INTO meta VALUES(?, ?) ON CONFLICT DO UPDATE SET value = excluded.value WHERE value <> excluded.value",
            .text(key), .text(value))
    }

    static func makeInstance() -> String {
        var generator = SystemRandomNumberGenerator()
        return String(generator.next(), radix: 36) + String(generator.next(), radix: 36)
    }
}
