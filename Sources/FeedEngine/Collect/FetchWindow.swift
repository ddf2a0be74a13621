import Synchronization

/// How many fetches are at work beside each other: `width` of those that do something.
///
/// One that waits for its turn at a host, or for a server that takes its time, steps aside and lets another begin; what
/// comes back is dealt with at once. A class, because the fetches and the collector share it.
final class FetchWindow: Sendable {
    /// Fetches that have stepped aside at most, so that memory stays bounded however many share a host.
    private static let mostIdle = 4096

    private struct State {
        var busy = 0
        var inside = 0
        var waiting: CheckedContinuation<Void, Never>?

        func hasRoom(of width: Int) -> Bool { busy < width && inside < width + FetchWindow.mostIdle }
    }

    private let width: Int
    private let state = Mutex(State())

    init(width: Int) { self.width = max(1, width) }

    /// Counts another fetch, if it may begin.
    func enter() -> Bool {
        state.withLock { state in
            guard state.hasRoom(of: width) else { return false }
            state.busy += 1
            state.inside += 1
            return true
        }
    }

    /// A fetch is over. Whoever says so looks for room by himself.
    func leave() {
        state.withLock { state in
            state.busy -= 1
            state.inside -= 1
        }
    }

    /// Waits until a fetch steps aside and leaves room, or the task is cancelled. One caller at a time.
    func waitForRoom() async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isSettled = state.withLock { state in
                    if state.hasRoom(of: width) || Task.isCancelled { return true }
                    state.waiting = continuation
                    return false
                }
                if isSettled { continuation.resume() }
            }
        } onCancel: {
            wake(evenIfFull: true)
        }
    }

    /// A fetch does nothing for a while.
    func becomeIdle() {
        state.withLock { $0.busy -= 1 }
        wake()
    }

    /// It does something again.
    func becomeBusy() { state.withLock { $0.busy += 1 } }

    private func wake(evenIfFull: Bool = false) {
        let waiting = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard evenIfFull || state.hasRoom(of: width) else { return nil }
            defer { state.waiting = nil }
            return state.waiting
        }
        waiting?.resume()
    }
}
