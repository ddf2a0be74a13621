import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

@Suite("hold_until")
struct HoldUntilTests {
    private let condition: Node = ["likes": .text(">=10"), "at_most": "3d", "then": "drop"]
    private let candidate = Candidate.with("x") { $0.numbers = ["likes": 2] }

    @Test("an entry waits until the condition holds, counted from its first hold")
    func waits() throws {
        let filter = try HoldUntilFilter.configured(condition).stage
        var context = StubFilterContext()
        let end = context.now + .seconds(3 * 86_400)
        #expect(filter.verdict(on: candidate, context) == .hold(until: end, because: "waits for likes >= 10"))
        context.firstHolds["k"] = context.now
        context.now = end - .seconds(1)
        #expect(filter.verdict(on: candidate, context) == .hold(until: end, because: "waits for likes >= 10"))
        context.now = end
        #expect(filter.verdict(on: candidate, context) == .drop(because: "waited 3 days for likes >= 10", as: .expired))
    }

    @Test("the condition is asked before the limit")
    func conditionFirst() throws {
        let filter = try HoldUntilFilter.configured(condition).stage
        var context = StubFilterContext()
        context.firstHolds["k"] = context.now - .seconds(10 * 86_400)
        var liked = candidate
        liked.entry.numbers["likes"] = 10
        #expect(filter.verdict(on: liked, context) == .keep)
    }

    @Test("when the time is up, the entry is kept unless told otherwise")
    func then() throws {
        let filter = try HoldUntilFilter.configured(["likes": .text(">=10"), "at_most": "1h"]).stage
        var context = StubFilterContext()
        context.firstHolds["k"] = context.now - .seconds(3600)
        #expect(filter.verdict(on: candidate, context) == .keep)
    }

    @Test("without a limit an entry waits for ever")
    func forEver() throws {
        let filter = try HoldUntilFilter.configured(["likes": .text(">=10")]).stage
        var context = StubFilterContext()
        context.firstHolds["k"] = context.now - .seconds(1_000_000_000)
        #expect(filter.verdict(on: candidate, context) == .hold(until: nil, because: "waits for likes >= 10"))
    }
}

@Suite("newer_than")
struct NewerThanTests {
    @Test(
        "age counts to when the entry was first seen, so that waiting makes nobody older",
        arguments: [
            (6, true), (7, true), (8, false), (-1, true),
        ])
    func age(days: Int, isKept: Bool) throws {
        let filter = try NewerThanFilter.configured("7d").stage
        let seen = ManualClock().now
        var context = StubFilterContext()
        context.now = seen + .seconds(100 * 86_400)
        let candidate = Candidate.with(seen: seen) { $0.published = seen - .seconds(days * 86_400) }
        #expect((filter.verdict(on: candidate, context) == .keep) == isKept)
    }

    @Test("Y08 days on which nobody could look make nobody older, and do not make an old article new")
    func waited() throws {
        let filter = try NewerThanFilter.configured("2d").stage
        let seen = ManualClock().now
        for (days, isKept) in [(4, true), (6, true), (8, false)] {
            var candidate = Candidate.with(seen: seen) { $0.published = seen - .seconds(days * 86_400) }
            candidate.waited = .seconds(5 * 86_400)
            #expect((filter.verdict(on: candidate, StubFilterContext()) == .keep) == isKept)
        }
    }

    @Test("Y08 dates of the year 1 and of 9999 are judged like any other, and stand where they were first seen or last")
    func oddDates() throws {
        let seen = ManualClock().now
        let ancient = Candidate.with("ancient", seen: seen) {
            $0.published = CivilTime(year: 1, month: 1, day: 1).timestamp()
        }
        let future = Candidate.with("future", seen: seen) {
            $0.published = CivilTime(year: 9999, month: 12, day: 31).timestamp()
        }
        let new = Candidate.with("new", seen: seen + .seconds(60)) { $0.published = seen + .seconds(30) }
        #expect([ancient, future, new].newestFirst.map(\.entry.title) == ["new", "future", "ancient"])
        #expect([new, future, ancient].oldestFirst.map(\.entry.title) == ["ancient", "future", "new"])
        // A server whose clock is ahead: what it brings at once keeps its order, whatever the document's is.
        let ahead = [30, 10, 20].enumerated().map { order, hours in
            Candidate.with("\(hours)", seen: seen, order: order) { $0.published = seen + .seconds(hours * 3600) }
        }
        #expect(ahead.newestFirst.map(\.entry.title) == ["30", "20", "10"])
        #expect(ahead.oldestFirst.map(\.entry.title) == ["10", "20", "30"])
        #expect(try SortFilter.configured([:]).stage.ordered(ahead).map(\.entry.title) == ["30", "20", "10"])
        let filter = try NewerThanFilter.configured("7d").stage
        #expect(filter.verdict(on: future, StubFilterContext()) == .keep)
        #expect(
            filter.verdict(on: ancient, StubFilterContext())
                == .drop(because: "published more than 7 days before it was first seen", as: .expired))
        let japanese: String? =
            if case .drop(let reason, _) = filter.verdict(on: ancient, StubFilterContext()) {
                reason.text(in: .ja)
            } else { nil }
        #expect(japanese == "初めて取得した時点で、公開から7日を超えていた")
    }

    @Test("an entry without a date is as new as when it was first seen")
    func undated() throws {
        #expect(try NewerThanFilter.configured("1h").stage.verdict(on: .with(), StubFilterContext()) == .keep)
    }
}

@Suite("deduplicate")
struct DeduplicateTests {
    private let now = ManualClock().now

    private func apply(
        _ section: Node, _ candidates: [Candidate], _ context: StubFilterContext = StubFilterContext()
    ) async throws -> Batch {
        var batch = Batch(candidates)
        try await DeduplicateFilter.configured(section).stage.apply(to: &batch, context)
        return batch
    }

    private func candidate(
        _ title: String, _ url: String, source: String, rank: Int = 0, seen: Int = 0, order: Int = 0
    ) -> Candidate {
        .with(title, key: source + title, source: source, rank: rank, seen: now + .seconds(seen), order: order) {
            $0.url = url
        }
    }

    @Test("Y10 the first source of the configuration stays, whichever was seen first, and the others name its entry")
    func firstSource() async throws {
        let batch = try await apply(
            [:],
            [
                candidate("second", "https://e.com/a?utm_source=x", source: "b", rank: 1),
                candidate("first", "https://E.com/a", source: "a", seen: 10),
                candidate("third", "https://e.com:443/a?fbclid=1", source: "c", rank: 2, seen: 5),
                candidate("other", "https://e.com/b", source: "c", rank: 2),
            ])
        #expect(batch.keptTitles == ["first", "other"])
        #expect(batch.candidates.map(\.sameAs) == ["afirst", nil, "afirst", nil])
        #expect(batch.candidates[0].verdict == .drop(because: "same address as an entry of a", as: .duplicate))
    }

    @Test("within a source what was seen first stays, then the document's order decides")
    func ties() async throws {
        let batch = try await apply(
            ["by": "title"],
            [
                candidate("Same　Title", "https://e.com/1", source: "b", rank: 1),
                candidate("same  title ", "https://e.com/2", source: "a", rank: 0, order: 2),
                candidate("ＳＡＭＥ TITLE", "https://e.com/3", source: "a", rank: 0, order: 1),
            ])
        #expect(batch.keptTitles == ["ＳＡＭＥ TITLE"])
        #expect(batch.candidates.map(\.sameAs) == ["aＳＡＭＥ TITLE", "aＳＡＭＥ TITLE", nil])
    }

    @Test("any listed key is enough")
    func anyKey() async throws {
        let batch = try await apply(
            ["by": ["url", "title"]],
            [
                candidate("one", "https://e.com/1", source: "a"),
                candidate("one", "https://e.com/2", source: "b", rank: 1),
                candidate("two", "https://e.com/1", source: "c", rank: 2),
            ])
        #expect(batch.keptTitles == ["one"])
        #expect(batch.candidates.map(\.sameAs) == [nil, "aone", "aone"])
    }

    @Test("entries kept within the window count, too")
    func window() async throws {
        var context = StubFilterContext()
        context.earlier = [Fingerprint(kind: "url", text: "https://e.com/1"): KeptEntry(key: "e7", source: "zenn")]
        let batch = try await apply(
            [:], [candidate("one", "https://e.com/1#", source: "a"), candidate("one", "https://e.com/1", source: "b")],
            context)
        #expect(
            batch.candidates[1].verdict
                == .drop(because: "same address as a delivered entry of zenn", as: .duplicate))
        #expect(batch.candidates[1].sameAs == "e7")
    }

    @Test("entries without an address or title are like no other")
    func missing() async throws {
        let batch = try await apply(
            ["by": ["url", "title"]], [.with(key: "a"), .with(key: "b"), .with(" ", key: "c")])
        #expect(batch.candidates.allSatisfy { $0.verdict == .keep && $0.fingerprints.isEmpty })
    }

    @Test("what will be compared later is noted with each kept entry")
    func fingerprints() async throws {
        let batch = try await apply(
            ["by": ["url", "title"]], [candidate("Ｔitle", "https://e.com/?utm_medium=y", source: "a")])
        #expect(
            batch.candidates[0].fingerprints == [
                Fingerprint(kind: "url", text: "https://e.com/"), Fingerprint(kind: "title", text: "title"),
            ])
    }

    @Test("entries that other filters dropped or hold are not looked at")
    func judged() async throws {
        var dropped = candidate("one", "https://e.com/1", source: "a")
        dropped.verdict = .drop(because: "x")
        let batch = try await apply([:], [dropped, candidate("two", "https://e.com/1", source: "b", seen: 9)])
        #expect(batch.keptTitles == ["two"])
    }
}

@Suite("sort")
struct SortTests {
    private let now = ManualClock().now

    private func candidate(
        _ title: String?, published: Int? = nil, seen: Int = 0, order: Int = 0, likes: Int? = nil
    ) -> Candidate {
        .with(title, key: title ?? "", seen: now + .seconds(seen), order: order) { entry in
            entry.published = published.map { now + .seconds($0) }
            if let likes { entry.numbers["likes"] = likes }
        }
    }

    private func titles(_ section: Node, _ candidates: [Candidate]) throws -> [String] {
        try SortFilter.configured(section).stage.ordered(candidates).map { $0.entry.title ?? "-" }
    }

    @Test("a page has leads by the number that is sorted by, the highest first, and by nothing else")
    func ranking() throws {
        func ranking(_ section: Node) throws -> String? { try SortFilter.configured(section).stage.ranking }
        #expect(try ranking(["by": "likes"]) == "likes")
        #expect(try ranking(["by": "votes", "order": "descending"]) == "votes")
        #expect(try ranking(["by": "likes", "order": "ascending"]) == nil)
        for name in ["published", "first_seen", "title"] { #expect(try ranking(["by": .text(name)]) == nil) }
    }

    @Test("the newest first; undated entries, and those dated ahead, stand where they were first seen")
    func published() throws {
        let candidates = [
            candidate("old", published: -100), candidate("undated"), candidate("new", published: 50, seen: 60),
            candidate("future", published: 10 * 86_400),
        ]
        #expect(try titles([:], candidates) == ["new", "future", "undated", "old"])
        #expect(try titles(["order": "ascending"], candidates) == ["old", "undated", "future", "new"])
    }

    @Test("ties go by when they were first seen, then by the document's order")
    func ties() throws {
        let candidates = [
            candidate("c", published: 0, order: 2), candidate("a", published: 0, order: 1),
            candidate("later", published: 0, seen: 5, order: 9),
        ]
        #expect(try titles([:], candidates) == ["later", "a", "c"])
        #expect(try titles(["order": "ascending"], candidates) == ["a", "c", "later"])
    }

    @Test("numbers and titles; what has none stands last")
    func others() throws {
        let candidates = [
            candidate(nil), candidate("b", likes: 5), candidate("Ａ", likes: 50), candidate("c", likes: -1),
        ]
        #expect(try titles(["by": "likes"], candidates) == ["Ａ", "b", "c", "-"])
        #expect(try titles(["by": "likes", "order": "ascending"], candidates) == ["c", "b", "Ａ", "-"])
        #expect(try titles(["by": "title", "order": "ascending"], candidates) == ["Ａ", "b", "c", "-"])
        #expect(try titles(["by": "title"], candidates) == ["c", "b", "Ａ", "-"])
        #expect(try titles(["by": "first_seen"], [candidate("x"), candidate("y", seen: 1)]) == ["y", "x"])
    }
}

@Suite("strip_tracking")
struct StripTrackingTests {
    @Test(
        "only what tells where a reader came from is taken out",
        arguments: [
            ("https://e.com/?utm_source=x&id=5&UTM_Medium=y", "https://e.com/?id=5"),
            ("https://e.com/a?fbclid=1&gclid=2&yclid=3&mc_cid=4#top", "https://e.com/a#top"),
            ("https://e.com/a?b=utm_source&c=%2F", "https://e.com/a?b=utm_source&c=%2F"),
            ("HTTPS://E.com:443/a?x", "HTTPS://E.com:443/a?x"),
            ("mailto:a@e.com?utm_source=x", "mailto:a@e.com?utm_source=x"),
            ("no address ?utm_source=1", "no address ?utm_source=1"),
        ])
    func addresses(url: String, clean: String) throws {
        let filter = try StripTrackingFilter.configured("true").stage
        var entry = Entry()
        entry.url = url
        entry.links = [Link(href: url)]
        let stripped = filter.transform(entry)
        #expect(stripped.url == clean)
        #expect(stripped.links.map(\.href) == [clean])
        #expect(try StripTrackingFilter.configured("false").stage.transform(entry) == entry)
    }
}

@Suite("StandardFilters")
struct StandardFiltersTests {
    @Test("every filter of the interface stands in the registry")
    func registry() throws {
        var registry = PluginRegistry()
        try StandardFilters.add(to: &registry)
        #expect(
            registry.filters.keys.sorted() == [
                "deduplicate", "drop", "hold_until", "keep", "newer_than", "sort", "stories", "strip_tracking", "take",
            ])
    }
}
