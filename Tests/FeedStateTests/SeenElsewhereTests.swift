import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedState

@Suite("What another program has shown", .onEachStore, .namingStore)
struct SeenElsewhereTests {
    private func follow(
        _ bench: StateTestBench, _ names: [String], _ change: (inout SeenElsewhere) -> Void = { _ in }
    ) async throws {
        var seen = SeenElsewhere(key: bench.key, program: "newsboat", names: names)
        change(&seen)
        try await bench.state.record([seen], now: bench.now)
    }

    @Test("is not delivered; all the rest is, however much it is")
    func guids() async throws {
        let bench = try await StateTestBench()
        bench.firstRun = 2
        try await follow(bench, ["a", "b", "http://e.example/c"])
        try await bench.fetch(
            ["a", "b", "d", "e", "f"].map { .made(guid: $0, link: "https://e.example/same", title: $0) }
                + [.made(guid: "https://e.example/c", title: "c")])
        #expect(try await bench.deliver().sorted() == ["d", "e", "f"])
    }

    @Test("is known for good: an entry of it that comes back later is no news")
    func later() async throws {
        let bench = try await StateTestBench()
        try await follow(bench, ["a", "b"])
        try await bench.fetch([.made(guid: "a", title: "a")])
        bench.pass(.seconds(3600))
        try await bench.fetch([.made(guid: "b", title: "b"), .made(guid: "c", title: "c")])
        #expect(try await bench.deliver() == ["c"])
    }

    @Test("is known by its link where there is no guid, and where the program knows it by nothing else")
    func links() async throws {
        let bench = try await StateTestBench()
        let link = "https://e.example/1"
        try await follow(bench, [link])
        try await bench.fetch([.made(link: link, title: "link"), .made(guid: "g", link: link, title: "guid")])
        #expect(try await bench.deliver() == ["guid"])

        let other = try await StateTestBench()
        try await follow(other, [link]) { $0.usesLinks = true }
        try await other.fetch([.made(guid: "g", link: link, title: "guid")])
        #expect(try await other.deliver() == [])
    }

    @Test("is known by rss2email's hash of its text, or by its date, where there is neither guid nor link")
    func texts() async throws {
        let bench = try await StateTestBench()
        // sha1("Grüße\\n…") as Python's unicode-escape writes it.
        let text = "Gr\u{FC}\u{DF}e \u{8A18}\u{4E8B}"
        #expect(PythonText.escaped(text) == Array("Gr\\xfc\\xdfe \\u8a18\\u4e8b".utf8))
        try await follow(bench, ["a9993e364706816aba3e25717850c26c9cd0d89d"]) {
            $0.until = bench.now - .seconds(3600)
        }
        try await bench.fetch([
            .made(title: "hash", text: "abc", at: bench.now),
            .made(title: "dated back", text: "x", at: bench.now - .seconds(7200)),
        ])
        #expect(try await bench.deliver() == ["dated back"])

        let other = try await StateTestBench()
        try await follow(other, ["0123456789abcdef0123456789abcdef01234567"]) {
            $0.until = other.now - .seconds(3600)
        }
        try await other.fetch([
            .made(title: "old", text: "x", at: other.now - .seconds(7200)),
            .made(title: "new", text: "y", at: other.now), .made(title: "undated", text: "z"),
        ])
        #expect(try await other.deliver().sorted() == ["new", "undated"])
    }

    @Test("leaves with a feed that is forgotten, and goes with one that gets another key")
    func forgotten() async throws {
        let bench = try await StateTestBench()
        try await follow(bench, ["a"])
        let other = FeedKey(hash: Array(repeating: 9, count: 32))
        try await bench.state.rename(bench.key, to: other)
        try await bench.state.rename(other, to: bench.key)
        _ = try await bench.state.forget(other)
        try await bench.fetch([.made(guid: "a", title: "a"), .made(guid: "b", title: "b")])
        #expect(try await bench.deliver() == ["b"])

        // What is known of both keys is known once afterwards.
        let both = try await StateTestBench()
        try await both.state.record(
            [SeenElsewhere(key: other, program: "newsboat", names: ["a", "c"])], now: both.now)
        try await follow(both, ["a", "b"])
        try await both.state.rename(other, to: both.key)
        try await both.fetch(["a", "b", "c", "d"].map { .made(guid: $0, title: $0) })
        #expect(try await both.deliver() == ["d"])

        let forgetting = try await StateTestBench()
        try await follow(forgetting, ["a"])
        _ = try await forgetting.state.forget(forgetting.key)
        try await forgetting.fetch([.made(guid: "a", title: "a")])
        #expect(try await forgetting.deliver() == ["a"])
    }
}
