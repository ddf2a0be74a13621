import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What a sink composed outside of any transaction is stored only if nothing that it has read has moved.
@Suite("what was composed", .onEachStore, .namingStore)
struct ComposedMessagesTests {
    private func bench(_ names: [String] = ["a", "b"]) async throws -> StateTestBench {
        let bench = try await StateTestBench()
        try await keep(names, in: bench)
        return bench
    }

    private func keep(_ names: [String], in bench: StateTestBench) async throws {
        bench.pass(.seconds(3600))
        try await bench.fetch(names.map { .made(guid: $0, title: $0) })
        _ = try await bench.state.keepAll(in: bench.pipeline, sinks: ["page"], now: bench.now)
    }

    private func waiting(_ bench: StateTestBench, for sink: String = "page") async throws -> WaitingDigest {
        try await bench.state.waitingDigest(for: sink, of: bench.pipeline, limit: 100, bytes: 1 << 20, titles: [:])
    }

    private func seen(_ bench: StateTestBench, of sink: String = "page") async throws -> [String: KnownTarget?] {
        ["page.html": try await bench.state.target("page.html", of: sink)]
    }

    /// A page of what it held and what is new.
    private func page(_ digest: WaitingDigest, _ bench: StateTestBench) async throws -> [ComposedMessage] {
        let held = try await bench.state.entries(heldBy: "page.html", of: "page", titles: [:])
        let new = Set(digest.entries.map(\.key))
        let all = held.filter { !new.contains($0.key) } + digest.entries
        return [
            ComposedMessage(
                target: "page.html", mode: .replace,
                payload: Array(all.map { $0.entry.title ?? "" }.joined(separator: " ").utf8),
                entries: digest.entries.map(\.key), retained: all.map(\.key))
        ]
    }

    /// Composes and stores; whether it was stored.
    private func store(_ bench: StateTestBench, after moving: () async throws -> Void = {}) async throws -> Bool {
        let digest = try await waiting(bench)
        let seen = try await seen(bench)
        let messages = try await page(digest, bench)
        try await moving()
        return try await bench.state.store(messages, of: digest, seen: seen, now: bench.now) != nil
    }

    private func deliver(_ bench: StateTestBench, memo: [UInt8]? = nil) async throws -> String {
        let message = try #require(try await bench.state.openMessages(of: "page").first).message
        _ = try await bench.state.completeMessage(message, sink: "page", receipt: Receipt(memo: memo), now: bench.now)
        return String(decoding: message.payload, as: UTF8.self)
    }

    @Test("is stored if nothing has moved, and what it holds waits no more")
    func unmoved() async throws {
        let bench = try await bench()
        #expect(try await store(bench))
        #expect(try await waiting(bench).entries.isEmpty)
        #expect(try await deliver(bench) == "a b")
    }

    @Test("an entry that a page goes on to hold stays as the filters left it, its text, too")
    func heldAsFiltered() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([
            .made(guid: "a", title: "a", text: "as its source wrote it"),
            .made(guid: "b", title: "b", text: "at length"),
        ])
        let waiting = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: true)
        let decisions = waiting.map { entry in
            var changed = entry.entry
            changed.title = "filtered " + (changed.title ?? "")
            changed.content = entry.entry.guid == "a" ? .plain("shortened") : nil
            return Decision(
                key: entry.key, verdict: .keep, filter: nil, changed: changed, sawBody: true, fingerprints: [])
        }
        try await bench.state.decide(
            decisions, in: bench.pipeline, sinks: ["page"], tally: DigestTally(kept: 2), now: bench.now)
        #expect(try await store(bench))
        #expect(try await deliver(bench) == "filtered a filtered b")
        let held = try await bench.state.entries(heldBy: "page.html", of: "page", titles: [:])
        #expect(held.map(\.entry.title) == ["filtered a", "filtered b"])
        #expect(held.map(\.entry.content) == [.plain("shortened"), nil])
    }

    @Test("is stored though others move: a new entry waits behind it, another sink is served")
    func others() async throws {
        let bench = try await bench()
        let isStored = try await store(bench) {
            try await bench.fetch([.made(guid: "c", title: "c")])
            _ = try await bench.state.plan(
                sink: "other", pipeline: bench.pipeline, limit: 9, now: bench.now
            ) { _ in [ComposedMessage(target: "page.html", mode: .post, payload: [1], entries: [])] }
        }
        #expect(isStored)
        #expect(try await deliver(bench) == "a b")
    }

    @Test("is not stored if another message came to its target meanwhile; composed again, the page has all of it once")
    func target() async throws {
        let bench = try await bench()
        let other = try await bench.state.reconcile(
            [
                PipelineWiring(
                    name: "other", sources: [PipelineWiring.Source(key: bench.key, firstRun: .max)], sinks: ["page"]),
                PipelineWiring(
                    name: "all", sources: [PipelineWiring.Source(key: bench.key, firstRun: .max)], sinks: ["page"]),
            ], now: bench.now)["other"]
        let second = try #require(other).id
        _ = try await bench.state.keepAll(in: second, sinks: ["page"], now: bench.now)
        let isStored = try await store(bench) {
            let digest = try await bench.state.waitingDigest(
                for: "page", of: second, limit: 1, bytes: 1 << 20, titles: [:])
            let messages = try await page(digest, bench)
            _ = try #require(
                try await bench.state.store(messages, of: digest, seen: seen(bench), now: bench.now))
            #expect(try await deliver(bench) == "a")
        }
        #expect(!isStored)
        #expect(try await bench.state.openMessages(of: "page").isEmpty)
        #expect(try await waiting(bench).entries.count == 2)
        #expect(try await store(bench))
        #expect(try await deliver(bench) == "a b")
        #expect(try await waiting(bench).entries.isEmpty)
    }

    @Test("is not stored if the target got another memo meanwhile, be it for the same bytes")
    func memo() async throws {
        let bench = try await bench()
        #expect(try await store(bench))
        _ = try await deliver(bench, memo: [1])
        try await keep(["c"], in: bench)
        let before = try await seen(bench)
        #expect(before["page.html"]??.memo == [1])
        #expect(try await store(bench))
        _ = try await deliver(bench)
        try await keep(["d"], in: bench)
        let digest = try await waiting(bench)
        let messages = try await page(digest, bench)
        #expect(try await bench.state.store(messages, of: digest, seen: before, now: bench.now) == nil)
        #expect(
            try await bench.state.store(messages, of: digest, seen: seen(bench), now: bench.now)?.entries == 1)
    }

    @Test("is not stored if its entries were delivered meanwhile: they go out once")
    func delivered() async throws {
        let bench = try await bench()
        let isStored = try await store(bench) { () async throws in #expect(try await store(bench)) }
        #expect(!isStored)
        #expect(try await bench.state.openMessages(of: "page").count == 1)
        #expect(try await deliver(bench) == "a b")
    }

    @Test("is not stored if an entry was withdrawn meanwhile")
    func withdrawn() async throws {
        let bench = try await bench()
        let isStored = try await store(bench) { _ = try await bench.state.forget(bench.key) }
        #expect(!isStored)
        #expect(try await waiting(bench).entries.isEmpty)
        #expect(try await bench.state.openMessages(of: "page").isEmpty)
    }

    @Test("is not stored if an entry has another text meanwhile; composed again, it has that one")
    func changed() async throws {
        let bench = try await bench(["a"])
        let isStored = try await store(bench) { try await bench.fetch([.made(guid: "a", title: "A!")]) }
        #expect(!isStored)
        #expect(try await store(bench))
        #expect(try await deliver(bench) == "A!")
    }

    @Test("is not stored if more was decided meanwhile: what it tells of that would be told by nobody")
    func decided() async throws {
        let bench = try await bench(["a"])
        let isStored = try await store(bench) {
            try await bench.fetch(["a", "b"].map { .made(guid: $0, title: $0) })
            _ = try await bench.state.keepAll(in: bench.pipeline, sinks: ["page"], now: bench.now)
        }
        #expect(!isStored)
        #expect(try await waiting(bench).tally?.kept == 2)
    }

    @Test("what has to wait for a file's unfinished message keeps its tally, which the next page tells")
    func busyTarget() async throws {
        let bench = try await bench(["a"])
        #expect(try await store(bench))
        try await keep(["a", "b"], in: bench)
        #expect(try await store(bench))
        #expect(try await waiting(bench).tally?.kept == 1)
        #expect(try await deliver(bench) == "a")
        #expect(try await store(bench))
        #expect(try await deliver(bench) == "a b")
        #expect(try await waiting(bench).tally == nil)
    }

    @Test("a text that its publisher takes out of an entry before it is delivered is not delivered")
    func withdrawnText() async throws {
        let bench = try await StateTestBench()
        for text in ["said too much", nil] {
            try await bench.fetch([.made(guid: "a", title: "a", text: text)])
            bench.pass(.seconds(3600))
        }
        _ = try await bench.state.keepAll(in: bench.pipeline, sinks: ["page"], now: bench.now)
        let entries = try await waiting(bench).entries
        #expect(entries.map(\.entry.title) == ["a"])
        #expect(entries.allSatisfy { $0.entry.content == nil })
    }

    @Test("does not take the place of a refused message that is open no more")
    func refused() async throws {
        let bench = try await bench(["a"])
        #expect(try await store(bench))
        let open = try #require(try await bench.state.openMessages(of: "page").first)
        let refused = try #require(try await bench.state.refusedDigest(open, titles: [:]))
        #expect(refused.entries.map(\.entry.title) == ["a"])
        let message = ComposedMessage(
            target: "page.html", mode: .post, payload: [1], entries: refused.entries.map(\.key), form: 1)
        let reason = StageError(.rejected, subject: "page")
        #expect(
            try await bench.state.replace(
                open, by: [], of: refused, sink: "page", reason: reason, seen: [:], now: bench.now) == 0)
        _ = try await deliver(bench)
        #expect(
            try await bench.state.replace(
                open, by: [message], of: refused, sink: "page", reason: reason, seen: [:], now: bench.now) == nil)
        #expect(try await bench.state.openMessages(of: "page").isEmpty)
        #expect(try await bench.state.refusedDigest(open, titles: [:]) == nil)
    }
}
