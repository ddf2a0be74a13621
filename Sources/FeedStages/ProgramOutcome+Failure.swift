import FeedMessages
public import FeedPrograms

extension ProgramOutcome {
    /// The error of a program; nil if it ended with status 0. Its explanation is the program's own messages, the last
    /// line first.
    public func failure(of program: Program) -> StageError? {
        var error: StageError
        switch ending {
        case .exited(0): return nil
        case .exited(let status): error = Self.failed(program, .message("command.ended", ["status": .number(status)]))
        case .signalled(let signal):
            error = Self.failed(program, .message("command.signalled", ["signal": .number(signal)]))
        case .tooSlow:
            error = Self.failed(
                program,
                .message("command.too_slow", ["seconds": .number(Int(program.limits.time.components.seconds))]))
        case .lost: error = Self.failed(program, .message("command.watcher_killed"))
        case .tooMuchOutput:
            error = StageError(
                .programOutput, subject: program.name,
                phrases: [.found: .message("command.too_much_output", ["size": .number(program.limits.output >> 10)])])
        case .stopped: error = StageError(.cancelled, subject: program.name)
        case .notStarted(let reason):
            error = StageError(.programNotStarted, subject: program.name, phrases: [.found: reason])
        }
        error.explanation = messages.isEmpty ? nil : messages.reversed().map(Self.beginning).joined(separator: " < ")
        return error
    }

    /// The first 300 characters of a line, because lines are shown, and some are kept in the state.
    private static func beginning(of line: String) -> String {
        String(line.unicodeScalars.prefix(300))
    }

    private static func failed(_ program: Program, _ found: LocalizedText) -> StageError {
        StageError(.programFailed, subject: program.name, phrases: [.found: found])
    }
}
