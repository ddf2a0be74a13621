/// How a command ends, for scripts and cron (sysexits.h, and 128 + signal).
enum ExitStatus: Int32, Sendable, CaseIterable {
    /// Done, nothing newly wrong; also when nothing was new.
    case done = 0
    /// Done, but something newly needs attention.
    case attention = 1
    /// The command line is wrong.
    case usage = 64
    /// A plugin broke its protocol.
    case pluginProtocol = 65
    /// Offline: (nearly) every fetch failed.
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
    /// Stopped by SIGTERM.
    case terminated = 143

    /// Where several hold, the first of these counts.
    private static let precedence: [ExitStatus] = [
        .configuration, .usage, .locked, .internalError, .interrupted, .terminated, .hungUp, .inputOutput,
        .cannotCreate,
        .offline, .pluginProtocol, .attention,
    ]

    /// The one that counts among `statuses`; `done` if there is none.
    static func first(of statuses: some Sequence<ExitStatus>) -> ExitStatus {
        let found = Set(statuses)
        return precedence.first { found.contains($0) } ?? .done
    }
}
