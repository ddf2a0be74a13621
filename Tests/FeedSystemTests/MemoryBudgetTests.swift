import FeedSystem
import FeedTesting
import MachineLaboratory
import Synchronization
import Testing

@Suite("the memory of a run")
struct MemoryBudgetTests {
    /// What pieces of work note.
    private final class Noted<Value: Sendable>: Sendable {
        private let value: Mutex<Value>
        init(_ value: Value) { self.value = Mutex(value) }
        func withLock<Result>(_ body: (inout Value) -> Result) -> Result { value.withLock { body(&$0) } }
    }

    private static let mebibyte = 1 << 20

    private static func work(_ mebibytes: Int, of budget: MemoryBudget) async throws(CancellationError) -> MemoryLease {
        try await budget.work(needing: mebibytes * mebibyte)
    }

    /// Returns once so many pieces of work wait.
    private func wait(for count: Int, in budget: MemoryBudget) async throws {
        try await eventually { budget.waitingWorks >= count }
    }

    @Test("X08: it is spent while bodies are held, and there again when they are let go")
    func isGivenBack() {
        let budget = MemoryBudget(most: 200, mostInBodies: 100)
        var leases = [MemoryLease(.body, of: budget), MemoryLease(.body, of: budget)]
        leases[0].hold(60)
        #expect(!budget.isSpent)
        leases[1].hold(40)
        #expect(budget.isSpent)
        leases[1].hold(30)
        #expect(!budget.isSpent)
        leases[1].hold(80)
        #expect(budget.isSpent)
        leases.removeFirst()
        #expect(!budget.isSpent)
        #expect(budget.held == 80 && budget.bodies == 80)
    }

    @Test("X08: bodies, work and what waits for the state are one account")
    func together() async throws {
        let budget = MemoryBudget(most: 10 * Self.mebibyte, mostInBodies: 8 * Self.mebibyte)
        let body = MemoryLease(.body, of: budget, bytes: 4 * Self.mebibyte)
        let entries = MemoryLease(.entries, of: budget, bytes: 3 * Self.mebibyte)
        let work = try await Self.work(2, of: budget)
        #expect(!budget.isSpent)
        work.hold(3 * Self.mebibyte)
        #expect(budget.isSpent && budget.isAtWork)
        work.end()
        work.end()
        #expect(budget.held == 7 * Self.mebibyte && !budget.isAtWork)
        withExtendedLifetime((body, entries)) {}
    }

    @Test("X08: work larger than everything begins when no other is under way, and others wait for its end in turn")
    func giant() async throws {
        let budget = MemoryBudget(most: 10 * Self.mebibyte)
        let body = MemoryLease(.body, of: budget, bytes: 10 * Self.mebibyte)
        let giant = try await Self.work(100, of: budget)
        let order = Noted([Int]())
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (place, size) in [50, 2, 3].enumerated() {
                group.addTask {
                    let work = try await Self.work(size, of: budget)
                    order.withLock { $0.append(size) }
                    await Task.yield()
                    work.end()
                }
                try await wait(for: place + 1, in: budget)
            }
            #expect(order.withLock { $0.isEmpty })
            giant.end()
            try await group.waitForAll()
        }
        #expect(order.withLock { $0 } == [50, 2, 3])
        #expect(budget.held == body.bytes)
    }

    @Test("X08: what is small never waits")
    func small() async throws {
        let budget = MemoryBudget(most: 1)
        let large = try await Self.work(5, of: budget)
        let small = try await budget.work(needing: MemoryBudget.smallWork)
        #expect(budget.held == 6 * Self.mebibyte)
        large.end()
        small.end()
    }

    @Test("X08: work that is cancelled in its wait takes nothing, and lets those behind it begin")
    func cancelled() async throws {
        let budget = MemoryBudget(most: 10 * Self.mebibyte)
        let first = try await Self.work(8, of: budget)
        let second = Task { () async -> Bool in
            do throws(CancellationError) {
                try await Self.work(9, of: budget).end()
                return false
            } catch {
                return true
            }
        }
        try await wait(for: 1, in: budget)
        let third = Task { try await Self.work(2, of: budget).end() }
        try await wait(for: 2, in: budget)
        second.cancel()
        #expect(await second.value, "it is told that it was cancelled")
        try await third.value
        #expect(budget.held == 8 * Self.mebibyte)
        first.end()
        #expect(budget.held == 0 && !budget.isAtWork)
    }

    @Test("X08: whatever comes, in whatever order, all of it is done and everything is given back", arguments: 1...20)
    func anything(_ seed: UInt64) async throws {
        var dice = SplitMix(seed: seed)
        let most = 20 * Self.mebibyte
        let budget = MemoryBudget(most: most)
        let pieces = (0..<60).map { _ in
            (
                size: Int.random(in: 1...(30 << 20), using: &dice), steps: Int.random(in: 0...5, using: &dice),
                isCancelled: Int.random(in: 0..<5, using: &dice) == 0
            )
        }
        let done = Noted((count: 0, under: 0, needed: 0))
        await withTaskGroup(of: Void.self) { group in
            for piece in pieces {
                group.addTask {
                    let task = Task {
                        guard let work = try? await budget.work(needing: piece.size) else { return }
                        // Small work never waits: it may begin after this, and be noted before.
                        let isLarge = piece.size > MemoryBudget.smallWork
                        let (under, needed) = done.withLock { done in
                            done.under += isLarge ? 1 : 0
                            done.needed += isLarge ? piece.size : 0
                            return (done.under, done.needed)
                        }
                        #expect(under <= 1 || needed <= most)
                        for _ in 0..<piece.steps { await Task.yield() }
                        done.withLock { done in
                            done.under -= isLarge ? 1 : 0
                            done.needed -= isLarge ? piece.size : 0
                            done.count += 1
                        }
                        work.end()
                    }
                    if piece.isCancelled { task.cancel() }
                    await task.value
                }
            }
        }
        #expect(done.withLock { $0.count } >= pieces.count { !$0.isCancelled })
        #expect(budget.held == 0 && !budget.isAtWork && budget.waitingWorks == 0)
    }
}
