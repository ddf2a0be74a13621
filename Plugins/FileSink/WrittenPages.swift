import Synchronization

/// The paths to which a sink has delivered in this run, and their folders.
final class WrittenPages: Sendable {
    private let paths = Mutex<Set<String>>([])

    func insert(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    func contains(_ path: String) -> Bool { paths.withLock { $0.contains(path) } }
}
