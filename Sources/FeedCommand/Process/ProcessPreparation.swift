import CProcess
import FeedMessages
import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Who may look into the memory of this process: it holds secrets from the first moment on, for the environment may
/// have some.
enum ProcessMemory {
    /// A variable that leaves everything as it is, for those who look for a mistake with a debugger or in a core file.
    static let permission = "KAWARABAN_CORE_FILES"

    /// Lets no core file be written of this process, and no other process of the same user read its memory.
    static func close() {
        if let value = getenv(permission), String(cString: value) == "yes" { return }
        // It cannot fail: the request is known, and 0 is one of its values (prctl(2)).
        _ = cprocess_set_dumpable(0)
        // A program that prints a secret begins anew with the first; this one it keeps.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        limit.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}

/// stdin, stdout and stderr, which a caller may have closed (`>&-`).
enum StandardStreams {
    /// Puts something that gives and takes nothing where one of them is missing. To be called before anything is opened:
    /// else the next file that is, such as the state, would become stdout, and digests would be printed into it.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // The lowest free number is this one. Open for reading alone, so that printing fails and is told.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

/// Whether the system lets this process have what the smallest run needs. With less of it nothing can be told any more
/// where it is missed: files that cannot be opened look like files that cannot be read, and threads that cannot be
/// started are waited for.
enum ProcessLimits {
    /// Files open at a time: streams, state, lock, the run's own, one transfer.
    static let fewestFiles = 24
    /// Threads at a time, beside this one.
    static let fewestThreads = 6

    /// What is missing, and what to do about it, or nil. To be called before there is another thread.
    static func shortage() -> LocalizedText? {
        let files = openFiles
        guard files >= fewestFiles else {
            return .message("process.few_files", ["files": .number(files), "needed": .number(fewestFiles)])
        }
        guard canStartThreads() else {
            return .message("process.few_threads", ["needed": .number(fewestThreads)])
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
