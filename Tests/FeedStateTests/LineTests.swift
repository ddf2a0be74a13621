import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("lines that the state keeps", .onEachStore, .namingStore)
struct LineTests {
    private let folder: TemporaryFolder
    private let now = Timestamp(seconds: 1_795_125_600)

    init() throws { folder = try TemporaryFolder() }

    private func open() async throws -> StateDatabase {
        try await StateDatabase.opened(in: folder, now: now)
    }

    @Test("Y03 a fact and its line are kept together or not at all")
    func together() async throws {
        let state = try await open()
        let wrong = StageError(.internalError, subject: "test")
        await #expect(throws: wrong) {
            try await state.asOne { [now] state throws(StageError) in
                _ = try state.recordFailure(ofSink: "hook", error: wrong, run: now, now: now)
                _ = try state.keep([LineFact(kind: "change", json: "1")], now: now)
                throw wrong
            }
        }
        #expect(try await state.waitingLines().isEmpty)
        #expect(try await state.records(ofSinks: ["hook"])[0].failingSince == nil)
        let numbers = try await state.asOne { [now] state throws(StageError) in
            _ = try state.recordFailure(ofSink: "hook", error: wrong, run: now, now: now)
            return try state.keep([LineFact(kind: "change", json: "1")], now: now)
        }
        #expect(try await state.waitingLines().map(\.number) == numbers)
        #expect(try await state.records(ofSinks: ["hook"])[0].failingSince == now)
        try await state.close()
    }

    @Test("Y03 of more than 1,000 lines that nobody reads the oldest are let go, and counted until that was told")
    func bounded() async throws {
        let state = try await open()
        for index in 0..<201 {
            let facts = (0..<5).map { LineFact(kind: "change", json: "\(index * 5 + $0)") }
            try await state.asOne { [now] state throws(StageError) in _ = try state.keep(facts, now: now) }
        }
        let waiting = try await state.waitingLines()
        #expect(waiting.map(\.fact.json) == (5..<1005).map { "\($0)" })
        #expect(try await state.lostLineCount() == 5)
        try await state.markNotified(waiting.map(\.number), lost: 5, now: now)
        #expect(try await state.waitingLines().isEmpty)
        #expect(try await state.lostLineCount() == 0)
        #expect(try await state.lines().count == 1000)
        try await state.close()
    }

    @Test("Y04 told lines can be looked up for four weeks, and no number is given twice")
    func memory() async throws {
        let state = try await open()
        let first = try await state.keepOnce([LineFact(kind: "change", json: "1")], now: now)
        #expect(try await state.keepOnce([LineFact(kind: "change", json: "1")], now: now) == first)
        try await state.markNotified(first, now: now)
        let second = try await state.keepOnce([LineFact(kind: "change", json: "2")], now: now)
        try await state.markNotified(second, now: now + .seconds(27 * 86_400))
        #expect(try await state.lines().map(\.number) == first + second)
        let third = try await state.keepOnce([LineFact(kind: "change", json: "3")], now: now)
        try await state.markNotified(third, now: now + .seconds(29 * 86_400))
        #expect(try await state.lines().map(\.number) == second + third)
        #expect(first + second + third == (first + second + third).sorted())
        try await state.close()
    }
}
