import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Whether the system lets this process have what the smallest run needs. With less of it nothing can be told any more
/// where it is missed: files that cannot be opened look like files that cannot be read, and threads that cannot be
/// started are waited for.
enum ProcessLimits {
    /// Files open at a time: streams, state, lock, the run's own, one transfer.
    static let fewestFiles = 24
    /// Threads at a time, beside this one.
    static let fewestThreads = 6

    /// What is missing, and what to do about it, or nil. To be called before there is another thread.
    static func shortage() -> String? {
        let files = openFiles
        guard files >= fewestFiles else {
            return
                "this process may have only \(files) files open at a time, and needs \(fewestFiles); raise `ulimit -n`"
        }
        guard canStartThreads() else {
            return "this process cannot start \(fewestThreads) threads; raise `ulimit -u`, or `ulimit -v` if it is set"
        }
        return nil
    }

    /// How many files this process may have open at a time.
    static var openFiles: Int {
        var limit = rlimit()
        // It cannot fail: the resource is known, and the memory is ours (getrlimit(2)).
        getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
        return Int(clamping: limit.rlim_cur)
    }

    /// Starts all of them at once; they end as soon as the last one is there.
    private static func canStartThreads() -> Bool {
        let gate = Gate()
        return gate.mutex.withLock { _ in
            (0..<fewestThreads).allSatisfy { _ in startDetachedThread { gate.mutex.withLock { _ in } } }
        }
    }

    /// What the threads wait for. A class, because they share it.
    private final class Gate: Sendable {
        let mutex = Mutex(())
    }
}
