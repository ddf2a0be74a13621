import Synchronization

/// Counts the memory that bodies take, from their first byte until nobody has them any more, so that many large ones at
/// once cannot use up the machine: each is bounded by `max_body`, all together by this.
///
/// A class, because the loop and those who read bodies share it.
final class BodyBudget: Sendable {
    /// Bytes of bodies at once.
    static let most = 64 << 20

    private let held = Atomic<Int>(0)
    private let waiting = Atomic(false)
    private let most: Int

    init(most: Int = BodyBudget.most) { self.most = most }

    /// Whether there is nothing left.
    var isSpent: Bool { held.load(ordering: .relaxed) >= most }

    /// Whether a transfer waits for memory; for the loop's thread.
    var isAwaited: Bool {
        get { waiting.load(ordering: .relaxed) }
        set { waiting.store(newValue, ordering: .relaxed) }
    }

    fileprivate func change(by bytes: Int) { held.wrappingAdd(bytes, ordering: .relaxed) }
}

/// What one body holds of the budget; gives it back when the last one lets go of it.
final class BodyLease: Sendable {
    private let budget: BodyBudget
    private let size = Atomic<Int>(0)

    init(from budget: BodyBudget) { self.budget = budget }

    deinit { budget.change(by: -size.load(ordering: .relaxed)) }

    /// Bytes that it holds.
    var bytes: Int { size.load(ordering: .relaxed) }

    /// Holds so many bytes from now on; to be called on one thread.
    func hold(_ bytes: Int) { budget.change(by: bytes - size.exchange(bytes, ordering: .relaxed)) }
}
