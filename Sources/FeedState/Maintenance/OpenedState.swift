import FeedModel
import FeedStages
import FeedSystem
import Glibc

/// A state that was just opened, in either database.
struct OpenedState {
    let connection: StateConnection
    /// The path or the place, which errors have as their subject.
    let path: String
    let instance: String
    let origin: String
    let previousRunAt: Timestamp?
    let findings: [StageError]
    var isImagined = false
    var lock: StateLock?
    /// What a state in PostgreSQL has besides; nil for SQLite.
    var server: PostgreSQLServerState?

    private init(_ opening: StateOpening, path: String) {
        connection = .sqlite(opening.connection)
        self.path = path
        (instance, origin) = (opening.instance, opening.origin)
        (previousRunAt, findings) = (opening.previousRunAt, opening.findings)
    }

    private init(_ opening: PostgreSQLOpening, _ place: PostgreSQLPlace) {
        connection = .postgresql(opening.connection)
        path = opening.connection.name
        (instance, origin) = (opening.instance, opening.origin)
        (previousRunAt, findings) = (opening.previousRunAt, opening.findings)
        server = PostgreSQLServerState(
            place: place, worker: opening.worker, clockOffset: opening.clockOffset,
            backend: opening.connection.backend)
    }

    /// An empty state in memory, for a place without one.
    private static func imagined(for path: String, now: Timestamp) throws(StageError) -> OpenedState {
        var opened = OpenedState(try StateOpening.imagined(for: path, now: now), path: path)
        opened.isImagined = true
        return opened
    }

    /// Opens a state in SQLite; see `StateDatabase.open`.
    static func sqlite(
        path: String, mode: StateMode, makes: Bool, now: Timestamp
    ) throws(StageError) -> OpenedState {
        switch mode {
        case .readOnly:
            guard let stored = try StateOpening.forReading(path) else { return try imagined(for: path, now: now) }
            return OpenedState(stored, path: path)
        case .dryRun where access(path, F_OK) != 0: return try imagined(for: path, now: now)
        case .dryRun, .readWrite:
            guard makes || access(path, F_OK) == 0 || errno != ENOENT else {
                throw StageError(.noSuchFile, subject: path)
            }
            _ = try Folder.make(PathParts(path).folder, for: .privateData)
            let lock = try StateLock(of: path)
            let opening = try StateOpening.forWriting(
                path, lock: lock, makes: makes, keeps: mode == .readWrite, now: now)
            var opened = OpenedState(opening, path: path)
            opened.lock = lock
            return opened
        }
    }

    /// Opens a state in PostgreSQL; see `StateDatabase.open(postgresql:)`.
    static func postgresql(
        _ place: PostgreSQLPlace, mode: StateMode, makes: Bool, worker: WorkerIntroduction, now: Timestamp
    ) throws(StageError) -> OpenedState {
        let opening =
            switch mode {
            case .readOnly: try PostgreSQLOpening.forReading(place)
            case .dryRun, .readWrite:
                try PostgreSQLOpening.forWriting(
                    place, makes: makes, keeps: mode == .readWrite, worker: worker, now: now)
            }
        if let opening { return OpenedState(opening, place) }
        return try imagined(for: try PostgreSQLParameters(place).name, now: now)
    }
}
