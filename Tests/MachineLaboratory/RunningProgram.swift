public import Glibc

/// A program that was started, and its end.
///
/// Not Foundation's `Process`: that one crashes now and then in a test process with more than a thousand open files, and
/// two that start at the same time may get each other's pipes, so that their ends are never seen. A class, because its end
/// is found out once.
public final class RunningProgram {
    /// The system started no process.
    public struct NotStarted: Error {
        /// Its reason (errno(3)).
        public let errno: Int32
    }

    /// The process's number.
    public let processIdentifier: pid_t
    private var waitStatus: Int32?

    /// Starts `command` in `folder` with these variables alone, and output and messages into files.
    ///
    /// - Parameters:
    ///   - input: the descriptor that it reads from; nil: there is nothing to read.
    ///   - output: a path; the file is made if it is not there.
    ///   - errors: a path; the same.
    public init(
        _ command: [String], in folder: String, environment: [String: String], input: Int32? = nil, output: String,
        errors: String
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        if let input {
            posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        for (descriptor, path) in [(1, output), (2, errors)] as [(Int32, String)] {
            posix_spawn_file_actions_addopen(&actions, descriptor, path, O_WRONLY | O_CREAT, 0o600)
        }
        _ = Self.closeOthers?(&actions, 3)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // Some tests ignore signals; a program begins with none ignored and none blocked.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        let words = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", folder] + command
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + variables { free(text) } }
        var process: pid_t = 0
        let number = posix_spawn(&process, words[0], &actions, &attributes, &arguments, &variables)
        guard number == 0 else { throw NotStarted(errno: number) }
        processIdentifier = process
    }

    /// posix_spawn_file_actions_addclosefrom_np(3), which glibc shows to GNU programs alone.
    private static let closeOthers:
        (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32)? =
            dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
                unsafeBitCast(
                    $0, to: (@convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32).self)
            }

    /// Whether it has not ended yet.
    public var isRunning: Bool {
        if waitStatus == nil { wait(WNOHANG) }
        return waitStatus == nil
    }

    /// Waits for its end; gives its exit status, or 128 plus the signal that ended it. One that hangs is killed after
    /// five minutes, so that the test fails and not the machine.
    @discardableResult
    public func waitUntilExit() -> Int32 {
        let deadline = ContinuousClock.now + .seconds(300)
        while isRunning, ContinuousClock.now < deadline { usleep(2000) }
        if isRunning { kill(processIdentifier, SIGKILL) }
        while waitStatus == nil { wait(0) }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        let status = waitStatus ?? 0
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private func wait(_ options: Int32) {
        var status: Int32 = 0
        let ended = waitpid(processIdentifier, &status, options)
        if ended == processIdentifier { waitStatus = status }
        // Nobody else waits for our children; if somebody did, there is no status to be had.
        if ended < 0, errno != EINTR { waitStatus = 0xFF00 }
    }
}
