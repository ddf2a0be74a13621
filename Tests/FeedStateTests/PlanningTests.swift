import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// How what was kept becomes messages, each entry once.
@Suite("planning", .onEachStore, .namingStore)
struct PlanningTests {
    private func keep(_ names: [String], in bench: StateTestBench) async throws {
        try await bench.fetch(names.map { .made(guid: $0, title: $0) })
        _ = try await bench.state.keepAll(in: bench.pipeline, sinks: ["page"], now: bench.now)
        bench.pass(.seconds(3600))
    }

    /// Plans all that waits as one message, whose bytes tell how many entries its file holds then; how many were taken.
    private func plan(_ bench: StateTestBench, to target: String = "page.html", mode: ComposedMessage.Mode = .replace)
        async throws
        -> Int
    {
        let held = try await bench.state.entries(heldBy: target, of: "page", titles: [:])
        return try await bench.state.plan(
            sink: "page", pipeline: bench.pipeline, limit: 100, now: bench.now
        ) { entries in
            guard !entries.isEmpty else { return [] }
            let all = (mode == .replace ? held : []) + entries
            return [
                ComposedMessage(
                    target: target, mode: mode, payload: [UInt8(all.count)], entries: entries.map(\.key),
                    retained: mode == .replace ? all.map(\.key) : [])
            ]
        }.messages
    }

    private func open(_ bench: StateTestBench) async throws -> [OpenMessage] {
        try await bench.state.openMessages(of: "page")
    }

    private func deliver(_ bench: StateTestBench) async throws -> Int {
        let message = try #require(try await open(bench).first).message
        return try await bench.state.completeMessage(message, sink: "page", receipt: Receipt(), now: bench.now)
    }

    @Test(
        "T02 a file that has an unfinished message gets no second one: what is new waits, and is in the next",
        arguments: [ComposedMessage.Mode.replace, .append])
    func oneAtATime(mode: ComposedMessage.Mode) async throws {
        let bench = try await StateTestBench()
        try await keep(["a", "b"], in: bench)
        #expect(try await plan(bench, mode: mode) == 1)
        try await keep(["c"], in: bench)
        #expect(try await plan(bench, mode: mode) == 0)
        #expect(try await open(bench).count == 1)
        #expect(try await deliver(bench) == 2)
        #expect(try await plan(bench, mode: mode) == 1)
        let next = try #require(try await open(bench).first).message
        #expect(try await deliver(bench) == 1)
        #expect(next.payload == [mode == .append ? 1 : 3])
        #expect(try await plan(bench, mode: mode) == 0)
    }

    @Test("another file of the sink and posts are planned beside an unfinished message")
    func others() async throws {
        let bench = try await StateTestBench()
        try await keep(["a"], in: bench)
        #expect(try await plan(bench) == 1)
        try await keep(["b"], in: bench)
        #expect(try await plan(bench, to: "other.html") == 1)
        for name in ["c", "d"] {
            try await keep([name], in: bench)
            #expect(try await plan(bench, to: "page.html", mode: .post) == 1)
        }
        #expect(try await open(bench).count == 4)
    }

    @Test("a message goes out with the bytes that were stored, at once and at every later look")
    func payloads() async throws {
        let bench = try await StateTestBench()
        try await keep(["a", "b", "c"], in: bench)
        #expect(try await plan(bench) == 1)
        for _ in 0..<3 { #expect(try await open(bench).map(\.message.payload) == [[3]]) }
    }

    @Test("a message that was rolled back leaves nothing to the next one of its number")
    func rolledBack() async throws {
        let bench = try await StateTestBench()
        try await keep(["a", "b"], in: bench)
        let (pipeline, now) = (bench.pipeline, bench.now)
        let waiting = try await bench.state.waitingDigest(
            for: "page", of: pipeline, limit: 9, bytes: 9_000, titles: [:])
        func message(_ payload: [UInt8]) -> ComposedMessage {
            ComposedMessage(target: "page.html", mode: .replace, payload: payload, entries: waiting.entries.map(\.key))
        }
        let lost = message([1, 1, 1])
        await #expect(throws: StageError.self) {
            try await bench.state.asOne { state throws(StageError) in
                _ = try state.store([lost], of: waiting, seen: [:], now: now)
                throw StageError(.internalError, subject: "test")
            }
        }
        #expect(try await open(bench).isEmpty)
        let stored = try await bench.state.store([message([2])], of: waiting, seen: [:], now: now)
        #expect(stored?.entries == 2)
        #expect(try await open(bench).map(\.message.payload) == [[2]])
    }

    @Test("messages are not stored if an entry has changed since it was read, even if nothing else has")
    func changedMeanwhile() async throws {
        let bench = try await StateTestBench()
        try await keep(["a", "b"], in: bench)
        let waiting = try await bench.state.waitingDigest(
            for: "page", of: bench.pipeline, limit: 9, bytes: 9_000, titles: [:])
        try await bench.fetch([.made(guid: "a", title: "another title")])
        let message = ComposedMessage(
            target: "page.html", mode: .replace, payload: [1], entries: waiting.entries.map(\.key))
        #expect(try await bench.state.store([message], of: waiting, seen: [:], now: bench.now) == nil)
        #expect(try await open(bench).isEmpty)
    }
}
