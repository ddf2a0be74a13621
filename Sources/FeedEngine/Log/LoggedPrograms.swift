import FeedPrograms
import Logging

extension ProgramRunning {
    /// Returns a runner that logs the start and the end of each program; returns `self` unless debug lines are logged.
    func logged(by logger: Logger) -> any ProgramRunning {
        logger.logLevel > .debug ? self : LoggedPrograms(base: self, logger: logger)
    }
}

private struct LoggedPrograms: ProgramRunning {
    let base: any ProgramRunning
    let logger: Logger

    func run(_ program: Program) async -> ProgramOutcome {
        let log = ProgramLog(of: program, logger)
        let outcome = await base.run(program)
        log.end(with: outcome)
        return outcome
    }
}

/// Logs one run of a program by its name only: its arguments and its output may hold secrets.
struct ProgramLog: Sendable {
    private let program: String
    private let logger: Logger
    private let begun = ContinuousClock.now

    /// Logs the start of the program.
    init(of program: Program, _ logger: Logger) {
        self.program = program.name
        self.logger = logger
        logger.debug("program_begun", metadata: ["program": "\(program.name)"])
    }

    /// Logs the end of the program and of every process that it started.
    func end(with outcome: ProgramOutcome) {
        var facts: Logger.Metadata = [
            "program": "\(program)", "outcome": "\(outcome.ending.word)", "bytes": .count(outcome.output.count),
            "ms": (ContinuousClock.now - begun).loggedMilliseconds,
        ]
        switch outcome.ending {
        case .exited(let status): facts["status"] = .count(status)
        case .signalled(let signal): facts["signal"] = .count(signal)
        default: break
        }
        logger.debug("program_ended", metadata: facts)
    }
}

extension ProgramEnding {
    fileprivate var word: String {
        switch self {
        case .exited: "exited"
        case .signalled: "signalled"
        case .tooSlow: "too_slow"
        case .tooMuchOutput: "too_much_output"
        case .stopped: "stopped"
        case .notStarted: "not_started"
        case .lost: "lost"
        }
    }
}
