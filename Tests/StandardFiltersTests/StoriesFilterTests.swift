import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

/// What `stories` does with entries. Which titles tell of one event is the matter of `FeedStories`.
@Suite("stories")
struct StoriesFilterTests {
    private let now = ManualClock().now
    private static let quake = "Magnitude 6.1 earthquake strikes Noto peninsula, no tsunami warning"
    private static let quakeToo = "Noto peninsula struck by magnitude 6.1 earthquake; no tsunami warning"
    private static let swift = "Swift 6.3 release candidate brings faster incremental builds"

    private func candidate(
        _ title: String, _ key: String, _ source: String, rank: Int, hoursAgo: Int = 1
    ) -> Candidate {
        let date = now - .seconds(Int64(hoursAgo) * 3600)
        return .with(title, key: key, source: source, rank: rank, seen: now) { entry in
            entry.url = "https://\(source).example/\(key)"
            entry.published = date
        }
    }

    private func apply(
        _ candidates: [Candidate], _ context: StubFilterContext = StubFilterContext(),
        _ options: Node = ["within": "72h"]
    ) async throws -> Batch {
        var batch = Batch(candidates)
        let (filter, diagnostics) = try StoriesFilter.configured(options)
        #expect(diagnostics == [])
        try await filter.apply(to: &batch, context)
        return batch
    }

    /// `head: follower follower` of each candidate.
    private func lines(_ batch: Batch) -> [String] {
        batch.candidates.map { candidate in
            ([candidate.key + ":"] + candidate.followers.map(\.key)).joined(separator: " ")
        }
    }

    @Test("entries of one event stand behind the earliest entry of the first source; others stay where they are")
    func grouped() async throws {
        let batch = try await apply([
            candidate(Self.quakeToo, "nhk", "nhk", rank: 1, hoursAgo: 5),
            candidate(Self.swift, "swift", "blog", rank: 2),
            candidate(Self.quake, "late", "asahi", rank: 0, hoursAgo: 1),
            candidate(Self.quake, "early", "asahi", rank: 0, hoursAgo: 2),
        ])
        #expect(lines(batch) == ["swift:", "early: late nhk"])
        let head = try #require(batch.candidates.last)
        #expect(head.story == StoryMark(story: "early", role: .head))
        #expect(head.flattened.map(\.story?.role) == [.head, .member, .member])
        #expect(head.followers.allSatisfy { $0.reasons.first?.text(in: .en).contains("same story as") ?? false })
    }

    @Test("articles of people about one subject are no story: Qiita, Zenn, note, blogs of hosting services")
    func people() async throws {
        let addresses = [
            "https://qiita.com/a/items/1", "https://zenn.dev/b/articles/2", "https://note.com/c/n/n3",
            "https://d.hatenablog.com/entry/4", "https://e.github.io/5",
        ]
        let batch = try await apply(
            addresses.enumerated().map { place, address in
                var one = candidate("AWS Lambdaのコールドスタートを調べた", "k\(place)", "s\(place)", rank: place)
                one.entry.url = address
                return one
            })
        #expect(lines(batch).sorted() == ["k0:", "k1:", "k2:", "k3:", "k4:"])
    }

    @Test("of what other filters dropped or hold nothing follows anything")
    func droppedBefore() async throws {
        var dropped = candidate(Self.quake, "dropped", "asahi", rank: 0)
        dropped.verdict = .drop(because: "x")
        let batch = try await apply([dropped, candidate(Self.quakeToo, "kept", "nhk", rank: 1)])
        #expect(lines(batch) == ["dropped:", "kept:"])
    }

    private func delivered() -> StubFilterContext {
        var context = StubFilterContext()
        var entry = Entry()
        entry.title = Self.quake
        let member = StoryHistory.Member(key: "e1", source: "asahi", entry: entry, date: now - .seconds(86_400))
        context.stories = StoryHistory(
            stories: [
                StoryHistory.KeptStory(key: "e1", headline: Self.quake, begin: member.date, members: [member])
            ])
        return context
    }

    @Test(
        "what comes after its story was delivered is marked for one line, or as the user wants; several come as one",
        arguments: [("brief", StoryPart.Role.later), ("show", .remarked)])
    func later(option: String, role: StoryPart.Role) async throws {
        let options: Node = ["after_delivery": Node.text(option)]
        let entries = [
            candidate(Self.quakeToo, "a", "nhk", rank: 1), candidate(Self.swift, "swift", "blog", rank: 2),
            candidate(Self.quakeToo, "b", "asahi", rank: 0),
        ]
        let batch = try await apply(entries, delivered(), options)
        #expect(lines(batch) == ["swift:", "b: a"])
        #expect(batch.candidates[1].story == StoryMark(story: "e1", role: role))
        #expect(batch.candidates[1].flattened.map(\.story?.role) == [role, role])
        #expect(batch.candidates[1].verdict == .keep)
    }

    @Test("with `after_delivery: drop` it is dropped, with the story's headline as the reason")
    func dropped() async throws {
        let batch = try await apply(
            [candidate(Self.quakeToo, "a", "nhk", rank: 1)], delivered(), ["after_delivery": "drop"])
        guard case .drop(let reason, .told) = batch.candidates[0].verdict else {
            Issue.record("it is \(batch.candidates[0].verdict)")
            return
        }
        #expect(reason.text(in: .en).contains(Self.quake))
        #expect(reason.text(in: .ja).contains("配信済みの話題"))
    }

    @Test("the groups are the same in whatever order entries arrive")
    func orders() async throws {
        var entries = (0..<6).map { candidate(Self.quake, "q\($0)", "s\($0)", rank: $0, hoursAgo: $0) }
        entries += (0..<4).map { candidate(Self.quakeToo, "r\($0)", "s\($0)", rank: $0, hoursAgo: 9 - $0) }
        entries += (0..<3).map { candidate(Self.swift, "w\($0)", "s\($0)", rank: $0, hoursAgo: 3) }
        let first = Set(lines(try await apply(entries)))
        #expect(first.count < entries.count)
        var random = SplitMix(seed: 20)
        for _ in 0..<20 {
            entries.shuffle(using: &random)
            #expect(Set(lines(try await apply(entries))) == first)
        }
    }

    @Test("a story of more entries than a line has room for becomes several; none is left out")
    func fiftyCopies() async throws {
        let entries = (0..<120).map { number in
            candidate(Self.quake, "k\(number)", "wire", rank: 0, hoursAgo: 1)
        }
        let batch = try await apply(entries)
        #expect(batch.candidates.allSatisfy { $0.flattened.count <= StoriesFilter.mostEntries })
        #expect(Set(batch.candidates.flatMap(\.flattened).map(\.key)).count == 120)
        #expect(batch.candidates.count == 3)
    }

    @Test("entries without a title, a date or an address do no harm")
    func bare() async throws {
        let batch = try await apply([
            .with(nil, key: "a") { $0.published = nil }, .with(nil, key: "b") { $0.url = nil }, .with("", key: "c"),
        ])
        #expect(Set(batch.candidates.flatMap(\.flattened).map(\.key)) == ["a", "b", "c"])
        #expect(batch.candidates.count == 3)
    }

    @Test("a story counts as one in `take`, and one that was delivered before takes no place from news")
    func take() async throws {
        var batch = try await apply(
            [
                candidate(Self.quakeToo, "told", "nhk", rank: 1), candidate(Self.swift, "a", "blog", rank: 2),
                candidate(Self.swift, "b", "nhk", rank: 1),
                candidate("Kyoto opens a new museum of printing and papermaking", "c", "blog", rank: 2),
            ], delivered())
        let (take, _) = try TakeFilter.configured(["entries": "2", "rest": "drop"])
        take.apply(to: &batch, StubFilterContext())
        let kept = batch.candidates.filter { $0.verdict == .keep }.flatMap(\.flattened).map(\.key)
        #expect(kept == ["b", "a", "c"])
    }

    @Test("a filter that changes entries also changes those that follow")
    func changes() async throws {
        var batch = try await apply([
            candidate(Self.quake, "a", "asahi", rank: 0), candidate(Self.quakeToo, "b", "nhk", rank: 1),
        ])
        batch.candidates[0].followers[0].entry.url = "https://nhk.example/b?utm_source=x"
        let (filter, _) = try StripTrackingFilter.configured("true")
        try await filter.apply(to: &batch, StubFilterContext())
        #expect(batch.candidates[0].followers[0].entry.url == "https://nhk.example/b")
    }
}
