import Glibc
import Synchronization

/// Handles SIGINT, SIGTERM and SIGHUP: the first one cancels a task, the second one ends the process at once.
///
/// The main thread waits for them (`sigwait`), so no code runs in a signal handler. Make it on the main thread before
/// any other exists: threads inherit its mask. This is a class because that thread and the command share it.
final class StopSignals: Sendable {
    private struct State {
        var first: Int32?
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let state = Mutex(State())
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
        state.withLock { $0.first }.map(Self.status)
    }

    /// Returns once a signal has come, or the task is cancelled. Only one caller may wait.
    func waitForFirst() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if state.first != nil || Task.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            wake()
        }
    }

    private func wake() {
        let waiting = state.withLock { state in
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }

    /// Waits for signals until the process ends; cancels `task` at the first one, or `grace` after it.
    func wait(cancelling task: Task<Void, Never>, after grace: Duration?) -> Never {
        var set = Self.set(of: signals)
        while true {
            var number: Int32 = 0
            guard sigwait(&set, &number) == 0 else { continue }
            let isFirst = state.withLock { state in
                defer { state.first = state.first ?? number }
                return state.first == nil
            }
            guard isFirst else { _exit(Self.status(of: number).rawValue) }
            wake()
            guard let grace else {
                task.cancel()
                continue
            }
            Task {
                // Nothing cancels this wait.
                try? await Task.sleep(for: grace)
                task.cancel()
            }
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
