import Glibc
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP: the first one cancels a task, the second one ends the process at once.
///
/// The main thread waits for them (`sigwait`), so no code runs in a signal handler. Make it on the main thread before
/// any other exists: threads inherit its mask. This is a class because that thread and the command share it.
final class StopSignals: Sendable {
    private let received = Mutex<Int32?>(nil)
    private let signals: [Int32]

    /// Blocks the signals in this thread and in those that it starts. Signals that are ignored (`nohup`, `&` in sh)
    /// stay ignored. If not `isOn`, the signals end the process as usual.
    init(isOn: Bool) {
        signals = isOn ? [SIGINT, SIGTERM, SIGHUP].filter { !Self.isIgnored($0) } : []
        var set = Self.set(of: signals)
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The exit status of the first signal, or nil if none has come.
    var status: ExitStatus? {
        received.withLock { $0 }.map(Self.status)
    }

    /// Waits for signals until the process ends; cancels `task` at the first one.
    func wait(cancelling task: Task<Void, Never>) -> Never {
        var set = Self.set(of: signals)
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            let isFirst = received.withLock { first in
                defer { first = first ?? number }
                return first == nil
            }
            guard isFirst else { _exit(Self.status(of: number).rawValue) }
            task.cancel()
        }
    }

    /// Returns 128 plus the signal's number, as shells do.
    private static func status(of number: Int32) -> ExitStatus {
        switch number {
        case SIGINT: .interrupted
        case SIGHUP: .hungUp
        default: .terminated
        }
    }

    private static func isIgnored(_ number: Int32) -> Bool {
        var action = sigaction()
        sigaction(number, nil, &action)
        // SIG_IGN is the address 1. It cannot be compared as a function.
        return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self) == 1
    }

    private static func set(of signals: [Int32]) -> sigset_t {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in signals { sigaddset(&set, signal) }
        return set
    }
}
