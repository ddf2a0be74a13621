import Synchronization

/// The memory that a run takes for what it was sent: bodies as they arrive, what reading them needs, what was read of
/// them, and what waits for the state are one account.
///
/// Nothing is refused for want of memory; it waits. Who transfers asks `isSpent`, who reads asks for `work`. There is
/// always progress: work that has begun needs nothing from anybody; while none is under way the next may begin, however
/// large it is; and while none is under way or waits, a transfer may go on (`isAtWork`).
///
/// A class, because all who take memory share it.
package final class MemoryBudget: Sendable {
    /// What memory is taken for.
    package enum Use: Sendable {
        /// A body, from its first byte until nobody has it any more.
        case body
        /// Reading a document, until the state has what was read or it waits for that.
        case work
        /// Entries that wait for the state.
        case entries
    }

    /// Bytes of all kinds at once.
    package static let most = 160 << 20
    /// Bytes of bodies at once, so that there is room for reading them.
    package static let mostInBodies = 32 << 20
    /// Bytes of bodies up to which transfers that stand still do not keep others from going on.
    package static let mostBesideStalled = 48 << 20
    /// A body of no more bytes never waits.
    package static let smallBody = 64 << 10
    /// Work that needs no more bytes never waits.
    package static let smallWork = 1 << 20

    /// Work that waits for its turn; told whether it may begin.
    private struct Waiter: Sendable {
        let id: UInt64
        let bytes: Int
        let continuation: CheckedContinuation<Bool, Never>
    }

    private struct State {
        var held = 0
        var bodies = 0
        var works = 0
        var lastID: UInt64 = 0
        /// In the order in which they came, so that what is large is not passed over for ever.
        var waiting: [Waiter] = []
    }

    private let state = Mutex(State())
    private let most: Int
    private let mostInBodies: Int
    private let mostBesideStalled: Int

    /// Makes an account of so many bytes, for all, for bodies alone, and for bodies that stand still.
    package init(
        most: Int = MemoryBudget.most, mostInBodies: Int = MemoryBudget.mostInBodies,
        mostBesideStalled: Int = MemoryBudget.mostBesideStalled
    ) {
        self.most = most
        self.mostInBodies = mostInBodies
        self.mostBesideStalled = mostBesideStalled
    }

    /// Bytes that are taken.
    package var held: Int { state.withLock { $0.held } }
    /// Bytes that bodies take.
    package var bodies: Int { state.withLock { $0.bodies } }
    /// Whether transfers have to wait.
    package var isSpent: Bool { state.withLock { $0.held >= most || $0.bodies >= mostInBodies } }
    /// Whether another transfer may go on beside one that stands still.
    package var hasRoomBesideStalled: Bool { state.withLock { $0.bodies < mostBesideStalled } }
    /// Whether work is under way, which gives memory back when it is done.
    package var isAtWork: Bool { state.withLock { $0.works > 0 } }
    /// Pieces of work that wait for their turn.
    package var waitingWorks: Int { state.withLock { $0.waiting.count } }

    /// Waits until there are so many bytes left for a piece of work, or no other is under way; what it holds must be
    /// ended. Throws when the task is cancelled in the wait.
    package func work(needing bytes: Int) async throws(CancellationError) -> MemoryLease {
        let isBegun = state.withLock { state in
            guard bytes <= Self.smallWork || (state.waiting.isEmpty && admits(bytes, state)) else { return false }
            begin(bytes, &state)
            return true
        }
        if isBegun { return MemoryLease(taken: .work, bytes, of: self) }
        guard await waitForTurn(needing: bytes) else { throw CancellationError() }
        return MemoryLease(taken: .work, bytes, of: self)
    }

    private func waitForTurn(needing bytes: Int) async -> Bool {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let answer = state.withLock { state -> Bool? in
                    guard !Task.isCancelled else { return false }
                    guard state.waiting.isEmpty, admits(bytes, state) else {
                        state.waiting.append(Waiter(id: id, bytes: bytes, continuation: continuation))
                        return nil
                    }
                    begin(bytes, &state)
                    return true
                }
                if let answer { continuation.resume(returning: answer) }
            }
        } onCancel: {
            cancel(id)
        }
    }

    private func admits(_ bytes: Int, _ state: borrowing State) -> Bool {
        state.works == 0 || state.held + bytes <= most
    }

    private func begin(_ bytes: Int, _ state: inout State) {
        state.held += bytes
        state.works += 1
    }

    private func cancel(_ id: UInt64) {
        let (cancelled, begun) = state.withLock { state in
            let index = state.waiting.firstIndex { $0.id == id }
            let cancelled = index.map { state.waiting.remove(at: $0) }
            return (cancelled, takeTurns(&state))
        }
        cancelled?.continuation.resume(returning: false)
        for waiter in begun { waiter.continuation.resume(returning: true) }
    }

    /// Takes another amount for a use; `works` of them begin or end.
    fileprivate func change(_ use: Use, by bytes: Int, works: Int = 0) {
        let begun = state.withLock { state -> [Waiter] in
            state.held += bytes
            state.works += works
            if case .body = use { state.bodies += bytes }
            return takeTurns(&state)
        }
        for waiter in begun { waiter.continuation.resume(returning: true) }
    }

    /// Begins the work whose turn it is.
    private func takeTurns(_ state: inout State) -> [Waiter] {
        var begun: [Waiter] = []
        while let next = state.waiting.first, admits(next.bytes, state) {
            begin(next.bytes, &state)
            begun.append(state.waiting.removeFirst())
        }
        return begun
    }
}

/// What one body, one piece of work or the entries of one document hold of the budget.
///
/// A class, because it gives back what it holds when the last one lets go of it.
package final class MemoryLease: Sendable {
    private let budget: MemoryBudget
    private let use: MemoryBudget.Use
    private let size: Atomic<Int>
    private let isOpen = Atomic(true)

    /// Holds so many bytes for a body or for entries.
    package convenience init(_ use: MemoryBudget.Use, of budget: MemoryBudget, bytes: Int = 0) {
        self.init(taken: use, bytes, of: budget)
        budget.change(use, by: bytes)
    }

    /// Holds what was taken already.
    fileprivate init(taken use: MemoryBudget.Use, _ bytes: Int, of budget: MemoryBudget) {
        self.budget = budget
        self.use = use
        size = Atomic(bytes)
    }

    deinit { end() }

    /// Bytes that it holds.
    package var bytes: Int { size.load(ordering: .relaxed) }

    /// Holds so many bytes from now on; to be called by one thread at a time, and not after `end`.
    package func hold(_ bytes: Int) { budget.change(use, by: bytes - size.exchange(bytes, ordering: .relaxed)) }

    /// Gives everything back, once.
    package func end() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        budget.change(use, by: -size.exchange(0, ordering: .relaxed), works: use == .work ? -1 : 0)
    }
}
