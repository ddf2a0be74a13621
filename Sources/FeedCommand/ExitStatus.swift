/// The exit status of a command, for scripts and cron (sysexits.h, and 128 + signal).
enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done without a new problem, even if there was no new entry.
    case done = 0
    /// Done, but there is a new problem that needs attention.
    case attention = 1
    /// The command line is wrong.
    case usage = 64
    /// A plugin broke its protocol.
    case pluginProtocol = 65
    /// This machine is offline: every fetch, or nearly every fetch, failed. Or the database of the state is.
    case offline = 69
    /// Internal error; corrupted or foreign state.
    case internalError = 70
    /// An output could not be created.
    case cannotCreate = 73
    /// An I/O error or a full disk.
    case inputOutput = 74
    /// Another run holds the lock.
    case locked = 75
    /// The configuration is wrong.
    case configuration = 78
    /// Stopped by SIGHUP.
    case hungUp = 129
    /// Stopped by SIGINT.
    case interrupted = 130
    /// The reader of stdout closed the pipe, as `| head` does: what the shell reports of a program that SIGPIPE ends.
    case closedPipe = 141
    /// Stopped by SIGTERM.
    case terminated = 143

    /// If several apply, the first in this order wins.
    private static let precedence: [ExitStatus] = [
        .configuration, .usage, .locked, .internalError, .interrupted, .terminated, .hungUp, .inputOutput,
        .cannotCreate,
        .offline, .pluginProtocol, .attention, .closedPipe,
    ]

    /// Returns the status that wins among `statuses`; `done` if there is none.
    static func first(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        let found = Set(statuses)
        return precedence.first { found.contains($0) } ?? .done
    }
}
