import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedState
import FeedSystem

/// The only place that names the types of the state's storage.
enum StateFile {
    /// Opens the state at `address`, as `StateDatabase.open` does, and throws its errors.
    ///
    /// - Parameters:
    ///   - worker: how a state for several shows this process to others.
    ///   - thread: the thread on which the state works.
    static func open(
        _ address: StateAddress, mode: StateMode = .readWrite, makes: Bool = true, folder: String? = nil,
        worker: WorkerIntroduction = WorkerIntroduction(MachineName.current),
        on thread: SerialThreadExecutor = SerialThreadExecutor(), now: Timestamp
    ) async throws(StageError) -> any StateStore {
        switch try storage(address) {
        case .sqlite(let path):
            return try await StateDatabase.open(
                path: path, mode: mode, makes: makes, folder: folder, on: thread, now: now)
        case .postgresql(let place):
            return try await StateDatabase.open(
                postgresql: place, mode: mode, makes: makes, folder: folder,
                worker: worker, on: thread, now: now)
        }
    }

    /// Where the state at an address is kept. Throws `.valueMissing` without the address of a database.
    static func storage(_ address: StateAddress) throws(StageError) -> StateStorage {
        switch address {
        case .file(let path): return .sqlite(path)
        case .postgresql(let connection):
            // An empty connection string would mean a database of this machine.
            guard !connection.isMissing else { throw StageError(.valueMissing, subject: address.shown) }
            return .postgresql(PostgreSQLPlace(connection.reveal()))
        }
    }

    /// Asks the server of a state in PostgreSQL; nil for a state in a file. Throws the errors of a connection. Blocks.
    static func server(at address: StateAddress) throws(StageError) -> PostgreSQLServerFacts? {
        guard case .postgresql(let place) = try storage(address) else { return nil }
        return try PostgreSQLServerFacts.read(place)
    }

    /// What wakes a worker that waits for work on the state, from now on until its last reference is gone.
    static func waking(_ worker: String, _ address: StateAddress) -> any WorkWaiting {
        guard case .postgresql(let place)? = try? storage(address) else { return TimedWaiting() }
        return WorkListener(place, as: worker)
    }
}

extension WorkListener: WorkWaiting {}
