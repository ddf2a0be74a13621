package import FeedMessages
package import FeedModel
package import FeedStages
import FeedSystem
import Glibc

/// Repairs a damaged state, the only way on after damage. Saves what can be read, keeps the damaged files, and lets
/// runs work again.
package struct StateRepair: Sendable {
    let schema: Schema

    /// The outcome of a repair.
    package struct Outcome: Sendable, Hashable {
        /// What was wrong, or nil if nothing was found.
        package var flaw: LocalizedText?
        /// The new path of the damaged database; nil if it was left in place, since its content is whole.
        package var kept: String?
        /// How many rows were saved, by table, if the database was written anew.
        package var saved: [String: Int] = [:]
        /// The tables with rows that could not be read.
        package var incomplete: [String] = []
        /// How many unreadable heads, bodies and filter changes of entries were deleted.
        package var dropped = 0
    }

    /// Repairs the state at `path` and takes its lock meanwhile. Throws `.stateLocked` if a run is at work,
    /// `.stateUnusable` for another program's database or a newer state, `.stateUnreleased` for a state from before the
    /// first release (neither is damaged), and file errors.
    package static func perform(path: String, now: Timestamp) async throws(StageError) -> Outcome {
        try await perform(path: path, schema: .present, now: now)
    }

    static func perform(path: String, schema: Schema, now: Timestamp) async throws(StageError) -> Outcome {
        try await BlockingThread.run { () throws(StageError) in try StateRepair(schema: schema).repair(path, now) }
    }

    /// Renames the state at `path`, whatever is in it, so that the next run makes a new one. Returns its new path, or
    /// nil if there was none. Throws `.stateLocked` if a run is at work, and file errors.
    package static func putAside(path: String, now: Timestamp) async throws(StageError) -> String? {
        try await BlockingThread.run { () throws(StageError) -> String? in
            guard access(path, F_OK) == 0 else { return nil }
            let lock = try StateLock(of: path)
            // The lock is held to the end, since a process that knows the file by another name may use it.
            let database = try lock.lockDatabase()
            let kept = try move(path, to: "forgotten", now)
            DamageMark(of: path).remove()
            lock.sign(instance: nil, generation: nil)
            withExtendedLifetime(database) {}
            return kept
        }
    }

    private func repair(_ path: String, _ now: Timestamp) throws(StageError) -> Outcome {
        let mark = DamageMark(of: path)
        guard access(path, F_OK) == 0 else { return try Self.completeRepair(path, mark) }
        let lock = try StateLock(of: path)
        let damaged = try lock.lockDatabase()
        var outcome = Outcome()
        outcome.flaw = try mark.reason()
        var version = schema.version
        do throws(StageError) {
            let connection = try SQLiteConnection(path: path, locked: damaged)
            let declared = try declaredVersion(of: connection, path)
            let found = try self.version(of: connection)
            if found == nil { try Schema.refuseUnreleased(declared, path: path) }
            version = found ?? (declared > 0 ? declared : version)
            if try IntegrityCheck.flaw(of: connection, withIndexes: true) == nil, found == declared,
                try isOurs(connection)
            {
                // The database is whole: an older copy, a mark whose reason is gone, or only a value that cannot be
                // read.
                outcome.dropped = try dropUnreadable(connection, version: version)
                mark.remove()
                lock.sign(instance: nil, generation: nil)
                return outcome
            }
        } catch  where error.code == .stateDamaged {
            outcome.flaw = outcome.flaw ?? error.explanation.map { LocalizedText(en: $0) }
        }
        let flaw = outcome.flaw ?? .message("database.malformed")
        outcome.flaw = flaw
        // If the next steps are interrupted, no run may take the result for a new or whole state.
        mark.leave(flaw)
        try salvage(path, lock, damaged, version: version, &outcome, now: now)
        mark.remove()
        lock.sign(instance: nil, generation: nil)
        return outcome
    }

    /// Returns the version that the file declares. Throws `.stateUnusable` if it is foreign or newer than this program.
    private func declaredVersion(of connection: SQLiteConnection, _ path: String) throws(StageError) -> Int {
        let application = try connection.first("PRAGMA application_id") { $0.integer(0) } ?? 0
        let version = try connection.first("PRAGMA user_version") { $0.int(0) } ?? 0
        guard application == 0 || application == Schema.applicationID else {
            throw StageError(.stateUnusable, subject: path, phrases: [.found: .message("database.foreign")])
        }
        try schema.refuseNewer(version, path: path)
        return version
    }

    /// Returns the newest version of which all tables exist, whatever the file declares; nil if there is none.
    private func version(of connection: SQLiteConnection) throws(StageError) -> Int? {
        for version in (Schema.firstVersion...schema.version).reversed()
        where try schema.areAllTables(in: connection, version: version) {
            return version
        }
        return nil
    }

    private func isOurs(_ connection: SQLiteConnection) throws(StageError) -> Bool {
        try connection.first("PRAGMA application_id") { $0.integer(0) } == Schema.applicationID
    }

    /// Makes an empty state of a version.
    private func made(
        _ path: String, locked: LockedFile? = nil, version: Int
    ) throws(StageError) -> SQLiteConnection {
        let connection = try SQLiteConnection(path: path, locked: locked)
        try connection.run("PRAGMA page_size = 8192")
        try connection.runScript("PRAGMA application_id = \(Schema.applicationID)")
        try schema.bring(connection, from: 0, to: version)
        return connection
    }

    /// Writes a new database with the readable rows of the old one, which is kept beside it. Both are locked until the
    /// new one has its name, so that every process meets one of the two locks.
    private func salvage(
        _ path: String, _ lock: StateLock, _ damaged: LockedFile, version: Int, _ outcome: inout Outcome,
        now: Timestamp
    ) throws(StageError) {
        let parts = PathParts(realPath(path))
        let folder = try Folder.make(parts.folder)
        let fresh = parts.name + ".repairing"
        for suffix in ["", "-wal", "-shm"] { try folder.remove(fresh + suffix) }
        let whole = try lock.lockDatabase(named: fresh)
        try save(from: damaged, into: whole, version: version, &outcome, now: now)
        outcome.kept = try Self.move(path, to: "damaged", now)
        try folder.rename(fresh, to: parts.name)
        try folder.synchronize()
        withExtendedLifetime((damaged, whole)) {}
    }

    /// Completes an earlier repair that was interrupted between renaming the damaged database and giving its name to
    /// the new one.
    private static func completeRepair(_ path: String, _ mark: DamageMark) throws(StageError) -> Outcome {
        let parts = PathParts(realPath(path))
        let fresh = parts.name + ".repairing"
        guard let folder = try Folder.open(parts.folder), let flaw = try mark.reason(),
            try folder.status(of: fresh) != nil
        else { throw .reading(ENOENT, path: path) }
        let lock = try StateLock(of: path)
        let whole = try lock.lockDatabase(named: fresh)
        // A log under the old name belongs to the damaged database.
        for suffix in ["-wal", "-shm"] { try folder.remove(parts.name + suffix) }
        try folder.rename(fresh, to: parts.name)
        try folder.synchronize()
        mark.remove()
        lock.sign(instance: nil, generation: nil)
        withExtendedLifetime(whole) {}
        var outcome = Outcome()
        outcome.flaw = flaw
        return outcome
    }

    /// Renames a database and its log in their folder: `NAME.WORD-20261121T112233Z`. Returns the new path.
    ///
    /// The log goes last, since without it the database would be read as an older one.
    private static func move(_ path: String, to word: String, _ now: Timestamp) throws(StageError) -> String {
        let parts = PathParts(realPath(path))
        let folder = try Folder.make(parts.folder)
        let kept = "\(parts.name).\(word)-\(now.stamp)"
        for suffix in ["", "-wal", "-shm"] where try folder.status(of: parts.name + suffix) != nil {
            try folder.rename(parts.name + suffix, to: kept + suffix)
        }
        try folder.synchronize()
        return folder.path(of: kept)
    }

    private func save(
        from damaged: LockedFile, into fresh: LockedFile, version: Int, _ outcome: inout Outcome, now: Timestamp
    ) throws(StageError) {
        let connection = try made(fresh.path, locked: fresh, version: version)
        let salvage = try SQLiteSalvage(from: damaged, to: fresh)
        for table in try salvage.tables() {
            let copied = try salvage.copy(table)
            outcome.saved[table.name] = copied.saved
            if !copied.isWhole { outcome.incomplete.append(table.name) }
        }
        try connection.runScript(Self.mending)
        // No entry is lost with the history of numbers.
        if outcome.incomplete.contains(where: { $0 != Schema.numbersTable }) {
            try connection.run(
                "INSERT OR REPLACE INTO meta VALUES(?, ?)", .text(StateDatabase.lostEntriesAt),
                .text(String(now.milliseconds)))
        }
        outcome.dropped = try dropUnreadable(connection, version: version)
    }

    private func dropUnreadable(_ connection: SQLiteConnection, version: Int) throws(StageError) -> Int {
        version == schema.version ? try UnreadableRows.drop(from: connection) : 0
    }

    /// Deletes rows that refer to missing rows, but keeps keys: an entry whose text is lost must not come as new.
    /// Entries whose message has lost its bytes wait again. Waiting entries can be delivered even if their feed is
    /// lost.
    private static let mending = """
        BEGIN;
        INSERT OR IGNORE INTO entry(id, document, first_seen, date, document_order, last_in_document, content_hash, head)
            SELECT entry, document, 0, 0, 0, unixepoch() * 1000, x'', x'' FROM entry_key
            WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = entry_key.entry);
        DELETE FROM document WHERE typeof(source) <> 'integer';
        INSERT OR IGNORE INTO document(id, source, key)
            SELECT DISTINCT document, 0, 'lost ' || document FROM entry
            WHERE document <> 0 AND NOT EXISTS(SELECT 1 FROM document WHERE id = entry.document);
        INSERT OR IGNORE INTO source(id, key, name)
            SELECT DISTINCT source, randomblob(32), 'lost' FROM document
            WHERE NOT EXISTS(SELECT 1 FROM source WHERE id = document.source);
        DELETE FROM waiting WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = waiting.entry);
        INSERT OR IGNORE INTO waiting(sink, pipeline, since, position, entry)
            SELECT sink, pipeline, created_at, number.key, number.value
            FROM message, json_each(iif(json_valid('[' || replace(entries, ' ', ',') || ']'),
                '[' || replace(entries, ' ', ',') || ']', '[]')) AS number
            WHERE state = 0 AND NOT EXISTS(SELECT 1 FROM payload WHERE message = message.id)
                AND EXISTS(SELECT 1 FROM entry WHERE id = number.value);
        UPDATE message SET state = 3 WHERE state IN (0, 2)
            AND NOT EXISTS(SELECT 1 FROM payload WHERE message = message.id);
        DELETE FROM payload WHERE NOT EXISTS(SELECT 1 FROM message WHERE id = payload.message AND state IN (0, 2));
        DELETE FROM entry_body WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = entry_body.entry);
        DELETE FROM pipeline_entry WHERE NOT EXISTS(SELECT 1 FROM entry WHERE id = pipeline_entry.entry);
        COMMIT;
        """
}
