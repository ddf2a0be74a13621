import FeedStages
import FeedSystem
import Glibc

/// A state that is open to be saved.
struct SavableState {
    private enum Source {
        case sqlite(SQLiteConnection, path: String, HeldLock?)
        case postgresql(PostgreSQLOpening)
    }

    private let source: Source
    /// The last generation of which the saved state has everything.
    private let generation: Int64
    /// Whether a run is at work: what is committed from now on is not saved.
    let isDuringRun: Bool

    /// Opens a state. With `alone` no run can use it as long as this value lives, and `.stateLocked` is thrown if one is
    /// at work.
    ///
    /// Throws `.noSuchFile` if there is no state, `.stateMoved` if it was moved away, and the errors of opening.
    init(_ storage: StateStorage, alone: Bool) throws(StageError) {
        switch storage {
        case .sqlite(let path):
            guard access(path, F_OK) == 0 || errno != ENOENT else { throw StageError(.noSuchFile, subject: path) }
            let lock = try HeldLock.take(of: path, mustHave: alone)
            let (connection, generation) = try StateOpening.forSaving(path, locked: lock?.database)
            source = .sqlite(connection, path: path, lock)
            isDuringRun = lock == nil
            // A run at work may do more in its generation than the file has.
            self.generation = isDuringRun ? generation - 1 : generation
        case .postgresql(let place):
            let opened = try PostgreSQLOpening.forSaving(place, alone: alone)
            source = .postgresql(opened.opening)
            (generation, isDuringRun) = (opened.generation, opened.isDuringRun)
        }
    }

    /// The path or the place, which errors have as their subject.
    var name: String {
        switch source {
        case .sqlite(_, let path, _): path
        case .postgresql(let opening): opening.connection.name
        }
    }

    /// Writes a sealed copy of the state into an empty file, and returns what it holds. A full disk is one of that file.
    func write(into file: borrowing RegularFile) throws(StageError) -> StateContents {
        let contents: StateContents
        switch source {
        case .sqlite(let connection, _, _):
            contents = try StateContents(of: .sqlite(connection))
            do throws(StageError) {
                try connection.run("VACUUM INTO ?", .text(file.path))
            } catch {
                throw error.code == .diskFull || error.code == .unwritable ? error.about(file.path) : error
            }
        case .postgresql(let opening):
            contents = try Self.copy(opening, to: file.path)
        }
        try SavedStateSeal.put(on: file, generation: generation)
        return contents
    }

    /// Copies the tables into an empty file.
    private static func copy(_ opening: PostgreSQLOpening, to path: String) throws(StageError) -> StateContents {
        let connection = try SQLiteConnection(path: path)
        try connection.run("PRAGMA page_size = 8192")
        // The file is worth nothing before it is whole, and is then synchronised.
        _ = try connection.first("PRAGMA journal_mode = MEMORY") { $0.text(0) }
        try connection.run("PRAGMA synchronous = OFF")
        try connection.run("PRAGMA cache_size = -16000")
        try connection.run("PRAGMA foreign_keys = OFF")
        try connection.runScript("PRAGMA application_id = \(Schema.applicationID)")
        try connection.run("BEGIN")
        try Schema.present.bring(connection, from: 0, to: Schema.present.version)
        try StateTransfer(between: connection, and: opening.connection, schema: opening.place.schema).copyToSQLite()
        for key in MetaKey.ofOnePlace { try connection.run("DELETE FROM meta WHERE key = ?", .text(key)) }
        try connection.run("COMMIT")
        try opening.connection.commit()
        return try StateContents(of: .sqlite(connection))
    }

    /// Lets no run use the state any more, which went to `place`. If this process ends before, both can be used, as if
    /// the state had been saved only.
    func retire(to place: String) throws(StageError) {
        switch source {
        case .sqlite(_, let path, let lock):
            let changing = try SQLiteConnection(path: path, locked: lock?.database)
            try changing.run("PRAGMA synchronous = FULL")
            try changing.run(
                "INSERT INTO meta(key, value) VALUES(?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                .text(MetaKey.movedTo), .text(place))
        case .postgresql(let opening):
            try opening.set(MetaKey.movedTo, place)
        }
    }
}
