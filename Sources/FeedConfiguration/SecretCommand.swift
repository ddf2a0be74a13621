import Glibc

/// Runs a program that prints a secret, such as `pass show feeds/qiita`.
enum SecretCommand {
    enum Failure: Error {
        case notStarted(Int32)
        case failed(Int32)
        case tooSlow
        case tooMuch

        /// As the end of a sentence that begins with the program's name.
        var reason: String {
            switch self {
            case .notStarted(let number): "cannot be started: \(String(cString: strerror(number)))"
            case .failed(let status): "ended with exit status \(status)"
            case .tooSlow: "gave no answer within 10 s"
            case .tooMuch: "printed more than 16 KiB"
            }
        }
    }

    /// In milliseconds.
    private static let timeout: Int64 = 10_000
    private static let limit = 16 << 10

    /// What the program prints; a path with a slash is relative to the configuration. Its standard input is empty, its messages go to ours. Blocks up to
    /// 10 s, or `timeout` milliseconds.
    static func run(
        _ words: [String], in environment: ConfigEnvironment, timeout: Int64 = timeout
    ) -> Result<[UInt8], Failure> {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { return .failure(.notStarted(errno)) }
        let (reading, writing) = (ends[0], ends[1])
        defer { close(reading) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let deadline = milliseconds() + timeout
        let started = start(words, environment, output: writing)
        close(writing)
        guard case .success(let process) = started else { return started.map { _ in [] } }
        let output = collect(reading, until: deadline)
        if case .failure = output { kill(-process, SIGKILL) }
        let exit = exitStatus(of: process, until: deadline)
        return output.flatMap { exit == 0 ? .success($0) : .failure(.failed(exit)) }
    }

    /// Waits for the end; a program that closed its output and works on is killed at the deadline.
    private static func exitStatus(of process: pid_t, until deadline: Int64) -> Int32 {
        var status: Int32 = 0
        while true {
            let isLate = milliseconds() >= deadline
            if isLate { kill(-process, SIGKILL) }
            let ended = waitpid(process, &status, isLate ? 0 : WNOHANG)
            if ended == process { break }
            if ended < 0, errno != EINTR { return -1 }
            if ended == 0 { usleep(2000) }
        }
        // <sys/wait.h>: the low seven bits are the signal, the next eight the exit status.
        return status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
    }

    private static func start(
        _ words: [String], _ environment: ConfigEnvironment, output: Int32
    ) -> Result<pid_t, Failure> {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, 1)
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
        let program = words[0].utf8.contains(UInt8(ascii: "/")) ? environment.resolve(path: words[0]) : words[0]
        var process: pid_t = 0
        let number = posix_spawnp(&process, program, &actions, &attributes, &arguments, &variables)
        return number == 0 ? .success(process) : .failure(.notStarted(number))
    }

    private static func collect(_ descriptor: Int32, until deadline: Int64) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let left = deadline - milliseconds()
            guard left > 0 else { return .failure(.tooSlow) }
            var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            let ready = poll(&waiting, 1, Int32(clamping: left))
            if ready < 0, errno != EINTR { return .failure(.notStarted(errno)) }
            guard ready > 0 else { continue }
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count == 0 { return .success(bytes) }
            guard count > 0 else { continue }
            guard bytes.count + count <= limit else { return .failure(.tooMuch) }
            bytes.append(contentsOf: chunk[..<count])
        }
    }

    private static func milliseconds() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
    }
}
