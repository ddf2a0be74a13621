import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("when a sink is told to be failing")
struct SinkHealthTests {
    private func error(_ code: StageError.Code) -> StageError { StageError(code, subject: "hook") }

    @Test("Y18 one answer in twenty that tells nothing is not told, in twenty days of runs")
    func ambiguous() async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting(["a"])
        var random: UInt64 = 18
        var failures = 0
        for hour in 0..<480 {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let fails = random >> 33 & 0x7FFF_FFFF < 0x7FFF_FFFF / 20
            receiver.answer(fails ? error(.unknownFate) : nil)
            failures += fails ? 1 : 0
            shelf.put([.named(hour == 0 ? "a" : "entry \(hour - 1)"), .named("entry \(hour)")])
            let report = try await bench.run()
            #expect(report.changes == [])
            bench.clock.advance(by: .seconds(3600))
        }
        #expect(failures > 10)
    }

    @Test("Y18 what goes on for three runs over an hour is told with its reason, and so is its end")
    func again() async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting(["a"])
        try await bench.run()
        shelf.put([.named("b")])
        receiver.answer(error(.serverError))
        for _ in 0..<4 {
            #expect(try await bench.run().changes == [])
            bench.clock.advance(by: .seconds(900))
        }
        let told = try await bench.run()
        #expect(told.changes == [.sinkFailing("hook", error(.serverError), waiting: 1)])
        #expect(told.changes.allSatisfy { $0.needsAttention })
        bench.clock.advance(by: .seconds(900))
        #expect(try await bench.run().changes == [])
        receiver.answer(nil)
        bench.clock.advance(by: .seconds(900))
        #expect(try await bench.run().changes == [.sinkRecovered("hook")])
        #expect(try await bench.run().changes == [])
    }

    @Test("Y18 a receiver that is away for two days is told once, and once that it is back")
    func away() async throws {
        let told = try await lines(while: error(.serverError), for: 2 * 24)
        #expect(told.map(\.hour) == [2, 48])
        #expect(
            told.map(\.change) == [.sinkFailing("hook", error(.serverError), waiting: 1), .sinkRecovered("hook")])
    }

    @Test("Y18 where entries wait without end, that is told once more, a week after the failure")
    func waiting() async throws {
        let told = try await lines(while: error(.diskFull), for: 10 * 24)
        #expect(told.map(\.hour) == [0, 7 * 24, 10 * 24])
        guard told.count == 3 else { return }
        #expect(told[0].change == .sinkFailing("hook", error(.diskFull), waiting: 1))
        #expect(told[1].change == .sinkWaiting("hook", since: try #require(told[1].change.since), waiting: 1))
        #expect(told[2].change == .sinkRecovered("hook"))
    }

    /// What is told, with its hour, of a receiver that fails for so many hours and then works for two days.
    private func lines(
        while error: StageError, for hours: Int
    ) async throws -> [(hour: Int, change: RunReport.Change)] {
        let (bench, shelf, receiver) = try RunTestBench.posting(["a"])
        try await bench.run()
        shelf.put([.named("b")])
        receiver.answer(error)
        var told: [(hour: Int, change: RunReport.Change)] = []
        for hour in 0..<(hours + 48) {
            if hour == hours { receiver.answer(nil) }
            told += try await bench.run().changes.map { (hour, $0) }
            bench.clock.advance(by: .seconds(3600))
        }
        return told
    }

    @Test("Y18 of a run a day two are enough")
    func daily() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(.timeout))
        #expect(try await bench.run().changes == [])
        bench.clock.advance(by: .seconds(86_400))
        bench.clock.advance(by: .seconds(60))
        #expect(try await bench.run().changes == [.sinkFailing("hook", error(.timeout), waiting: 1)])
    }

    @Test(
        "Y18 what does not pass by itself is told at once",
        arguments: [
            StageError.Code.diskFull, .unwritable, .credentialRejected, .credentialEmpty, .notFound, .gone,
            .addressRefused, .tlsExpired, .badConfiguration,
        ])
    func atOnce(_ code: StageError.Code) async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error(code))
        #expect(try await bench.run().changes == [.sinkFailing("hook", error(code), waiting: 1)])
        bench.clock.advance(by: .seconds(3600))
        receiver.answer(nil)
        for _ in 0..<30 where receiver.taken.isEmpty {
            bench.clock.advance(by: .seconds(86_400))
            let changes = try await bench.run().changes.filter { $0 != .sinkRecovered("hook") }
            if !receiver.taken.isEmpty { #expect(changes == [.sinkWorks("hook")]) }
        }
        #expect(receiver.taken == ["a"])
    }

    @Test("Y18 a receiver that takes other messages is not failing")
    func partly() async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting(
            ["a", "b", "c"], sending: SendingRules(isOrdered: false))
        let reason = error(.timeout)
        receiver.answer { $0 == "b" ? reason : nil }
        for hour in 0..<10 {
            #expect(try await bench.run().changes == [])
            bench.clock.advance(by: .seconds(3600))
            shelf.put([.named(hour == 0 ? "c" : "new \(hour - 1)"), .named("new \(hour)")])
        }
    }
}
