import FeedModel
import FeedStages
import PostgreSQLLaboratory
import Testing

@testable import FeedState

/// How much an entry was talked about is part of the verdict on it: a page keeps its order whenever it is made again.
@Suite("stored buzz", .onEachStore, .namingStore)
struct StoredBuzzTests {
    private let buzz = Buzz(
        numbers: [
            Buzz.ComparedNumber(
                name: "bookmarks", source: "はてブ \"IT\"", value: 312,
                standing: NumberStanding(below: 308, notAbove: 309, count: 312), isAtLikeAge: false,
                isOfSelection: true,
                weight: 1),
            Buzz.ComparedNumber(name: "stocks", source: "qiita", value: 3, standing: nil, weight: 0.8),
        ], isListed: true, publishers: 3, namedPublishers: 2, halfLife: .seconds(6 * 3600))

    @Test("it is in the history, in each digest, and in a page that is made again")
    func kept() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a"), .made(guid: "b", title: "b")])
        let entries = try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false)
        #expect(entries.map(\.lastSeen) == [bench.now, bench.now])
        var decisions = entries.map {
            Decision(key: $0.key, verdict: .keep, filter: nil, changed: nil, sawBody: false, fingerprints: [])
        }
        decisions[0].buzz = buzz
        try await bench.decide(decisions)
        let digest = try await bench.state.waitingDigest(
            for: "page", of: bench.pipeline, limit: 10, bytes: 1 << 20, titles: [:], locale: .ja)
        #expect(digest.entries.map(\.buzz) == [buzz, nil])
        let id = try #require(EntryID(key: entries[0].key))
        #expect(try await bench.state.histories(of: [id]).first?.pipelines.first?.buzz == buzz)

        _ = try await bench.state.plan(sink: "page", pipeline: bench.pipeline, limit: 10, now: bench.now) { entries in
            [ComposedMessage(target: "page.html", mode: .replace, payload: [], entries: entries.map(\.key))]
        }
        let open = try #require(try await bench.state.openMessages(of: "page", limit: 1).first)
        let refused = try #require(try await bench.state.refusedDigest(open, titles: [:], locale: .en))
        #expect(refused.entries.map(\.buzz) == [buzz, nil])
    }

    @Test("an entry that waits for another delivery tells what decided, until it is decided again")
    func held() async throws {
        let bench = try await StateTestBench()
        try await bench.fetch([.made(guid: "a", title: "a")])
        let entry = try #require(
            try await bench.state.waitingEntries(of: bench.pipeline, withBodies: false).first)
        let id = try #require(EntryID(key: entry.key))
        for buzz in [buzz, nil] {
            try await bench.decide([
                Decision(
                    key: entry.key, verdict: .hold(until: nil, because: "waits"), filter: "take#1", changed: nil,
                    sawBody: false, fingerprints: [], buzz: buzz)
            ])
            #expect(try await bench.state.histories(of: [id]).first?.pipelines.first?.buzz == buzz)
        }
    }

    @Test(
        "a damaged text costs the order, not the entry",
        arguments: [
            "", "null", "{}", "[", #"{"publishers":1}"#, #"{"publishers":"x","half_life":1,"numbers":[]}"#,
            #"{"publishers":1,"half_life":1,"numbers":7}"#,
        ])
    func damaged(text: String) {
        #expect(BuzzJSON.decode(text) == nil)
    }

    @Test("numbers that make no sense are left out")
    func senseless() throws {
        let text = #"""
            {"publishers":-3,"half_life":9223372036854775807,"numbers":[{"name":"likes"},
            {"name":"likes","source":"a","value":1,"weight":99999999,"below":5,"not_above":2,"count":1}]}
            """#
        let buzz = try #require(BuzzJSON.decode(text))
        #expect(buzz.numbers.map(\.standing) == [nil])
        #expect(buzz.numbers.map(\.weight) == [1])
        #expect(buzz.value == nil)
    }
}
