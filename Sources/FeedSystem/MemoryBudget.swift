import Synchronization

/// The memory that a run uses for received data, in one account: bodies as they arrive, the work of parsing them, and
/// parsed entries that wait for the state.
///
/// A lack of memory never refuses anything; it makes callers wait. Transfers check `isSpent`, parsers wait for `work`.
/// There is always progress. Work that has begun needs nothing from others. While no work is under way, the next one
/// may begin, however large it is. And while none is under way or waits, one transfer may continue (`isAtWork`).
///
/// A class, because all users of memory share it.
package final class MemoryBudget: Sendable {
    /// A use of memory.
    package enum Use: Sendable {
        /// A body, from its first byte until its last reference goes.
        case body
        /// Parsing a document, until its entries are stored or wait for that.
        case work
        /// Parsed entries that wait for the state.
        case entries
    }

    /// The most bytes of all uses together.
    package static let most = 160 << 20
    /// The most bytes of bodies together, so that there is memory left for parsing them.
    package static let mostInBodies = 32 << 20
    /// The bytes of bodies below which another transfer may continue beside stalled ones.
    package static let mostBesideStalled = 48 << 20
    /// A body of at most this many bytes never waits.
    package static let smallBody = 64 << 10
    /// Work that needs at most this many bytes never waits.
    package static let smallWork = 1 << 20

    /// Work that waits for its turn. Its continuation gets whether it may begin.
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
        /// In order of arrival, so that a large request is not overtaken for ever.
        var waiting: [Waiter] = []
    }

    private let state = Mutex(State())
    private let most: Int
    private let mostInBodies: Int
    private let mostBesideStalled: Int

    /// Makes an account with limits in bytes: for all uses, for bodies, and for bodies beside stalled ones.
    package init(
        most: Int = MemoryBudget.most, mostInBodies: Int = MemoryBudget.mostInBodies,
        mostBesideStalled: Int = MemoryBudget.mostBesideStalled
    ) {
        self.most = most
        self.mostInBodies = mostInBodies
        self.mostBesideStalled = mostBesideStalled
    }

    /// The bytes in use.
    package var held: Int { state.withLock { $0.held } }
    /// The bytes that bodies use.
    package var bodies: Int { state.withLock { $0.bodies } }
    /// Whether transfers must wait.
    package var isSpent: Bool { state.withLock { $0.held >= most || $0.bodies >= mostInBodies } }
    /// Whether another transfer may continue beside a stalled one.
    package var hasRoomBesideStalled: Bool { state.withLock { $0.bodies < mostBesideStalled } }
    /// Whether work is under way; it gives memory back when it is done.
    package var isAtWork: Bool { state.withLock { $0.works > 0 } }
    /// The number of pieces of work that wait.
    package var waitingWorks: Int { state.withLock { $0.waiting.count } }

    /// Waits until `bytes` bytes are free for a piece of work, or no other work is under way. The caller must end the
    /// returned lease. Throws if the task is cancelled during the wait.
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

    /// Changes the bytes of a use, and the number of works, by these differences.
    fileprivate func change(_ use: Use, by bytes: Int, works: Int = 0) {
        let begun = state.withLock { state -> [Waiter] in
            state.held += bytes
            state.works += works
            if case .body = use { state.bodies += bytes }
            return takeTurns(&state)
        }
        for waiter in begun { waiter.continuation.resume(returning: true) }
    }

    /// Begins the waiting work that fits now, in order.
    private func takeTurns(_ state: inout State) -> [Waiter] {
        var begun: [Waiter] = []
        while let next = state.waiting.first, admits(next.bytes, state) {
            begin(next.bytes, &state)
            begun.append(state.waiting.removeFirst())
        }
        return begun
    }
}

/// The share of the budget of one body, one piece of work or the entries of one document.
///
/// A class, because its `deinit` gives the memory back.
package final class MemoryLease: Sendable {
    private let budget: MemoryBudget
    private let use: MemoryBudget.Use
    private let size: Atomic<Int>
    private let isOpen = Atomic(true)

    /// Takes `bytes` bytes for a body or for entries.
    package convenience init(_ use: MemoryBudget.Use, of budget: MemoryBudget, bytes: Int = 0) {
        self.init(taken: use, bytes, of: budget)
        budget.change(use, by: bytes)
    }

    /// Makes a lease for bytes that the budget has counted already.
    fileprivate init(taken use: MemoryBudget.Use, _ bytes: Int, of budget: MemoryBudget) {
        self.budget = budget
        self.use = use
        size = Atomic(bytes)
    }

    deinit { end() }

    /// The bytes that the lease holds.
    package var bytes: Int { size.load(ordering: .relaxed) }

    /// Sets the bytes that it holds. Only one thread at a time may call it, and not after `end`.
    package func hold(_ bytes: Int) { budget.change(use, by: bytes - size.exchange(bytes, ordering: .relaxed)) }

    /// Gives all bytes back. Further calls do nothing.
    package func end() {
        guard isOpen.exchange(false, ordering: .relaxed) else { return }
        budget.change(use, by: -size.exchange(0, ordering: .relaxed), works: use == .work ? -1 : 0)
    }
}
