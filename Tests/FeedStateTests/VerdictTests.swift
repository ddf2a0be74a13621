import FeedModel
import FeedStages
import Testing

@testable import FeedState

/// What the state remembers of filters' verdicts from one delivery to the next.
@Suite("verdicts")
struct VerdictTests {
    private func decision(
        _ entry: WaitingEntry, _ verdict: Verdict, by filter: String? = nil, fingerprints: Set<Fingerprint> = []
    ) -> Decision {
        Decision(
            key: entry.key, verdict: verdict, filter: filter, changed: nil, sawBody: false, fingerprints: fingerprints)
    }

    private func waiting(_ kiosk: Kiosk) async throws -> [WaitingEntry] {
        try await kiosk.state.waitingEntries(of: kiosk.pipeline, withBodies: false)
    }

    @Test("T03 an entry is held since the first delivery that held it, however often a filter holds it again")
    func heldSince() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.fetch([.made(guid: "a", title: "a")])
        let first = kiosk.now
        for run in 0..<4 {
            let entry = try #require(try await waiting(kiosk).first)
            #expect(entry.holds == (run == 0 ? [:] : ["hold_until#1": first]))
            try await kiosk.decide(
                [decision(entry, .hold(until: nil, because: "waits"), by: "hold_until#1")])
            kiosk.pass(.seconds(3600))
        }
        // Another filter holds it for a time of its own.
        var entry = try #require(try await waiting(kiosk).first)
        let second = kiosk.now
        try await kiosk.decide([decision(entry, .hold(until: nil, because: "waits"), by: "take#1")])
        kiosk.pass(.seconds(3600))
        entry = try #require(try await waiting(kiosk).first)
        #expect(entry.holds == ["hold_until#1": first, "take#1": second])
        try await kiosk.decide([decision(entry, .keep)])
        #expect(try await waiting(kiosk).isEmpty)
    }

    @Test("T05 a fingerprint counts from the last entry that was kept with it")
    func fingerprint() async throws {
        let kiosk = try await Kiosk()
        let day = Duration.seconds(86_400)
        let same = Fingerprint(kind: "url", text: "https://a.example/1")
        func known(since start: Timestamp) async throws -> KeptEntry? {
            try await kiosk.state.kept([same], by: kiosk.pipeline, since: start)[same]
        }
        try await kiosk.fetch([.made(guid: "a", title: "a")])
        let first = try #require(try await waiting(kiosk).first)
        try await kiosk.decide([decision(first, .keep, fingerprints: [same])])
        #expect(try await known(since: kiosk.now - day)?.key == first.key)
        // The window is over: the next one is kept, too.
        kiosk.pass(day + .seconds(3600))
        #expect(try await known(since: kiosk.now - day) == nil)
        try await kiosk.fetch([.made(guid: "b", title: "b")])
        let second = try #require(try await waiting(kiosk).first)
        try await kiosk.decide([decision(second, .keep, fingerprints: [same])])
        kiosk.pass(day - .seconds(3600))
        let found = try #require(try await known(since: kiosk.now - day))
        #expect(found.key == second.key)
        #expect(found.source == "news")
    }

    @Test("a fingerprint of another kind, another text or another pipeline is another one")
    func otherFingerprints() async throws {
        let kiosk = try await Kiosk()
        let same = Fingerprint(kind: "url", text: "https://a.example/1")
        try await kiosk.fetch([.made(guid: "a", title: "a")])
        try await kiosk.decide([
            decision(try #require(try await waiting(kiosk).first), .keep, fingerprints: [same])
        ])
        let others: Set = [
            Fingerprint(kind: "title", text: same.text), Fingerprint(kind: "url", text: "https://a.example/2"),
        ]
        #expect(try await kiosk.state.kept(others, by: kiosk.pipeline, since: kiosk.now).isEmpty)
        let other = PipelineID(number: kiosk.pipeline.number + 1)
        #expect(try await kiosk.state.kept([same], by: other, since: kiosk.now).isEmpty)
    }

    @Test("what a filter dropped or kept never comes before the filters again")
    func decidedOnce() async throws {
        let kiosk = try await Kiosk()
        try await kiosk.fetch(["a", "b", "c"].map { .made(guid: $0, title: $0) })
        let entries = try await waiting(kiosk)
        #expect(entries.count == 3)
        try await kiosk.decide([
            decision(entries[0], .keep), decision(entries[1], .drop(because: "dull"), by: "drop#1"),
        ])
        #expect(try await waiting(kiosk).map(\.key) == [entries[2].key])
        kiosk.pass(.seconds(3600))
        try await kiosk.fetch(["a", "b", "c"].map { .made(guid: $0, title: $0 + " again") })
        #expect(try await waiting(kiosk).map(\.key) == [entries[2].key])
    }
}

extension Kiosk {
    /// The filters' verdicts on entries that wait, for the sink `page`.
    func decide(_ decisions: [Decision]) async throws {
        try await state.decide(decisions, in: pipeline, sinks: ["page"], tally: DigestTally(), now: now)
    }
}
