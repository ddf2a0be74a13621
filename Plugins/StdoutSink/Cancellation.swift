import Synchronization

/// Tells work on another thread that nobody waits for it any more. A class, because both sides share it.
final class Cancellation: Sendable {
    private let flag = Atomic(false)

    var isCancelled: Bool { flag.load(ordering: .relaxed) }

    func cancel() { flag.store(true, ordering: .relaxed) }
}
