import FeedMessages
import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What the state remembers of equal entries.
@Suite("fingerprints of equal entries", .onEachStore, .namingStore)
struct FingerprintTests {
    private func decision(
        _ entry: WaitingEntry, _ verdict: Verdict, sameAs: String? = nil, _ fingerprints: Set<Fingerprint>
    ) -> Decision {
        Decision(
            key: entry.key, verdict: verdict, filter: nil, changed: nil, sawBody: false, sameAs: sameAs,
            fingerprints: fingerprints)
    }

    private let own = Fingerprint(kind: "article", text: "news.example/1")
    private let other = Fingerprint(kind: "article", text: "title news.example\nan article")

    @Test("a duplicate's fingerprints lead to the entry that was kept, and both are told, whichever is decided first")
    func linked() async throws {
        for isKeptFirst in [true, false] {
            let bench = try await StateTestBench()
            try await bench.fetch([.made(guid: "a", title: "a"), .made(guid: "b", title: "b")])
            let entries = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
            let kept = decision(entries[0], .keep, [own])
            let dropped = decision(entries[1], .drop(because: "same"), sameAs: entries[0].key, [other])
            try await bench.decide(isKeptFirst ? [kept, dropped] : [dropped, kept])
            let found = try await bench.state.kept([own, other], by: bench.pipeline, since: bench.now)
            #expect(found[own]?.key == entries[0].key && found[other] == found[own])
            #expect(found[own]?.members.map { $0.entry.title ?? "" }.sorted() == ["a", "b"])
            #expect(found[own]?.members.map(\.source) == ["news", "news"])
            // A source that was renamed since it was last asked.
            let renamed = try await bench.state.kept(
                [own], by: bench.pipeline, since: bench.now, names: [bench.key: "new"])[own]
            #expect(renamed?.source == "new" && renamed?.members.map(\.source) == ["new", "new"])
        }
    }

    @Test("a duplicate counts from when the entry was kept, not from when it came itself")
    func window() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a")])
        let first = try #require(
            try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false).first)
        try await bench.decide([decision(first, .keep, [own])])
        let start = bench.now
        bench.pass(.seconds(86_400))
        try await bench.fetch([.made(guid: "b", title: "b")])
        let second = try #require(
            try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false).first)
        try await bench.decide([decision(second, .drop(because: "same"), sameAs: first.key, [other])])
        #expect(try await bench.state.kept([other], by: bench.pipeline, since: start)[other]?.key == first.key)
        #expect(try await bench.state.kept([other], by: bench.pipeline, since: start + .seconds(1)).isEmpty)
    }

    @Test("what was dropped in favour of an entry that is not kept is not remembered")
    func notKept() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a"), .made(guid: "b", title: "b")])
        let entries = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        try await bench.decide([
            decision(entries[0], .drop(because: "other"), [own]),
            decision(entries[1], .drop(because: "same"), sameAs: entries[0].key, [other]),
        ])
        #expect(try await bench.state.kept([own, other], by: bench.pipeline, since: bench.now).isEmpty)
    }

    @Test("an entry that reached nobody stands in nobody's way: its receiver was given up")
    func givenUp() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a")])
        let entry = try #require(
            try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false).first)
        try await bench.decide([decision(entry, .keep, [own])])
        func isKnown() async throws -> Bool {
            try await !bench.state.kept([own], by: bench.pipeline, since: bench.now - .seconds(1)).isEmpty
        }
        #expect(try await isKnown())
        _ = try await bench.state.plan(sink: "page", pipeline: bench.pipeline, limit: 10, now: bench.now) { entries in
            [ComposedMessage(target: "page.html", mode: .append, payload: [], entries: entries.map(\.key))]
        }
        #expect(try await isKnown())
        let open = try #require(try await bench.state.openMessages(of: "page").first)
        _ = try await bench.state.giveUp(
            open.message.number, reason: StageError(.rejected, subject: "page"), now: bench.now)
        #expect(try await !isKnown())
    }
}
