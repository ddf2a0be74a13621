import FeedModel
import FeedStages
import Testing

@testable import FeedState

/// What a sink composed outside of any transaction is stored only if nothing that it has read has moved.
@Suite("what was composed")
struct ComposedMessagesTests {
    private func kiosk(_ names: [String] = ["a", "b"]) async throws -> Kiosk {
        let kiosk = try await Kiosk()
        try await keep(names, in: kiosk)
        return kiosk
    }

    private func keep(_ names: [String], in kiosk: Kiosk) async throws {
        kiosk.pass(.seconds(3600))
        try await kiosk.fetch(names.map { .made(guid: $0, title: $0) })
        _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: ["page"], now: kiosk.now)
    }

    private func waiting(_ kiosk: Kiosk, for sink: String = "page") async throws -> WaitingDigest {
        try await kiosk.state.waitingDigest(for: sink, of: kiosk.pipeline, limit: 100, titles: [:])
    }

    private func seen(_ kiosk: Kiosk, of sink: String = "page") async throws -> [String: KnownTarget?] {
        ["page.html": try await kiosk.state.target("page.html", of: sink)]
    }

    /// A page of what it held and what is new.
    private func page(_ digest: WaitingDigest, _ kiosk: Kiosk) async throws -> [ComposedMessage] {
        let held = try await kiosk.state.entries(heldBy: "page.html", of: "page", titles: [:])
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
    private func store(_ kiosk: Kiosk, after moving: () async throws -> Void = {}) async throws -> Bool {
        let digest = try await waiting(kiosk)
        let seen = try await seen(kiosk)
        let messages = try await page(digest, kiosk)
        try await moving()
        return try await kiosk.state.store(messages, of: digest, seen: seen, now: kiosk.now) != nil
    }

    private func deliver(_ kiosk: Kiosk, memo: [UInt8]? = nil) async throws -> String {
        let message = try #require(try await kiosk.state.openMessages(of: "page").first).message
        _ = try await kiosk.state.finish(message, sink: "page", receipt: Receipt(memo: memo), now: kiosk.now)
        return String(decoding: message.payload, as: UTF8.self)
    }

    @Test("is stored if nothing has moved, and what it holds waits no more")
    func unmoved() async throws {
        let kiosk = try await kiosk()
        #expect(try await store(kiosk))
        #expect(try await waiting(kiosk).entries.isEmpty)
        #expect(try await deliver(kiosk) == "a b")
    }

    @Test("an entry that a page goes on to hold stays as the filters left it, its text, too")
    func heldAsFiltered() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.fetch([
            .made(guid: "a", title: "a", text: "as its source wrote it"),
            .made(guid: "b", title: "b", text: "at length"),
        ])
        let waiting = try await kiosk.state.waitingEntries(of: kiosk.pipeline, withBodies: true)
        let decisions = waiting.map { entry in
            var changed = entry.entry
            changed.title = "filtered " + (changed.title ?? "")
            changed.content = entry.entry.guid == "a" ? .plain("shortened") : nil
            return Decision(
                key: entry.key, verdict: .keep, filter: nil, changed: changed, sawBody: true, fingerprints: [])
        }
        try await kiosk.state.decide(
            decisions, in: kiosk.pipeline, sinks: ["page"], tally: DigestTally(kept: 2), now: kiosk.now)
        #expect(try await store(kiosk))
        #expect(try await deliver(kiosk) == "filtered a filtered b")
        let held = try await kiosk.state.entries(heldBy: "page.html", of: "page", titles: [:])
        #expect(held.map(\.entry.title) == ["filtered a", "filtered b"])
        #expect(held.map(\.entry.content) == [.plain("shortened"), nil])
    }

    @Test("is stored though others move: a new entry waits behind it, another sink is served")
    func others() async throws {
        let kiosk = try await kiosk()
        let isStored = try await store(kiosk) {
            try await kiosk.fetch([.made(guid: "c", title: "c")])
            _ = try await kiosk.state.plan(
                sink: "other", pipeline: kiosk.pipeline, limit: 9, now: kiosk.now
            ) { _ in [ComposedMessage(target: "page.html", mode: .post, payload: [1], entries: [])] }
        }
        #expect(isStored)
        #expect(try await deliver(kiosk) == "a b")
    }

    @Test("is not stored if another message came to its target meanwhile; composed again, the page has all of it once")
    func target() async throws {
        let kiosk = try await kiosk()
        let other = try await kiosk.state.reconcile(
            [
                PipelineWiring(
                    name: "other", sources: [PipelineWiring.Source(key: kiosk.key, firstRun: .max)], sinks: ["page"]),
                PipelineWiring(
                    name: "all", sources: [PipelineWiring.Source(key: kiosk.key, firstRun: .max)], sinks: ["page"]),
            ], now: kiosk.now)["other"]
        let second = try #require(other).id
        _ = try await kiosk.state.keepAll(in: second, sinks: ["page"], now: kiosk.now)
        let isStored = try await store(kiosk) {
            let digest = try await kiosk.state.waitingDigest(for: "page", of: second, limit: 1, titles: [:])
            let messages = try await page(digest, kiosk)
            _ = try #require(
                try await kiosk.state.store(messages, of: digest, seen: seen(kiosk), now: kiosk.now))
            #expect(try await deliver(kiosk) == "a")
        }
        #expect(!isStored)
        #expect(try await kiosk.state.openMessages(of: "page").isEmpty)
        #expect(try await waiting(kiosk).entries.count == 2)
        #expect(try await store(kiosk))
        #expect(try await deliver(kiosk) == "a b")
        #expect(try await waiting(kiosk).entries.isEmpty)
    }

    @Test("is not stored if the target got another memo meanwhile, be it for the same bytes")
    func memo() async throws {
        let kiosk = try await kiosk()
        #expect(try await store(kiosk))
        _ = try await deliver(kiosk, memo: [1])
        try await keep(["c"], in: kiosk)
        let before = try await seen(kiosk)
        #expect(before["page.html"]??.memo == [1])
        #expect(try await store(kiosk))
        _ = try await deliver(kiosk)
        try await keep(["d"], in: kiosk)
        let digest = try await waiting(kiosk)
        let messages = try await page(digest, kiosk)
        #expect(try await kiosk.state.store(messages, of: digest, seen: before, now: kiosk.now) == nil)
        #expect(
            try await kiosk.state.store(messages, of: digest, seen: seen(kiosk), now: kiosk.now)?.entries == 1)
    }

    @Test("is not stored if its entries were delivered meanwhile: they go out once")
    func delivered() async throws {
        let kiosk = try await kiosk()
        let isStored = try await store(kiosk) { () async throws in #expect(try await store(kiosk)) }
        #expect(!isStored)
        #expect(try await kiosk.state.openMessages(of: "page").count == 1)
        #expect(try await deliver(kiosk) == "a b")
    }

    @Test("is not stored if an entry was withdrawn meanwhile")
    func withdrawn() async throws {
        let kiosk = try await kiosk()
        let isStored = try await store(kiosk) { _ = try await kiosk.state.forget(kiosk.key) }
        #expect(!isStored)
        #expect(try await waiting(kiosk).entries.isEmpty)
        #expect(try await kiosk.state.openMessages(of: "page").isEmpty)
    }

    @Test("is not stored if an entry has another text meanwhile; composed again, it has that one")
    func changed() async throws {
        let kiosk = try await kiosk(["a"])
        let isStored = try await store(kiosk) { try await kiosk.fetch([.made(guid: "a", title: "A!")]) }
        #expect(!isStored)
        #expect(try await store(kiosk))
        #expect(try await deliver(kiosk) == "A!")
    }

    @Test("is not stored if more was decided meanwhile: what it tells of that would be told by nobody")
    func decided() async throws {
        let kiosk = try await kiosk(["a"])
        let isStored = try await store(kiosk) {
            try await kiosk.fetch(["a", "b"].map { .made(guid: $0, title: $0) })
            _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: ["page"], now: kiosk.now)
        }
        #expect(!isStored)
        #expect(try await waiting(kiosk).tally?.kept == 2)
    }

    @Test("what has to wait for a file's unfinished message keeps its tally, which the next page tells")
    func busyTarget() async throws {
        let kiosk = try await kiosk(["a"])
        #expect(try await store(kiosk))
        try await keep(["a", "b"], in: kiosk)
        #expect(try await store(kiosk))
        #expect(try await waiting(kiosk).tally?.kept == 1)
        #expect(try await deliver(kiosk) == "a")
        #expect(try await store(kiosk))
        #expect(try await deliver(kiosk) == "a b")
        #expect(try await waiting(kiosk).tally == nil)
    }

    @Test("a text that its publisher takes out of an entry before it is delivered is not delivered")
    func withdrawnText() async throws {
        let kiosk = try await Kiosk()
        for text in ["said too much", nil] {
            try await kiosk.fetch([.made(guid: "a", title: "a", text: text)])
            kiosk.pass(.seconds(3600))
        }
        _ = try await kiosk.state.keepAll(in: kiosk.pipeline, sinks: ["page"], now: kiosk.now)
        let entries = try await waiting(kiosk).entries
        #expect(entries.map(\.entry.title) == ["a"])
        #expect(entries.allSatisfy { $0.entry.content == nil })
    }

    @Test("does not take the place of a refused message that is open no more")
    func refused() async throws {
        let kiosk = try await kiosk(["a"])
        #expect(try await store(kiosk))
        let open = try #require(try await kiosk.state.openMessages(of: "page").first)
        let refused = try #require(try await kiosk.state.refusedDigest(open, titles: [:]))
        #expect(refused.entries.map(\.entry.title) == ["a"])
        let message = ComposedMessage(
            target: "page.html", mode: .post, payload: [1], entries: refused.entries.map(\.key), form: 1)
        let reason = StageError(.rejected, subject: "page")
        #expect(
            try await kiosk.state.replace(
                open, by: [], of: refused, sink: "page", reason: reason, seen: [:], now: kiosk.now) == 0)
        _ = try await deliver(kiosk)
        #expect(
            try await kiosk.state.replace(
                open, by: [message], of: refused, sink: "page", reason: reason, seen: [:], now: kiosk.now) == nil)
        #expect(try await kiosk.state.openMessages(of: "page").isEmpty)
        #expect(try await kiosk.state.refusedDigest(open, titles: [:]) == nil)
    }
}
