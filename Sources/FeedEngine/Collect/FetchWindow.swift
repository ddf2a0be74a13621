import Synchronization

/// Limits how many fetches are active at the same time to `width`.
///
/// A fetch that waits for its turn at a host, or for a slow server, becomes idle and lets another one begin. When it
/// goes on, it does so at once. This is a class because the fetches and the collector share it.
final class FetchWindow: Sendable {
    /// The most idle fetches, so that memory stays bounded however many share a host.
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

    /// Whether another fetch may begin.
    var hasRoom: Bool { state.withLock { $0.hasRoom(of: width) } }

    /// Adds a fetch if there is room; returns whether there was.
    func enter() -> Bool {
        state.withLock { state in
            guard state.hasRoom(of: width) else { return false }
            state.busy += 1
            state.inside += 1
            return true
        }
    }

    /// Removes a fetch that has ended. It wakes nobody: the caller must check for room.
    func leave() {
        state.withLock { state in
            state.busy -= 1
            state.inside -= 1
        }
    }

    /// Waits until a fetch becomes idle and leaves room, or the task is cancelled. Only one caller may wait.
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

    /// Notes that a fetch is idle.
    func becomeIdle() {
        state.withLock { $0.busy -= 1 }
        wake()
    }

    /// Notes that a fetch is active again.
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
