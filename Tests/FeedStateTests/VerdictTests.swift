import FeedMessages
import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What the state remembers of filters' verdicts from one delivery to the next.
@Suite("verdicts", .onEachStore, .namingStore)
struct VerdictTests {
    private func decision(
        _ entry: WaitingEntry, _ verdict: Verdict, by filter: String? = nil, fingerprints: Set<Fingerprint> = []
    ) -> Decision {
        Decision(
            key: entry.key, verdict: verdict, filter: filter, changed: nil, sawBody: false, fingerprints: fingerprints)
    }

    private func waiting(_ bench: StateTestBench) async throws -> [WaitingEntry] {
        try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
    }

    @Test("T03 an entry is held since the first delivery that held it, however often a filter holds it again")
    func heldSince() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a")])
        let first = bench.now
        for run in 0..<4 {
            let entry = try #require(try await waiting(bench).first)
            #expect(entry.holds == (run == 0 ? [:] : ["hold_until#1": first]))
            try await bench.decide(
                [decision(entry, .hold(until: nil, because: "waits"), by: "hold_until#1")])
            bench.pass(.seconds(3600))
        }
        // Another filter holds it for a time of its own.
        var entry = try #require(try await waiting(bench).first)
        let second = bench.now
        try await bench.decide([decision(entry, .hold(until: nil, because: "waits"), by: "take#1")])
        bench.pass(.seconds(3600))
        entry = try #require(try await waiting(bench).first)
        #expect(entry.holds == ["hold_until#1": first, "take#1": second])
        try await bench.decide([decision(entry, .keep)])
        #expect(try await waiting(bench).isEmpty)
    }

    @Test("the entries that wait are read a part at a time, each once, with what holds them")
    func parts() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch((0..<7).map { .made(guid: "\($0)", title: "\($0)") })
        let all = try await waiting(bench)
        try await bench.decide(
            [all[1], all[5]].map { decision($0, .hold(until: nil, because: "waits"), by: "take#1") }
                + [decision(all[3], .drop(because: "not wanted"))])
        var (parts, last) = ([[WaitingEntry]](), EntryID?.none)
        repeat {
            let part = try await bench.state.waitingEntries(
                of: bench.pipeline, withBodies: false, after: last, limit: 4)
            parts.append(part)
            last = part.compactMap { EntryID(key: $0.key) }.max()
        } while last != nil
        #expect(parts.map(\.count) == [4, 2, 0])
        #expect(Set(parts.joined().map(\.key)) == Set(all.map(\.key)).subtracting([all[3].key]))
        #expect(parts.joined().filter { !$0.holds.isEmpty }.map(\.key).sorted() == [all[1].key, all[5].key].sorted())
    }

    @Test("an entry of a part has a form that takes less memory, which is the same entry without its body")
    func packed() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(
            (0..<7).map { number in
                var entry = Entry.made(guid: "\(number)", title: "\(number) 記事")
                entry.published = bench.now - .seconds(Int64(number))
                entry.content = .plain("body of \(number)")
                entry.numbers = ["likes": number]
                entry.authors = [Person(name: "writer")]
                entry.publisher = Publisher(name: "Publisher")
                return entry
            })
        func part(withBodies: Bool, limit: Int) async throws -> [WaitingEntry] {
            try await bench.state.waitingEntries(of: bench.pipeline, withBodies: withBodies, after: nil, limit: limit)
        }
        for limit in [7, 8, .max] {
            #expect(try await part(withBodies: false, limit: limit).allSatisfy { $0.packed == nil })
        }
        let (bare, whole) = (try await part(withBodies: false, limit: 6), try await part(withBodies: true, limit: 6))
        #expect(bare.count == 6)
        #expect(bare.map { $0.packed?.entry } == bare.map(\.entry))
        #expect(whole.map { $0.packed?.entry } == bare.map(\.entry))
        #expect(bare.map { $0.packed?.published } == bare.map(\.entry.published))
        #expect(whole.allSatisfy { $0.entry.content != nil })
    }

    @Test("U12 the reason to keep an entry is in the history and in every digest that has the entry, also on a page")
    func reason() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a"), .made(guid: "b", title: "b")])
        let entries = try await waiting(bench)
        var first = decision(entries[0], .keep)
        first.reason = LocalizedText(en: "fits", ja: "適合")
        try await bench.decide([first, decision(entries[1], .keep)])
        let digest = try await bench.state.waitingDigest(
            for: "page", of: bench.pipeline, limit: 10, bytes: 1 << 20, titles: [:], locale: .ja)
        #expect(digest.entries.map(\.reason) == ["適合", ""])
        let id = try #require(EntryID(key: entries[0].key))
        #expect(try await bench.state.histories(of: [id]).first?.pipelines.first?.reason == "fits")

        _ = try await bench.state.plan(sink: "page", pipeline: bench.pipeline, limit: 10, now: bench.now) { entries in
            [ComposedMessage(target: "page.html", mode: .replace, payload: [], entries: entries.map(\.key))]
        }
        let open = try #require(try await bench.state.openMessages(of: "page", limit: 1).first)
        let refused = try #require(try await bench.state.refusedDigest(open, titles: [:], locale: .en))
        #expect(refused.entries.map(\.reason) == ["fits", ""])
    }

    @Test("each entry has its own reason, however often the same one comes in turn")
    func reasonsInTurn() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch((0..<6).map { .made(guid: "\($0)", title: "\($0)") })
        let entries = try await waiting(bench)
        var decisions = zip(entries, ["one", "one", "two", "one", "two"]).map { entry, reason in
            decision(entry, .drop(because: LocalizedText(en: reason, ja: reason)), by: "keep#1")
        }
        decisions[3].verdict = .hold(until: nil, because: LocalizedText(en: "one", ja: "one"))
        decisions.insert(decision(entries[5], .keep), at: 2)
        try await bench.decide(decisions)
        let found = try await bench.state.histories(of: entries.compactMap { EntryID(key: $0.key) })
        let reasons = Dictionary(uniqueKeysWithValues: found.map { ($0.entry.id.key, $0.pipelines.first?.reason) })
        #expect(entries.map { reasons[$0.key] ?? "no entry" } == ["one", "one", "two", "one", "two", nil])
    }

    @Test("numbers of filters are stored with every verdict, and no later fetch of the source wipes or lowers them")
    func numbers() async throws {
        let bench = try await StateTestBench()
        var entries = ["a", "b", "c"].map { Entry.made(guid: $0, title: $0) }
        entries[0].numbers = ["likes": 3, "bookmarks": 2]
        try await bench.fetch(entries)
        let waiting = try await waiting(bench)
        var decisions = [
            decision(waiting[0], .keep), decision(waiting[1], .keep),
            decision(waiting[2], .hold(until: nil, because: "waits"), by: "take#1"),
        ]
        decisions[0].numbers = ["bookmarks": 210]
        decisions[1].numbers = ["bookmarks": 7]
        decisions[2].numbers = ["bookmarks": 1]
        try await bench.decide(decisions)

        func shown() async throws -> [[String: Int]] {
            try await bench.state.waitingDigest(
                for: "page", of: bench.pipeline, limit: 10, bytes: 1 << 20, titles: [:], locale: .en
            ).entries.map(\.entry.numbers)
        }
        #expect(try await shown() == [["likes": 3, "bookmarks": 210], ["bookmarks": 7]])
        bench.pass(.seconds(3600))
        entries[0].numbers = ["likes": 5, "bookmarks": 4]
        entries[0].title = "a, corrected"
        entries[1].numbers = ["bookmarks": 9]
        try await bench.fetch(entries)
        #expect(try await shown() == [["likes": 5, "bookmarks": 210], ["bookmarks": 9]])
        // Only numbers were changed, so what the source corrects is shown.
        let digest = try await bench.state.waitingDigest(
            for: "page", of: bench.pipeline, limit: 10, bytes: 1 << 20, titles: [:], locale: .en)
        #expect(digest.entries.first?.entry.title == "a, corrected")
        // A held entry is filtered anew, from what its source gives.
        #expect(try await self.waiting(bench).map(\.entry.numbers) == [[:]])
    }

    @Test("T05 a fingerprint counts from the last entry that was kept with it")
    func fingerprint() async throws {
        let bench = try await StateTestBench()
        let day = Duration.seconds(86_400)
        let same = Fingerprint(kind: "url", text: "https://a.example/1")
        func known(since start: Timestamp) async throws -> KeptEntry? {
            try await bench.state.kept([same], by: bench.pipeline, since: start)[same]
        }
        try await bench.fetch([.made(guid: "a", title: "a")])
        let first = try #require(try await waiting(bench).first)
        try await bench.decide([decision(first, .keep, fingerprints: [same])])
        #expect(try await known(since: bench.now - day)?.key == first.key)
        // The window is over: the next one is kept, too.
        bench.pass(day + .seconds(3600))
        #expect(try await known(since: bench.now - day) == nil)
        try await bench.fetch([.made(guid: "b", title: "b")])
        let second = try #require(try await waiting(bench).first)
        try await bench.decide([decision(second, .keep, fingerprints: [same])])
        bench.pass(day - .seconds(3600))
        let found = try #require(try await known(since: bench.now - day))
        #expect(found.key == second.key)
        #expect(found.source == "news")
    }

    @Test("a fingerprint of another kind, another text or another pipeline is another one")
    func otherFingerprints() async throws {
        let bench = try await StateTestBench()
        let same = Fingerprint(kind: "url", text: "https://a.example/1")
        try await bench.fetch([.made(guid: "a", title: "a")])
        try await bench.decide([
            decision(try #require(try await waiting(bench).first), .keep, fingerprints: [same])
        ])
        let others: Set = [
            Fingerprint(kind: "title", text: same.text), Fingerprint(kind: "url", text: "https://a.example/2"),
        ]
        #expect(try await bench.state.kept(others, by: bench.pipeline, since: bench.now).isEmpty)
        let other = PipelineID(number: bench.pipeline.number + 1)
        #expect(try await bench.state.kept([same], by: other, since: bench.now).isEmpty)
    }

    @Test("why an entry was dropped is stored without words of a language, but for those of a plugin of others")
    func reasons() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(["a", "b"].map { .made(guid: $0, title: $0) })
        let entries = try await waiting(bench)
        try await bench.decide([
            decision(entries[0], .drop(because: .message("verdict.discarded")), by: "flood_guard"),
            decision(entries[1], .drop(because: LocalizedText(en: "dull", ja: "退屈")), by: "own#1"),
        ])
        let histories = try await bench.state.histories(of: entries.compactMap { EntryID(key: $0.key) })
        let reasons = histories.flatMap(\.pipelines).compactMap(\.reason)
        #expect(reasons.map { $0.text(in: .en) } == ["discarded by hand", "dull"])
        #expect(reasons.map { $0.text(in: .ja) } == ["手動で破棄", "退屈"])
    }

    @Test("what a filter dropped or kept never comes before the filters again")
    func decidedOnce() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch(["a", "b", "c"].map { .made(guid: $0, title: $0) })
        let entries = try await waiting(bench)
        #expect(entries.count == 3)
        try await bench.decide([
            decision(entries[0], .keep), decision(entries[1], .drop(because: "dull"), by: "drop#1"),
        ])
        #expect(try await waiting(bench).map(\.key) == [entries[2].key])
        bench.pass(.seconds(3600))
        try await bench.fetch(["a", "b", "c"].map { .made(guid: $0, title: $0 + " again") })
        #expect(try await waiting(bench).map(\.key) == [entries[2].key])
    }
}

extension StateTestBench {
    /// The filters' verdicts on entries that wait, for the sink `page`.
    func decide(_ decisions: [Decision]) async throws {
        try await state.decide(decisions, in: pipeline, sinks: ["page"], tally: DigestTally(), now: now)
    }
}
