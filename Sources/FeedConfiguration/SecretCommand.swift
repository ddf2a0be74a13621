import FeedMessages
import FeedPrograms
import Glibc

/// Runs a program that prints a secret, such as `pass show feeds/qiita`.
enum SecretCommand {
    enum Failure: Error {
        case notStarted(LocalizedText)
        case failed(Int)
        case tooSlow
        case tooMuch
        case noTimeLeft
        case lost

        /// The reason as the end of a sentence that begins with the program's name.
        var reason: LocalizedText {
            switch self {
            case .notStarted(let reason): reason
            case .failed(let status): .message("secret.exit_status", ["status": .number(status)])
            case .tooSlow: .message("secret.too_slow")
            case .tooMuch: .message("secret.too_much")
            case .noTimeLeft: .message("secret.no_time_left")
            case .lost: .message("secret.lost")
            }
        }
    }

    /// The standard error of this process, where messages go by default.
    static let standardMessages: Int32 = STDERR_FILENO

    private static let timeout = Duration.seconds(10)
    private static let longest = 16 << 10

    /// Returns the output of a program. A path with a slash is relative to the configuration. Its standard input is
    /// empty. The first 4 KiB of its messages go to the descriptor `messages`, or nowhere if that is nil. When it ends,
    /// the other processes of its session are killed. A process with a session of its own stays: it is a daemon, such
    /// as gpg-agent. Blocks for at most `timeout`, 10 s by default.
    static func run(
        _ words: [String], in environment: ConfigEnvironment, messages: Int32? = standardMessages,
        timeout: Duration = timeout
    ) -> Result<[UInt8], Failure> {
        var program = Program(words, in: "", variables: environment.variables)
        program.path = words.first.flatMap { path(of: $0, in: environment) }
        var limits = ProgramLimits()
        limits.time = timeout
        limits.grace = .zero
        limits.output = longest
        // Memory, file size and open files are not limited: the user could also run the program by hand.
        (limits.memory, limits.fileSize, limits.openFiles) = (nil, nil, nil)
        limits.sparesDaemons = true
        limits.keepsCore = true
        program.limits = limits
        let passed = SecretMessages(to: messages)
        let outcome = Programs.runBlocking(program) { passed.pass(on: $0) }
        switch outcome.ending {
        case .exited(0): return .success(outcome.output)
        case .exited(let status): return .failure(.failed(status))
        case .signalled(let signal): return .failure(.failed(128 + signal))
        case .tooSlow: return .failure(.tooSlow)
        case .tooMuchOutput: return .failure(.tooMuch)
        case .notStarted(let reason): return .failure(.notStarted(reason))
        case .stopped, .lost: return .failure(.lost)
        }
    }

    /// Returns the path of a program whose name has a slash, relative to the configuration; nil for one in `PATH`.
    static func path(of program: String, in environment: ConfigEnvironment) -> String? {
        program.utf8.contains(UInt8(ascii: "/")) ? environment.resolve(path: program) : nil
    }
}
