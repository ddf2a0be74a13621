import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// What a pipeline leaves out, and since when.
@Suite("what is left out", .onEachStore, .namingStore)
struct OmittedTests {
    private func decide(
        _ verdicts: [String: Verdict], in bench: StateTestBench, kept: Int = 0
    ) async throws {
        let waiting = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        let decisions = waiting.map { entry in
            let verdict = verdicts[entry.entry.guid ?? ""] ?? .keep
            return Decision(
                key: entry.key, verdict: verdict, filter: verdict == .keep ? nil : "take#1", changed: nil,
                sawBody: false, fingerprints: [])
        }
        try await bench.state.decide(
            decisions, in: bench.pipeline, sinks: ["page"], tally: DigestTally(kept: kept), now: bench.now)
    }

    private func digest(_ bench: StateTestBench) async throws -> WaitingDigest {
        try await bench.state.waitingDigest(
            for: "page", of: bench.pipeline, limit: 100, bytes: 1 << 20, titles: [:])
    }

    private func tally(_ bench: StateTestBench) async throws -> DigestTally? { try await digest(bench).tally }

    private func omitted(
        _ bench: StateTestBench, showing shown: [String] = [], after moment: Timestamp, limit: Int = 100
    ) async throws -> (names: [String], count: Int) {
        let page = OmittingPage(target: "page.html", sink: "page", pipeline: bench.pipeline, shown: shown)
        let found = try await bench.state.omitted(from: page, after: moment, limit: limit, titles: [:])
        return (found.verdicts.map { "\($0.entry.entry.guid ?? "") \($0.fate) \($0.filter ?? "")" }, found.count)
    }

    @Test("what was dropped since the last digest and what is held now; a kept entry is not left out")
    func since() async throws {
        let bench = try await StateTestBench()
        bench.pass(.seconds(3600))
        try await bench.fetch(["a", "b", "c"].map { .made(guid: $0, title: $0) })
        try await decide(["a": .drop(because: "old"), "b": .hold(until: nil, because: "later")], in: bench, kept: 1)
        let first = try #require(try await tally(bench)?.after)
        let digest = try await digest(bench)
        var shown = digest.entries.map(\.key)
        #expect(
            try await omitted(bench, showing: shown, after: first).names.sorted()
                == ["a dropped take#1", "b held take#1"])

        // A digest takes the tally with it. The next one counts from there.
        let message = ComposedMessage(target: "page.html", mode: .replace, payload: [1], entries: shown)
        _ = try await bench.state.store([message], of: digest, seen: [:], now: bench.now)
        bench.pass(.seconds(3600))
        try await bench.fetch([.made(guid: "d", title: "d"), .made(guid: "e", title: "e")])
        try await decide(["d": .drop(because: "old"), "b": .hold(until: nil, because: "later")], in: bench, kept: 1)
        let second = try #require(try await tally(bench)?.after)
        #expect(second > first)
        shown += try await self.digest(bench).entries.map(\.key)
        #expect(
            try await omitted(bench, showing: shown, after: second).names.sorted()
                == ["b held take#1", "d dropped take#1"])
        // Both deliveries together, as a page that gathers them has it.
        #expect(try await omitted(bench, showing: shown, after: first).count == 3)
    }

    @Test("what has no space on the page is left out, unless it stands on another page of the sink")
    func gone() async throws {
        let bench = try await StateTestBench()
        bench.pass(.seconds(3600))
        try await bench.fetch(["a", "b", "c"].map { .made(guid: $0, title: $0) })
        try await decide([:], in: bench, kept: 3)
        let digest = try await digest(bench)
        let keys = digest.entries.map(\.key)
        let page = ComposedMessage(
            target: "page.html", mode: .replace, payload: [1], entries: [keys[0]], retained: [keys[0]])
        let other = ComposedMessage(
            target: "other.html", mode: .replace, payload: [1], entries: [keys[1], keys[2]], retained: [keys[1]])
        _ = try await bench.state.store([page, other], of: digest, seen: [:], now: bench.now)
        for open in try await bench.state.openMessages(of: "page") {
            _ = try await bench.state.completeMessage(open.message, sink: "page", receipt: Receipt(), now: bench.now)
        }
        // `a` leaves the page, `b` stands on the other one, `c` on none.
        let start = Timestamp(seconds: 0)
        #expect(try await omitted(bench, after: start).names.sorted() == ["a gone ", "c gone "])
        #expect(try await omitted(bench, showing: [keys[0]], after: start).names == ["c gone "])
        #expect(try await omitted(bench, after: bench.now).names == [])
    }

    @Test("a verdict of a clock that was ahead is told once, not until the clock gets there")
    func clockAhead() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a")])
        let now = bench.now
        bench.pass(.seconds(400 * 86_400))
        try await decide(["a": .drop(because: "old")], in: bench)
        try await bench.state.repairClock(now: now)
        #expect(try await omitted(bench, after: now - .seconds(1)).count == 1)
        #expect(try await omitted(bench, after: now).count == 0)
    }

    @Test("the newest are listed, and all are counted")
    func limit() async throws {
        let bench = try await StateTestBench()
        bench.pass(.seconds(3600))
        try await bench.fetch((0..<30).map { .made(guid: "g\($0)", title: "t") })
        let verdicts = Dictionary(uniqueKeysWithValues: (0..<30).map { ("g\($0)", Verdict.drop(because: "old")) })
        try await decide(verdicts, in: bench)
        let found = try await omitted(bench, after: Timestamp(seconds: 0), limit: 10)
        #expect(found.names.count == 10 && found.count == 30)
        // What is shown takes no place in the list, and does not count.
        let newest = try await bench.state.omitted(
            from: OmittingPage(target: "page.html", sink: "page", pipeline: bench.pipeline, shown: []),
            after: Timestamp(seconds: 0), limit: 10, titles: [:])
        let others = try await omitted(
            bench, showing: newest.verdicts.map(\.entry.key), after: Timestamp(seconds: 0), limit: 10)
        #expect(others.names.count == 10 && others.count == 20)
    }

    @Test("pages that belong together are stored together: none while a file of one of them has an open message")
    func together() async throws {
        let bench = try await StateTestBench()
        bench.pass(.seconds(3600))
        try await bench.fetch([.made(guid: "a", title: "a")])
        try await decide([:], in: bench, kept: 1)
        func digest() async throws -> WaitingDigest { try await self.digest(bench) }
        func page(_ name: String, _ entries: [String]) -> ComposedMessage {
            ComposedMessage(target: name, mode: .replace, payload: [1], entries: entries)
        }
        _ = try await bench.state.store([page("page-omitted.html", [])], of: digest(), seen: [:], now: bench.now)
        let waiting = try await digest()
        let both = [page("page.html", waiting.entries.map(\.key)), page("page-omitted.html", [])]
        let outcome = try await bench.state.store(both, of: waiting, seen: [:], now: bench.now)
        #expect(outcome?.messages == 0)
        #expect(try await digest().entries.count == 1)
    }

    @Test("the page before is the last other one that got entries")
    func previous() async throws {
        let bench = try await StateTestBench()
        for (index, name) in ["1.html", "1-omitted.html", "2.html"].enumerated() {
            bench.pass(.seconds(3600))
            try await bench.fetch([.made(guid: "\(index)", title: "a")])
            try await decide([:], in: bench, kept: 1)
            let digest = try await digest(bench)
            let keys = index == 1 ? [] : digest.entries.map(\.key)
            let message = ComposedMessage(
                target: name, mode: .replace, payload: [1], entries: keys, retained: keys)
            _ = try await bench.state.store([message], of: digest, seen: [:], now: bench.now)
            let open = try #require(try await bench.state.openMessages(of: "page").first).message
            _ = try await bench.state.completeMessage(open, sink: "page", receipt: Receipt(), now: bench.now)
        }
        #expect(try await bench.state.target(before: "2.html", of: "page", pipeline: bench.pipeline) == "1.html")
        #expect(try await bench.state.target(before: "3.html", of: "page", pipeline: bench.pipeline) == "2.html")
        #expect(try await bench.state.target(before: "3.html", of: "other", pipeline: bench.pipeline) == nil)
    }
}
