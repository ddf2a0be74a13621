import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("codes of plugins from elsewhere")
struct PluginCodeTests {
    private func error(
        _ word: String, _ fault: StageError.Code.Fault, _ outlook: StageError.Code.Outlook,
        at point: StageError.Code.Point? = nil
    ) -> StageError {
        StageError(StageError.Code(word, fault: fault, outlook: outlook, at: point), subject: "hook")
    }

    @Test("trouble of a moment is tried again in the same run, what may pass at the next, and told if it does not")
    func passing() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error("paper_jam", .server, .brief))
        #expect(try await bench.run().changes == [])
        #expect(receiver.asked == ["a", "a", "a"])
        receiver.forget()
        let reason = error("lunch_break", .server, .passing)
        receiver.answer(reason)
        for _ in 0..<4 {
            #expect(try await bench.run().changes == [])
            bench.clock.advance(by: .seconds(900))
        }
        #expect(receiver.asked == ["a", "a", "a", "a"])
        #expect(try await bench.run().changes == [.sinkFailing("hook", reason, waiting: 1)])
        receiver.answer(nil)
        #expect(try await bench.run().changes == [.sinkWorks("hook")])
        #expect(receiver.taken == ["a"])
    }

    @Test("a sink's trouble that lasts is told at once, and its message waits; what is final gives the message up")
    func lasting() async throws {
        let (bench, shelf, receiver) = try RunTestBench.posting(["a"])
        let reason = error("cover_open", .server, .lasting)
        receiver.answer(reason)
        #expect(try await bench.run().changes == [.sinkFailing("hook", reason, waiting: 1)])
        receiver.answer(nil)
        #expect(try await bench.run().changes == [.sinkWorks("hook")])
        shelf.put([.named("a"), .named("b")])
        let refusal = error("banned_word", .server, .final)
        receiver.answer(refusal)
        let report = try await bench.run()
        #expect(report.changes == [.givenUp("hook", refusal, entries: 1)])
        #expect(receiver.taken == ["a"])
    }

    @Test("what is at fault on this machine is never given up, however often it was tried")
    func uncounted() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error("out_of_ink", .machine, .passing))
        for _ in 0..<20 {
            _ = try await bench.run()
            bench.clock.advance(by: .seconds(6 * 3600))
        }
        #expect(receiver.asked.count == 20)
        receiver.answer(nil)
        #expect(try await bench.run().changes == [.sinkWorks("hook")])
        #expect(receiver.taken == ["a"])
    }

    @Test("what a receiver refuses in a word of its own, as the message's fault, is sent in a simpler form")
    func message() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["plain"])
        let reason = error("too_fancy", .message, .final)
        receiver.answer { $0.hasPrefix("~") ? nil : reason }
        #expect(try await bench.run().changes == [])
        #expect(receiver.taken == ["~plain"])
    }

    @Test("a source that says that it is gone for good is asked no more")
    func gone() async throws {
        let (bench, shelf) = try bench()
        shelf.fail(error("moved_out", .server, .gone))
        for _ in 0..<4 {
            bench.clock.advance(by: .seconds(86_400))
            _ = try await bench.run()
        }
        #expect(try await bench.run().sources["a"]?.skipReason == .stopped)
    }

    @Test("the state keeps what a code means: a source that wants a pause is throttled, and `status` tells so")
    func kept() async throws {
        let (bench, shelf) = try bench()
        try await bench.run()
        shelf.fail(error("come_back_later", .limit, .passing))
        for _ in 0..<3 {
            bench.clock.advance(by: .seconds(3600))
            #expect(try await bench.run().changes == [])
        }
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let key = try #require(try await state.knownFeeds().first?.key)
        let record = try #require(try await state.records(of: [key], now: bench.clock.now)[0])
        #expect(record.health.state(at: bench.clock.now) == .throttled)
        let code = try #require(record.error?.code)
        #expect((code.rawValue, code.fault, code.outlook) == ("come_back_later", .limit, .passing))
        try await state.close()
    }

    @Test("the state keeps what a sink's own code means")
    func keptOfSink() async throws {
        let (bench, _, receiver) = try RunTestBench.posting(["a"])
        receiver.answer(error("cover_open", .configuration, .passing, at: .sent))
        try await bench.run()
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        let code = try #require(try await state.records(ofSinks: ["hook"]).first?.error?.code)
        #expect(code.rawValue == "cover_open")
        #expect((code.fault, code.outlook, code.point) == (.configuration, .passing, .sent))
        try await state.close()
    }

    @Test("no source is blamed for what is this machine's fault")
    func machine() async throws {
        let (bench, shelf) = try bench()
        let lack = error("no_license", .machine, .lasting)
        shelf.fail(lack)
        #expect(try await bench.run().changes == [.warning(lack)])
        shelf.fail(nil)
        #expect(try await bench.run().changes == [])
    }

    private func bench() throws -> (bench: RunTestBench, shelf: Shelf) {
        let bench = try RunTestBench()
        let shelf = bench.addSource("a")
        _ = bench.addSink("box")
        bench.addPipeline("p", sources: ["a"], sinks: ["box"])
        shelf.put([.named("one")])
        return (bench, shelf)
    }
}
