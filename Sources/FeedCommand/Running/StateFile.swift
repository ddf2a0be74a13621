import FeedModel
import FeedStages
import FeedState

/// The only place that names the type of the state's storage.
enum StateFile {
    /// Opens the state at `path`, as `StateDatabase.open` does, and throws its errors.
    static func open(
        path: String, mode: StateMode = .readWrite, makes: Bool = true, folder: String? = nil, now: Timestamp
    ) async throws(StageError) -> any StateStore {
        try await StateDatabase.open(path: path, mode: mode, makes: makes, folder: folder, now: now)
    }
}
