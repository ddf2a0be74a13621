import Glibc

/// Runs a program that prints a secret, such as `pass show feeds/qiita`.
enum SecretCommand {
    enum Failure: Error {
        case notStarted(Int32)
        case failed(Int32)
        case tooSlow
        case tooMuch
        case noTimeLeft

        /// As the end of a sentence that begins with the program's name.
        var reason: String {
            switch self {
            case .notStarted(let number): "cannot be started: \(String(cString: strerror(number)))"
            case .failed(let status): "ended with exit status \(status)"
            case .tooSlow: "gave no answer within 10 s"
            case .tooMuch: "printed more than 16 KiB"
            case .noTimeLeft: "was not run: other programs had taken a minute"
            }
        }
    }

    /// Where messages go if nothing else is said.
    static let standardMessages: Int32 = STDERR_FILENO

    /// In milliseconds.
    private static let timeout: Int64 = 10_000

    /// What the program prints until it ends; a path with a slash is relative to the configuration. Its standard input
    /// is empty, and 4 KiB of its messages go to the descriptor `messages`, nil: nowhere. Whatever is left of its process group is
    /// killed with its end; what left the group is a daemon that is meant to stay, such as gpg-agent. Blocks up to
    /// 10 s, or `timeout` milliseconds.
    static func run(
        _ words: [String], in environment: ConfigEnvironment, messages: Int32? = standardMessages,
        timeout: Int64 = timeout
    ) -> Result<[UInt8], Failure> {
        guard let output = OutputPipe(), let errors = OutputPipe() else { return .failure(.notStarted(errno)) }
        let deadline = milliseconds() + timeout
        let process: pid_t
        switch start(words, environment, output: output.writingEnd, errors: errors.writingEnd) {
        case .success(let started): process = started
        case .failure(let failure): return .failure(failure)
        }
        output.closeWritingEnd()
        errors.closeWritingEnd()
        var printed = PrintedSecret(output: output.readingEnd, errors: errors.readingEnd, messages: messages)
        while !hasEnded(process) {
            let left = deadline - milliseconds()
            if left <= 0 || printed.isTooMuch { break }
            printed.read(waiting: min(left, pause))
        }
        let isLate = !hasEnded(process)
        // Nobody else can have the number of the group: its first process has not been waited for yet.
        kill(-process, SIGKILL)
        let exit = exitStatus(of: process)
        if !isLate { printed.readRest() }
        if printed.isTooMuch { return .failure(.tooMuch) }
        if isLate { return .failure(.tooSlow) }
        return exit == 0 ? .success(printed.bytes) : .failure(.failed(exit))
    }

    /// Where a program lies that is named with a slash, relative to the configuration; nil for one that is looked for in
    /// our own `PATH`.
    static func path(of program: String, in environment: ConfigEnvironment) -> String? {
        program.utf8.contains(UInt8(ascii: "/")) ? environment.resolve(path: program) : nil
    }

    /// How long an end may go unnoticed that closes no pipe, in milliseconds.
    private static let pause: Int64 = 2

    /// Whether it has; it can still be waited for.
    private static func hasEnded(_ process: pid_t) -> Bool {
        var information = siginfo_t()
        let answer = waitid(P_PID, id_t(process), &information, WEXITED | WNOHANG | WNOWAIT)
        return answer == 0 ? information.si_signo == SIGCHLD : errno != EINTR
    }

    /// Waits for the end, which has come or is about to.
    private static func exitStatus(of process: pid_t) -> Int32 {
        var status: Int32 = 0
        while waitpid(process, &status, 0) < 0 { if errno != EINTR { return -1 } }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func start(
        _ words: [String], _ environment: ConfigEnvironment, output: Int32, errors: Int32
    ) -> Result<pid_t, Failure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
        posix_spawn_file_actions_adddup2(&actions, errors, 2)
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        // A group of its own, so that its children end with it; and it must not inherit that we ignore SIGPIPE and
        // SIGXFSZ or block the signals that stop us.
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        for signal in [SIGPIPE, SIGXFSZ, SIGINT, SIGTERM, SIGHUP] { sigaddset(&signals, signal) }
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF))
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var variables: [UnsafeMutablePointer<CChar>?] =
            environment.variables.sorted { $0.key < $1.key }.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { (arguments + variables).forEach { free($0) } }
        let program = path(of: words[0], in: environment) ?? words[0]
        var process: pid_t = 0
        let number = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
        return number == 0 ? .success(process) : .failure(.notStarted(number))
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}

/// A pipe of which a program gets the one end. Both are closed with it.
///
/// A class, because it owns descriptors.
private final class OutputPipe {
    let readingEnd: Int32
    private(set) var writingEnd: Int32

    /// Nil, with `errno` set, if there is none to be had.
    init?() {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return nil }
        (readingEnd, writingEnd) = (ends[0], ends[1])
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    }

    deinit {
        close(readingEnd)
        closeWritingEnd()
    }

    /// Leaves it to the program, so that its end can be seen.
    func closeWritingEnd() {
        guard writingEnd >= 0 else { return }
        close(writingEnd)
        writingEnd = -1
    }
}
