import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("requests that are taken from budgets before they are sent", .onEachStore, .namingStore)
struct SharedRequestsTests {
    private let folder: TemporaryFolder
    private let state: StateDatabase
    private let now = SystemClock().now
    private let own = (count: 3, span: Duration.seconds(3600))

    init() async throws {
        folder = try TemporaryFolder()
        state = try await StateDatabase.opened(in: folder, now: now)
    }

    private func take(_ own: (count: Int, span: Duration)?, _ credential: [UInt8] = []) async throws -> Int? {
        switch try await state.takeRequest(from: "api.example", credential: credential, own: own, now: now) {
        case .taken(let budget): budget.remaining
        case .spent(let budget): budget.remaining - 100
        case .unlimited: nil
        }
    }

    @Test("the user's own budget begins with the first of them, and grants no more than that until its time is over")
    func ownBudget() async throws {
        #expect(try await [take(own), take(own), take(own), take(own), take(own)] == [2, 1, 0, -100, -100])
        #expect(try await take(own, [1]) == 2)
        let budget = try #require(try await state.budgets(at: now).first { $0.credential == [] })
        #expect(budget.allowed == 3)
        let left = budget.resetsAt - now
        #expect(left > .seconds(3590) && left < .seconds(3660))
        // Its time is over, or it comes from a clock that was wrong.
        for end in [now - .seconds(60), now + .seconds(5 * 3600)] {
            try await state.recordLimits(
                pauses: [:], refusals: [:],
                budgets: [
                    RequestBudget(server: "api.example", credential: [], allowed: 3, remaining: 0, resetsAt: end)
                ], now: now - .seconds(7200))
            #expect(try await take(own) == 2)
        }
        try await state.close()
    }

    @Test("what a server has said is used up one by one; what it has not said grants all")
    func announcedBudget() async throws {
        #expect(try await take(nil) == nil)
        let said = RequestBudget(
            server: "api.example", credential: [7], allowed: nil, remaining: 2, resetsAt: now + .seconds(600))
        try await state.recordLimits(pauses: [:], refusals: [:], budgets: [said], now: now)
        #expect(try await [take(nil, [7]), take(nil, [7]), take(nil, [7])] == [1, 0, -100])
        #expect(try await take(nil) == nil)
        try await state.close()
    }

    @Test("one that was not sent is given back, unless its period is over, and never more than was granted")
    func isGivenBack() async throws {
        #expect(try await [take(own), take(own)] == [2, 1])
        let end = try #require(try await state.budgets(at: now).first).resetsAt
        for moment in [end, end + .seconds(1), end, end] {
            try await state.giveBackRequest(to: "api.example", credential: [], resetsAt: moment)
        }
        #expect(try await state.budgets(at: now).map(\.remaining) == [3])
        try await state.close()
    }
}

@Suite("requests that workers in PostgreSQL take from one budget", .withPostgreSQL)
struct ManyTakersTests {
    @Test(
        "are never more than it grants, however many workers take at the same moment, and one that lost its leases none"
    )
    func manyTake() async throws {
        let bench = try PostgreSQLTestBench()
        var states: [StateDatabase] = []
        for worker in 0..<5 { states.append(try await bench.open(worker: "\(worker)")) }
        // The clocks of the machines do not matter.
        let taken = try await withThrowingTaskGroup(of: Int.self) { group in
            for (number, state) in states.enumerated() {
                let clock = bench.now + .seconds(Int64(number) * 100_000)
                group.addTask {
                    var count = 0
                    for _ in 0..<10 {
                        let debit = try await state.takeRequest(
                            from: "api.example", credential: [], own: (20, .seconds(3600)), now: clock)
                        if case .taken = debit { count += 1 }
                    }
                    return count
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(taken == 20)
        try bench.letLeasesEnd()
        try await states[1].leases.renew()
        #expect(try await states[1].leases.claim(["a"], of: .host) == ["a"])
        let error = await #expect(throws: StageError.self) {
            try await states[0].takeRequest(
                from: "other.example", credential: [], own: (20, .seconds(3600)), now: bench.now)
        }
        #expect(error?.code == .leaseLost)
        for state in states { try? await state.close() }
    }
}
