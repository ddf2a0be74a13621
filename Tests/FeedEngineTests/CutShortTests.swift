import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("documents that end too early")
struct CutShortTests {
    private let room: Newsroom
    private let inbox: Inbox
    private let url = "https://cut.example/"

    init() throws {
        room = try Newsroom()
        inbox = room.addSink("out")
        room.addFeed("cut", url)
        room.addPipeline("all", sources: ["cut"], sinks: ["out"])
    }

    private func kinds(_ count: Int, each interval: Duration = .seconds(900)) async throws -> [SourceOutcome.Kind?] {
        var kinds: [SourceOutcome.Kind?] = []
        for _ in 0..<count {
            kinds.append(try await room.run().sources["cut"]?.kind)
            room.clock.advance(by: interval)
        }
        return kinds
    }

    @Test("Y02 a document that was never whole counts as loaded the third time, and delivers from then on")
    func third() async throws {
        room.web.answer(url, text: "a\nb\nc\nha")
        #expect(try await kinds(2) == [.failed, .failed])
        #expect(inbox.titles.isEmpty)
        room.web.answer(url, text: "b\nc\nd\nha")
        #expect(try await kinds(3) == [.loaded, .loaded, .loaded])
        #expect(Set(inbox.titles) == ["a", "b", "c", "d"])
        #expect(inbox.titles.count == 4)
        let known = try await StateDatabaseProbe.known(url, in: room)
        #expect(known.health.state(at: room.clock.now) == .degraded)
        // It has no validators: half a document stands for nothing.
        #expect(known.validators == nil && known.contentHash == nil)
    }

    @Test("Y02 where nobody asks often, a day is enough")
    func day() async throws {
        room.web.answer(url, text: "a\nha")
        #expect(try await kinds(2, each: .seconds(86_400)) == [.failed, .loaded])
        #expect(inbox.titles == ["a"])
    }

    @Test("Y02 a pipeline that comes later gets it, too")
    func laterPipeline() async throws {
        room.web.answer(url, text: "a\nha")
        _ = try await kinds(4)
        let other = room.addSink("other")
        room.addPipeline("second", sources: ["cut"], sinks: ["other"])
        _ = try await kinds(1)
        #expect(other.titles == ["a"])
    }

    @Test("Y02 once it is whole it is as any other: cut short again it has failed")
    func whole() async throws {
        for text in ["a\nha", "a\nha", "a\nha", "a\nb\nend", "a\nb\nc\nha"] { room.web.answer(url, text: text) }
        #expect(try await kinds(5) == [.failed, .failed, .loaded, .loaded, .failed])
        #expect(Set(inbox.titles) == ["a", "b", "c"])
    }

    @Test("Y02 a document without one whole entry is no feed, however often it comes")
    func empty() async throws {
        room.web.answer(url, text: "ha")
        #expect(try await kinds(3) == [.failed, .failed, .failed])
    }

    @Test("Y02 other failures are not counted for it")
    func otherFailures() async throws {
        for _ in 0..<2 { room.web.answer(url, status: 500, text: "no") }
        room.web.answer(url, text: "a\nha")
        #expect(try await kinds(3) == [.failed, .failed, .failed])
    }
}
