import CProcess
import FeedMessages
import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Protects the memory of this process. It may hold secrets from the start, because the environment may have some.
enum ProcessMemory {
    /// A variable that turns the protection off, for work with a debugger or a core file.
    static let permission = "KAWARABAN_CORE_FILES"

    /// Prevents core files of this process, and prevents other processes of the same user from reading its memory.
    static func protect() {
        if let value = getenv(permission), String(cString: value) == "yes" { return }
        // This cannot fail: the request is known, and 0 is a valid value (prctl(2)).
        _ = cprocess_set_dumpable(0)
        // A child process, such as a command that prints a secret, loses the setting above at exec, but inherits this.
        var limit = rlimit()
        getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
        limit.rlim_cur = 0
        setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}

/// stdin, stdout and stderr, which a caller may have closed (`>&-`).
enum StandardStreams {
    /// Opens `/dev/null` for each missing stream. It must be called before any file is opened. Otherwise the next file,
    /// such as the state, would become stdout, and digests would be printed into it.
    static func occupy() {
        for descriptor in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(descriptor, F_GETFD) == -1 {
            // open(2) returns the lowest free number, this one. Opened for reading only, so that printing fails and is
            // reported.
            _ = open("/dev/null", O_RDONLY)
        }
    }
}

/// Checks that the system grants what the smallest run needs. Later a shortage could not be recognised: files that
/// cannot be opened look like unreadable ones, and a thread that cannot start is awaited for ever.
enum ProcessLimits {
    /// The fewest open files: streams, state, lock, the run's own files, one transfer.
    static let minimumOpenFiles = 24
    /// How many threads must be able to start besides this one: those that are always in use, and of a run also those of
    /// Swift's pool, of parsing, of files and programs, of the state and of the network. The pool waits for ever for one
    /// that it cannot start. More than 16 processors count as 16, so that trying takes no time on large machines.
    static func minimumThreads(fetches: Bool) -> Int { fetches ? 8 + 2 * min(Processors.count, 16) : 6 }
    /// The least memory, in bytes, beyond what this process has at its start: for the stacks of threads and for heaps, and
    /// of address space also for libraries.
    static func minimum(of limit: MemoryLimit) -> Int {
        switch limit {
        case .addressSpace: 160 << 20
        case .data: 128 << 20
        }
    }

    /// Returns what any command lacks and what to do, or nil. It must be called before another thread exists.
    static func shortage() -> LocalizedText? {
        let files = OpenFiles.limit
        guard files >= minimumOpenFiles else {
            return .message("process.few_files", ["files": .number(files), "needed": .number(minimumOpenFiles)])
        }
        for limit in MemoryLimit.set where !limit.hasRoom(for: minimum(of: limit)) {
            return .message(
                "process.little_memory",
                ["mebibytes": .number((limit.bytes ?? 0) >> 20), "option": .text(limit.option)])
        }
        return nil
    }

    /// Returns that the system does not let a command start its threads, and what to do, or nil.
    static func shortageOfThreads(fetches: Bool) -> LocalizedText? {
        let needed = minimumThreads(fetches: fetches)
        return canStart(needed) ? nil : .message("process.few_threads", ["needed": .number(needed)])
    }

    /// Starts so many threads at once. They end when the last one has started.
    private static func canStart(_ threads: Int) -> Bool {
        let gate = Gate()
        return gate.mutex.withLock { _ in
            (0..<threads).allSatisfy { _ in startDetachedThread { gate.mutex.withLock { _ in } } }
        }
    }

    /// The lock that the threads wait for. This is a class because they share it.
    private final class Gate: Sendable {
        let mutex = Mutex(())
    }
}
