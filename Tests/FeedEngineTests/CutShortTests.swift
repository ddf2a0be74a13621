import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("documents that end too early")
struct CutShortTests {
    private let bench: RunTestBench
    private let inbox: Inbox
    private let url = "https://cut.example/"

    init() throws {
        bench = try RunTestBench()
        inbox = bench.addSink("out")
        bench.addFeed("cut", url)
        bench.addPipeline("all", sources: ["cut"], sinks: ["out"])
    }

    private func kinds(_ count: Int, each interval: Duration = .seconds(900)) async throws -> [SourceOutcome.Kind?] {
        var kinds: [SourceOutcome.Kind?] = []
        for _ in 0..<count {
            kinds.append(try await bench.run().sources["cut"]?.kind)
            bench.clock.advance(by: interval)
        }
        return kinds
    }

    @Test("Y02 a document that was never whole counts as loaded the third time, and delivers from then on")
    func third() async throws {
        bench.web.answer(url, text: "a\nb\nc\nha")
        #expect(try await kinds(2) == [.failed, .failed])
        #expect(inbox.titles.isEmpty)
        bench.web.answer(url, text: "b\nc\nd\nha")
        #expect(try await kinds(3) == [.loaded, .loaded, .loaded])
        #expect(Set(inbox.titles) == ["a", "b", "c", "d"])
        #expect(inbox.titles.count == 4)
        let known = try await StateDatabaseProbe.known(url, in: bench)
        #expect(known.health.state(at: bench.clock.now) == .degraded)
        // It has no validators: half a document stands for nothing.
        #expect(known.validators == nil && known.contentHash == nil)
    }

    @Test("Y02 where nobody asks often, a day is enough")
    func day() async throws {
        bench.web.answer(url, text: "a\nha")
        #expect(try await kinds(2, each: .seconds(86_400)) == [.failed, .loaded])
        #expect(inbox.titles == ["a"])
    }

    @Test("Y02 a pipeline that comes later gets it, too")
    func laterPipeline() async throws {
        bench.web.answer(url, text: "a\nha")
        _ = try await kinds(4)
        let other = bench.addSink("other")
        bench.addPipeline("second", sources: ["cut"], sinks: ["other"])
        _ = try await kinds(1)
        #expect(other.titles == ["a"])
    }

    @Test("Y02 once it is whole it is as any other: cut short again it has failed")
    func whole() async throws {
        for text in ["a\nha", "a\nha", "a\nha", "a\nb\nend", "a\nb\nc\nha"] { bench.web.answer(url, text: text) }
        #expect(try await kinds(5) == [.failed, .failed, .loaded, .loaded, .failed])
        #expect(Set(inbox.titles) == ["a", "b", "c"])
    }

    @Test("Y02 a document without one whole entry is no feed, however often it comes")
    func empty() async throws {
        bench.web.answer(url, text: "ha")
        #expect(try await kinds(3) == [.failed, .failed, .failed])
    }

    @Test("Y02 other failures are not counted for it")
    func otherFailures() async throws {
        for _ in 0..<2 { bench.web.answer(url, status: 500, text: "no") }
        bench.web.answer(url, text: "a\nha")
        #expect(try await kinds(3) == [.failed, .failed, .failed])
    }
}
