import FeedStages
import FeedState
import Synchronization

/// The leases of several workers over one state, in memory. A test may hold some for a worker that it plays itself, and
/// do something at a claim or a release.
final class LeaseTable: Sendable {
    /// What a lease is on.
    struct Lease: Sendable, Hashable {
        let kind: LeaseKind
        let name: String
    }

    /// A call that a test acts at. It comes before the call has its effect, and `after` it when that is over.
    struct Call: Sendable {
        let worker: String
        let isClaim: Bool
        let kind: LeaseKind
        let names: [String]
        let isOver: Bool
    }

    private struct State {
        var holders: [Lease: String] = [:]
        var lost: Set<String> = []
        var calls: [Call] = []
    }

    private let state = Mutex(State())
    private let acting = Mutex<(@Sendable (Call) async -> Void)?>(nil)

    /// The leases of a worker.
    func worker(_ name: String) -> any WorkerLeases { Worker(worker: name, table: self) }

    /// Holds leases for another worker.
    func hold(_ names: [String], of kind: LeaseKind, for worker: String = "other") {
        state.withLock { state in
            for name in names { state.holders[Lease(kind: kind, name: name)] = worker }
        }
    }

    /// Ends the leases of a worker, as the end of its run does.
    func end(_ worker: String) {
        state.withLock { state in state.holders = state.holders.filter { $0.value != worker } }
    }

    /// Lets the worker lose all that it holds, and notice it at its next call.
    func lose(_ worker: String) {
        end(worker)
        state.withLock { _ = $0.lost.insert(worker) }
    }

    /// Does something at each call from now on. Calls that it causes itself are not acted at.
    func act(_ body: @escaping @Sendable (Call) async -> Void) { acting.withLock { $0 = body } }

    /// Acts at the first call that matches, and never again.
    func actOnce(_ matches: @escaping @Sendable (Call) -> Bool, _ body: @escaping @Sendable () async -> Void) {
        let once = Once()
        act { call in
            guard matches(call), once.begin() else { return }
            await body()
        }
    }

    /// All calls so far.
    var calls: [Call] { state.withLock { $0.calls } }

    /// The leases that are held now.
    var held: Set<Lease> { state.withLock { Set($0.holders.keys) } }

    private func note(_ call: Call) async {
        state.withLock { $0.calls.append(call) }
        await acting.withLock { $0 }?(call)
    }

    /// The leases as one worker sees them.
    private struct Worker: WorkerLeases {
        let worker: String
        let table: LeaseTable
        var areShared: Bool { true }

        func claim(_ names: [String], of kind: LeaseKind) async throws(StageError) -> Set<String> {
            await table.note(Call(worker: worker, isClaim: true, kind: kind, names: names, isOver: false))
            let held = table.state.withLock { state -> Set<String>? in
                guard !state.lost.contains(worker) else { return nil }
                for name in names where state.holders[Lease(kind: kind, name: name)] == nil {
                    state.holders[Lease(kind: kind, name: name)] = worker
                }
                return Set(names.filter { state.holders[Lease(kind: kind, name: $0)] == worker })
            }
            guard let held else { throw StageError(.leaseLost, subject: "state") }
            await table.note(Call(worker: worker, isClaim: true, kind: kind, names: names, isOver: true))
            return held
        }

        func release(_ names: [String], of kind: LeaseKind) async throws(StageError) {
            await table.note(Call(worker: worker, isClaim: false, kind: kind, names: names, isOver: false))
            table.state.withLock { state in
                for name in names where state.holders[Lease(kind: kind, name: name)] == worker {
                    state.holders[Lease(kind: kind, name: name)] = nil
                }
            }
            await table.note(Call(worker: worker, isClaim: false, kind: kind, names: names, isOver: true))
        }

        func renew() async throws(StageError) {
            guard !table.state.withLock({ $0.lost.contains(worker) }) else {
                throw StageError(.leaseLost, subject: "state")
            }
        }
    }
}

/// Something that happens once.
private final class Once: Sendable {
    private let isDone = Mutex(false)
    func begin() -> Bool {
        isDone.withLock { isDone in
            defer { isDone = true }
            return !isDone
        }
    }
}
