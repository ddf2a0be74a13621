import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("codes of plugins from elsewhere")
struct OwnCodeTests {
    private func error(
        _ word: String, _ fault: StageError.Code.Fault, _ outlook: StageError.Code.Outlook,
        at point: StageError.Code.Point? = nil
    ) -> StageError {
        StageError(StageError.Code(word, fault: fault, outlook: outlook, at: point), subject: "hook")
    }

    @Test("trouble of a moment is tried again in the same run, what may pass at the next, and told if it does not")
    func passing() async throws {
        let (room, _, receiver) = try Newsroom.posting(["a"])
        receiver.answer(error("paper_jam", .server, .brief))
        #expect(try await room.run().changes == [])
        #expect(receiver.asked == ["a", "a", "a"])
        receiver.forget()
        let reason = error("lunch_break", .server, .passing)
        receiver.answer(reason)
        for _ in 0..<4 {
            #expect(try await room.run().changes == [])
            room.clock.advance(by: .seconds(900))
        }
        #expect(receiver.asked == ["a", "a", "a", "a"])
        #expect(try await room.run().changes == [.sinkFailing("hook", reason, waiting: 1)])
        receiver.answer(nil)
        #expect(try await room.run().changes == [.sinkWorks("hook")])
        #expect(receiver.taken == ["a"])
    }

    @Test("a sink's trouble that lasts is told at once, and its message waits; what is final gives the message up")
    func lasting() async throws {
        let (room, shelf, receiver) = try Newsroom.posting(["a"])
        let reason = error("cover_open", .server, .lasting)
        receiver.answer(reason)
        #expect(try await room.run().changes == [.sinkFailing("hook", reason, waiting: 1)])
        receiver.answer(nil)
        #expect(try await room.run().changes == [.sinkWorks("hook")])
        shelf.put([.named("a"), .named("b")])
        let refusal = error("banned_word", .server, .final)
        receiver.answer(refusal)
        let report = try await room.run()
        #expect(report.changes == [.givenUp("hook", refusal, entries: 1)])
        #expect(receiver.taken == ["a"])
    }

    @Test("what is at fault on this machine is never given up, however often it was tried")
    func uncounted() async throws {
        let (room, _, receiver) = try Newsroom.posting(["a"])
        receiver.answer(error("out_of_ink", .machine, .passing))
        for _ in 0..<20 {
            _ = try await room.run()
            room.clock.advance(by: .seconds(6 * 3600))
        }
        #expect(receiver.asked.count == 20)
        receiver.answer(nil)
        #expect(try await room.run().changes == [.sinkWorks("hook")])
        #expect(receiver.taken == ["a"])
    }

    @Test("what a receiver refuses in a word of its own, as the message's fault, is sent in a simpler form")
    func message() async throws {
        let (room, _, receiver) = try Newsroom.posting(["plain"])
        let reason = error("too_fancy", .message, .final)
        receiver.answer { $0.hasPrefix("~") ? nil : reason }
        #expect(try await room.run().changes == [])
        #expect(receiver.taken == ["~plain"])
    }

    @Test("a source that says that it is gone for good is asked no more")
    func gone() async throws {
        let (room, shelf) = try room()
        shelf.fail(error("moved_out", .server, .gone))
        for _ in 0..<4 {
            room.clock.advance(by: .seconds(86_400))
            _ = try await room.run()
        }
        #expect(try await room.run().sources["a"]?.skipReason == .stopped)
    }

    @Test("the state keeps what a code means: a source that wants a pause is throttled, and `status` tells so")
    func kept() async throws {
        let (room, shelf) = try room()
        try await room.run()
        shelf.fail(error("come_back_later", .limit, .passing))
        for _ in 0..<3 {
            room.clock.advance(by: .seconds(3600))
            #expect(try await room.run().changes == [])
        }
        let state = try await StateDatabase.open(path: room.plan.settings.statePath, now: room.clock.now)
        let key = try #require(try await state.knownFeeds().first?.key)
        let record = try #require(try await state.records(of: [key], now: room.clock.now)[0])
        #expect(record.health.state(at: room.clock.now) == .throttled)
        let code = try #require(record.error?.code)
        #expect((code.rawValue, code.fault, code.outlook) == ("come_back_later", .limit, .passing))
        try await state.close()
    }

    @Test("the state keeps what a sink's own code means")
    func keptOfSink() async throws {
        let (room, _, receiver) = try Newsroom.posting(["a"])
        receiver.answer(error("cover_open", .configuration, .passing, at: .sent))
        try await room.run()
        let state = try await StateDatabase.open(path: room.plan.settings.statePath, now: room.clock.now)
        let code = try #require(try await state.records(ofSinks: ["hook"]).first?.error?.code)
        #expect(code.rawValue == "cover_open")
        #expect((code.fault, code.outlook, code.point) == (.configuration, .passing, .sent))
        try await state.close()
    }

    @Test("no source is blamed for what is this machine's fault")
    func machine() async throws {
        let (room, shelf) = try room()
        let lack = error("no_license", .machine, .lasting)
        shelf.fail(lack)
        #expect(try await room.run().changes == [.warning(lack)])
        shelf.fail(nil)
        #expect(try await room.run().changes == [])
    }

    private func room() throws -> (room: Newsroom, shelf: Shelf) {
        let room = try Newsroom()
        let shelf = room.addSource("a")
        _ = room.addSink("box")
        room.addPipeline("p", sources: ["a"], sinks: ["box"])
        shelf.put([.named("one")])
        return (room, shelf)
    }
}
