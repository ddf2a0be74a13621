import Glibc
import Synchronization

/// The calls that were heard and not taken yet. The thread that listens and the task that waits share it.
final class CallInbox: Sendable {
    private struct State {
        /// Who has called: numbers of the server's processes.
        var callers: Set<Int32> = []
        /// The process of this worker itself.
        var own: Int32?
        var waiting: CheckedContinuation<Bool, Never>?
        var isOver = false
    }

    /// Stands for a caller without a process.
    static let nobody: Int32 = 0
    /// Of more callers it does not matter who they are.
    private static let mostCallers = 64
    private let state = Mutex(State())
    /// Two ends of a stream; the end of one says that nobody waits any more.
    private let ends: (read: Int32, write: Int32)

    init() {
        var ends: [Int32] = [-1, -1]
        // Without a stream the thread notices the end when it looks for workers the next time.
        _ = socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends)
        self.ends = (ends[0], ends[1])
    }

    deinit { if ends.read >= 0 { close(ends.read) } }

    var isOver: Bool { state.withLock { $0.isOver } }

    /// Ends the thread that listens.
    func end() {
        state.withLock { $0.isOver = true }
        if ends.write >= 0 { close(ends.write) }
    }

    /// Notes a call, and wakes the task that waits unless it has called itself.
    func call(from backend: Int32) {
        let waiting = state.withLock { state -> CheckedContinuation<Bool, Never>? in
            guard backend != state.own || backend == Self.nobody else { return nil }
            guard let waiting = state.waiting else {
                state.callers.insert(state.callers.count < Self.mostCallers ? backend : Self.nobody)
                return nil
            }
            state.waiting = nil
            return waiting
        }
        waiting?.resume(returning: true)
    }

    /// Ignores the calls of a process from now on, and those that it has sent already.
    func ignore(_ backend: Int32?) {
        state.withLock { state in
            state.own = backend
            if let backend, backend != Self.nobody { state.callers.remove(backend) }
        }
    }

    /// Takes all calls and returns true, as soon as there is one. Returns false when the task is cancelled.
    func waitForCall() async -> Bool {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    if !state.callers.isEmpty {
                        state.callers = []
                        return true
                    }
                    if Task.isCancelled { return false }
                    state.waiting = continuation
                    return nil
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume(returning: false)
        }
    }

    /// Waits on the thread that listens until a socket can be read. Returns false when the time or the inbox is over.
    func waitsForInput(of socket: Int32, until moment: ContinuousClock.Instant) -> Bool {
        while !isOver {
            let left = ContinuousClock.now.duration(to: moment)
            guard left > .zero else { return false }
            let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000
            // A number below 0 is left out by the system.
            var places = [
                pollfd(fd: socket, events: Int16(POLLIN), revents: 0),
                pollfd(fd: ends.read, events: Int16(POLLIN), revents: 0),
            ]
            let count = poll(&places, 2, Int32(clamping: milliseconds + 1))
            if count > 0, places[0].revents != 0 { return true }
            if count < 0, errno != EINTR { return false }
        }
        return false
    }
}
