import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What sinks get that come to a pipeline, leave it and come back.
@Suite("sinks of a pipeline", .onEachStore, .namingStore)
struct WiringTests {
    private func connect(_ sinks: [String], firstRun: Int = 2, to bench: StateTestBench) async throws {
        let source = PipelineWiring.Source(key: bench.key, firstRun: firstRun)
        _ = try await bench.state.reconcile(
            [PipelineWiring(name: "all", sources: [source], sinks: sinks)], now: bench.now)
        bench.pass(.seconds(60))
    }

    private func keep(_ names: [String], for sinks: [String], in bench: StateTestBench) async throws {
        try await bench.fetch(
            names.enumerated().map { .made(guid: $1, title: $1, at: bench.now - .seconds(60 - $0)) })
        _ = try await bench.state.keepAll(in: bench.pipeline, sinks: sinks, now: bench.now)
        bench.pass(.seconds(3600))
    }

    /// What a sink would be brought now, in order.
    private func titles(of sink: String, in bench: StateTestBench) async throws -> [String] {
        try await bench.planEach(for: sink)
        return try await bench.state.openMessages(of: sink).map { open in
            String(decoding: open.message.payload, as: UTF8.self)
        }
    }

    @Test("a sink that is new to a pipeline gets the newest that were kept, as many as `first_run` says, oldest first")
    func new() async throws {
        let bench = try await StateTestBench()
        try await keep(["a", "b", "c", "d"], for: ["page"], in: bench)
        try await connect(["page", "hook"], to: bench)
        try await keep(["e"], for: ["page", "hook"], in: bench)
        #expect(try await titles(of: "hook", in: bench) == ["c", "d", "e"])
        #expect(try await titles(of: "page", in: bench) == ["a", "b", "c", "d", "e"])
    }

    @Test("a sink that comes back gets what waited for it and what was kept meanwhile, nothing twice")
    func back() async throws {
        let bench = try await StateTestBench()
        try await connect(["page", "hook"], firstRun: .max, to: bench)
        try await keep(["a"], for: ["page", "hook"], in: bench)
        let sent = try await titles(of: "hook", in: bench)
        #expect(sent == ["a"])
        let open = try #require(try await bench.state.openMessages(of: "hook").first)
        _ = try await bench.state.completeMessage(open.message, sink: "hook", receipt: Receipt(), now: bench.now)
        try await keep(["b"], for: ["page", "hook"], in: bench)
        try await connect(["page"], firstRun: .max, to: bench)
        try await keep(["c"], for: ["page"], in: bench)
        try await connect(["page", "hook"], firstRun: .max, to: bench)
        #expect(try await titles(of: "hook", in: bench).sorted() == ["b", "c"])
    }

    @Test("a page is known to hold what was written to it, and after the next message what that one leaves in it")
    func held() async throws {
        let bench = try await StateTestBench()
        for (name, expected) in [("a", ["a"]), ("b", ["a", "b"])] {
            try await keep([name], for: ["page"], in: bench)
            let held = try await bench.state.entries(heldBy: "page.html", of: "page", titles: [:])
            _ = try await bench.state.plan(
                sink: "page", pipeline: bench.pipeline, limit: 9, now: bench.now
            ) { entries in
                let all = held + entries
                return [
                    ComposedMessage(
                        target: "page.html", mode: .replace,
                        payload: Array(all.map { $0.entry.title ?? "" }.joined(separator: " ").utf8),
                        entries: entries.map(\.key), retained: all.map(\.key))
                ]
            }
            let message = try #require(try await bench.state.openMessages(of: "page").first).message
            #expect(String(decoding: message.payload, as: UTF8.self) == expected.joined(separator: " "))
            _ = try await bench.state.completeMessage(message, sink: "page", receipt: Receipt(), now: bench.now)
        }
    }

    private func recognise(_ sinks: [(name: String, identity: String)], in bench: StateTestBench) async throws {
        try await bench.state.recogniseSinks(sinks.map { ($0.name, [$0.identity]) })
    }

    @Test("a sink with another name and the same identity gets nothing again, and its messages go on")
    func renamed() async throws {
        let bench = try await StateTestBench()
        try await recognise([("page", "file a.html")], in: bench)
        try await keep(["a"], for: ["page"], in: bench)
        let open = try await titles(of: "page", in: bench)
        #expect(open == ["a"])
        let id = try await bench.state.openMessages(of: "page").map(\.message.id)
        try await recognise([("a.html", "file a.html")], in: bench)
        try await connect(["a.html"], firstRun: .max, to: bench)
        #expect(try await titles(of: "a.html", in: bench) == ["a"])
        #expect(try await bench.state.openMessages(of: "a.html").map(\.message.id) == id)
        #expect(try await bench.state.sinkNames() == ["a.html"])
        try await recognise([("page", "file a.html")], in: bench)
        try await connect(["page"], firstRun: .max, to: bench)
        #expect(try await titles(of: "page", in: bench) == ["a"])
        #expect(try await bench.state.sinkNames() == ["page"])
    }

    @Test("a sink with the name of a removed one gets nothing twice, not even what waits for both")
    func renamedToRemoved() async throws {
        let bench = try await StateTestBench()
        try await recognise([("page", "file a.html"), ("news", "file b.html")], in: bench)
        try await connect(["page", "news"], to: bench)
        try await keep(["a"], for: ["page", "news"], in: bench)
        try await connect(["page"], to: bench)
        try await keep(["b"], for: ["page"], in: bench)
        try await recognise([("news", "file a.html")], in: bench)
        try await connect(["news"], firstRun: .max, to: bench)
        #expect(try await titles(of: "news", in: bench) == ["a", "b"])
        #expect(try await bench.state.sinkNames() == ["news"])
        #expect(try await bench.state.check().isSound)
    }

    @Test("a sink that an earlier version knew by its path as written goes on when it is written in another way")
    func knownAsWritten() async throws {
        let bench = try await StateTestBench()
        try await recognise([("page", "file ./a.html")], in: bench)
        try await keep(["a"], for: ["page"], in: bench)
        #expect(try await titles(of: "page", in: bench) == ["a"])
        let id = try await bench.state.openMessages(of: "page").map(\.message.id)
        try await bench.state.recogniseSinks([("./a.html", ["file a.html", "file ./a.html"])])
        try await connect(["./a.html"], firstRun: .max, to: bench)
        #expect(try await titles(of: "./a.html", in: bench) == ["a"])
        #expect(try await bench.state.openMessages(of: "./a.html").map(\.message.id) == id)
        try await bench.state.recogniseSinks([("a.html", ["file a.html"])])
        try await connect(["a.html"], firstRun: .max, to: bench)
        #expect(try await titles(of: "a.html", in: bench) == ["a"])
        #expect(try await bench.state.sinkNames() == ["a.html"])
    }

    @Test("a sink is not taken for one that is still configured, nor for one of several, nor if its name is in use")
    func notRenamed() async throws {
        let bench = try await StateTestBench()
        try await recognise([("page", "stdout")], in: bench)
        try await recognise([("page", "stdout"), ("new", "stdout")], in: bench)
        #expect(try await bench.state.sinkNames() == ["page"])
        try await connect(["page", "new"], to: bench)
        try await recognise([("third", "stdout")], in: bench)
        #expect(try await bench.state.sinkNames() == ["new", "page"])
        try await recognise([("page", "stdout"), ("new", "file")], in: bench)
        try await recognise([("new", "stdout")], in: bench)
        #expect(try await bench.state.sinkNames() == ["new", "page"])
    }
}
