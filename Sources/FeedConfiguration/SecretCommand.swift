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

        /// As the end of a sentence that begins with the program's name.
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

    /// Where messages go if nothing else is said.
    static let standardMessages: Int32 = STDERR_FILENO

    private static let timeout = Duration.seconds(10)
    private static let longest = 16 << 10

    /// What the program prints until it ends; a path with a slash is relative to the configuration. Its standard input
    /// is empty, and 4 KiB of its messages go to the descriptor `messages`, nil: nowhere. Whatever is left of its session
    /// is killed with its end; what has a session of its own is a daemon that is meant to stay, such as gpg-agent. Blocks
    /// up to 10 s, or `timeout`.
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
        // What it may take is the user's affair: it is a program such as he runs by hand.
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

    /// Where a program lies that is named with a slash, relative to the configuration; nil for one that is looked for in
    /// `PATH`.
    static func path(of program: String, in environment: ConfigEnvironment) -> String? {
        program.utf8.contains(UInt8(ascii: "/")) ? environment.resolve(path: program) : nil
    }
}
