import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

/// The order by buzz, and conditions that compare an entry with others of its source.
@Suite("buzz in filters")
struct BuzzOrderTests {
    private let now = ManualClock().now

    /// Each source has had the values 1…count of its number at each age.
    private func context(_ numbers: [String: (name: String, count: Int)]) -> StubFilterContext {
        var context = StubFilterContext()
        context.history = NumberHistory(
            numbers.flatMap { source, number in
                AgeBucket.allCases.flatMap { bucket in
                    (1...number.count).map { .init(source: source, number: number.name, bucket: bucket, value: $0) }
                }
            })
        return context
    }

    private func entry(
        _ title: String, of source: String, _ numbers: [String: Int] = [:], hours: Int64 = 1, rank: Int = 0
    ) -> Candidate {
        .testing(title, key: title, source: source, rank: rank, seen: now) {
            $0.numbers = numbers
            $0.published = now - .seconds(hours * 3600)
            $0.url = "https://\(source).example/\(title)"
        }
    }

    private func sorted(
        _ candidates: [Candidate], _ context: StubFilterContext, _ section: Node = ["by": "buzz"]
    ) async throws -> Batch {
        let (filter, diagnostics) = try SortFilter.configured(section)
        #expect(diagnostics == [])
        #expect(filter.ranking == "buzz")
        #expect(!filter.isByTime)
        var batch = Batch(candidates)
        try await filter.apply(to: &batch, context)
        return batch
    }

    @Test("what is talked about most comes first, by age; then what is ordinary or unknown, the newest first")
    func order() async throws {
        let context = context(["qiita": ("likes", 100), "hatena": ("bookmarks", 100)])
        let batch = try await sorted(
            [
                entry("news", of: "nhk", hours: 1), entry("older news", of: "nhk", hours: 5),
                entry("old top", of: "qiita", ["likes": 100], hours: 96), entry("middle", of: "qiita", ["likes": 60]),
                entry("top", of: "hatena", ["bookmarks": 99], hours: 2),
                entry("hardly", of: "qiita", ["likes": 1], hours: 1),
            ], context)
        #expect(batch.keptTitles == ["top", "middle", "old top", "news", "older news", "hardly"])
        #expect(batch.candidates.map { $0.buzz?.isAboveOrdinary } == [true, true, true, false, false, false])
        #expect(batch.candidates[3].buzz?.value == nil)
    }

    @Test("the order of a page does not depend on when it is made, nor on the order of arrival")
    func timeless() async throws {
        let context = context(["a": ("likes", 80)])
        var random = SplitMix(seed: 5)
        let entries = (0..<200).map { entry("e\($0)", of: "a", ["likes": $0 % 90], hours: Int64($0 % 60)) }
        let batch = try await sorted(entries, context)
        let again = try await sorted(entries.shuffled(using: &random), context)
        let filter = try SortFilter.configured(["by": "buzz"]).stage
        let digest = batch.candidates.shuffled(using: &random).map { candidate in
            var entry = DigestEntry(
                key: candidate.key, entry: candidate.entry, source: "a", sourceTitle: "A",
                firstSeen: candidate.firstSeen)
            entry.buzz = candidate.buzz
            return entry
        }
        func ranks(_ entries: [some OrderedEntry]) -> [BuzzRank] {
            entries.map { BuzzRank($0.buzz, date: $0.date, halfLife: BuzzMeasure.usualHalfLife) }
        }
        #expect(ranks(filter.ordered(digest)) == ranks(batch.candidates))
        #expect(ranks(again.candidates) == ranks(batch.candidates))
    }

    @Test("the numbers of duplicates and of a story's members count, each within its own source")
    func story() async throws {
        let context = context(["blog": ("likes", 100), "hatena": ("bookmarks", 100)])
        var duplicate = entry("copy", of: "hatena", ["bookmarks": 95])
        duplicate.verdict = .drop(because: "same", as: .duplicate)
        duplicate.sameAs = "kept"
        var story = entry("story", of: "nhk")
        story.followers = [entry("told otherwise", of: "asahi"), entry("told again", of: "yomiuri")]
        var other = entry("other", of: "hatena", ["bookmarks": 100])
        other.verdict = .drop(because: "not wanted")
        other.sameAs = "alone"
        let batch = try await sorted(
            [duplicate, other, entry("alone", of: "blog", ["likes": 40]), entry("kept", of: "blog"), story], context)
        let found = Dictionary(uniqueKeysWithValues: batch.candidates.map { ($0.key, $0.buzz) })
        #expect(found["kept"]??.numbers.map(\.source) == ["hatena"])
        #expect(found["kept"]??.publishers == 2)
        #expect(found["story"]??.publishers == 3)
        // Only what `deduplicate` dropped counts.
        #expect(found["alone"]??.numbers.map(\.name) == ["likes"])
        #expect(batch.keptTitles.first == "kept")
    }

    @Test("numbers that were read days ago are compared with what others had at that age")
    func frozen() async throws {
        var context = StubFilterContext()
        let (young, old) = (AgeBucket(of: .seconds(3600)), AgeBucket(of: .seconds(50 * 3600)))
        context.history = NumberHistory(
            (1...100).flatMap { value -> [NumberHistory.Sample] in
                [
                    .init(source: "a", number: "likes", bucket: young, value: value),
                    .init(source: "a", number: "likes", bucket: old, value: value * 10),
                ]
            })
        var candidate = entry("x", of: "a", ["likes": 90], hours: 50)
        candidate.lastSeen = candidate.date + .seconds(3600)
        let batch = try await sorted([candidate], context)
        #expect(batch.candidates[0].buzz?.numbers.first?.topPercent == 11)
    }

    @Test("`weights` and `half_life` are options of this order alone")
    func options() async throws {
        let context = context(["a": ("views", 100)])
        let batch = try await sorted(
            [entry("x", of: "a", ["views": 90])], context,
            ["by": "buzz", "half_life": "6h", "weights": ["views": "0.5"]])
        #expect(batch.candidates[0].buzz?.numbers.map(\.weight) == [0.5])
        #expect(batch.candidates[0].buzz?.halfLife == .seconds(6 * 3600))
        #expect(
            try SortFilter.configured(["by": "likes", "half_life": "6h"]).diagnostics.map(\.message)
                == ["testing.half_life: has an effect with `by: buzz` only"])
        #expect(
            SortFilter.diagnostics(of: ["by": "buzz", "weights": ["views": "2"]]).map(\.message)
                == ["testing.weights: `views` must be from 0 to 1"])
    }

    // MARK: conditions

    private func judged(
        _ filter: any Filter, _ candidates: [Candidate], _ context: StubFilterContext
    ) async throws -> [Verdict] {
        var batch = Batch(candidates)
        try await filter.apply(to: &batch, context)
        return batch.candidates.map(\.verdict)
    }

    @Test(
        "`top 5%` is true for the highest twentieth of a source at like age",
        arguments: ["top 5%", "上位5%", "Top 5.0 %", "上位 ５％"])
    func top(text: String) async throws {
        let context = context(["a": ("likes", 100), "tiny": ("likes", 5)])
        let keep = try KeepFilter.configured(["likes": .text(text)]).stage
        let verdicts = try await judged(
            keep,
            [
                entry("1", of: "a", ["likes": 96]), entry("2", of: "a", ["likes": 95]), entry("3", of: "a"),
                // Too few entries to know: nothing is dropped on a guess.
                entry("4", of: "tiny", ["likes": 1]), entry("5", of: "unknown", ["likes": 1]),
            ], context)
        #expect(verdicts.map { $0 == .keep } == [true, false, false, true, true])
        let drop = try DropFilter.configured(["likes": .text(text)]).stage
        let dropped = try await judged(
            drop, [entry("1", of: "a", ["likes": 96]), entry("5", of: "unknown", ["likes": 1])], context)
        #expect(dropped.map { $0 == .keep } == [false, true])
    }

    @Test("`buzz: top 10%` asks for as much as a number in the top 10 % adds, from readers and publishers together")
    func buzz() async throws {
        let context = context(["a": ("likes", 100)])
        let hold = try HoldUntilFilter.configured(["buzz": .text("top 10%"), "at_most": "2d"]).stage
        var told = entry("told by many", of: "a", ["likes": 60])
        told.followers = (1...6).map { entry("voice \($0)", of: "paper\($0)") }
        let verdicts = try await judged(
            hold,
            [
                entry("1", of: "a", ["likes": 95]), entry("2", of: "a", ["likes": 80]), told, entry("4", of: "nhk"),
                entry("5", of: "new", ["likes": 3]),
            ], context)
        #expect(verdicts.map { $0 == .keep } == [true, false, true, false, true])
        let half = try KeepFilter.configured(["buzz": .text(">=0.5")]).stage
        #expect(
            try await judged(
                half, [entry("1", of: "a", ["likes": 95]), entry("2", of: "a", ["likes": 80])], context
            ).map { $0 == .keep } == [true, false])
    }

    @Test("`check` warns of a hold without an end for entries that have no such number")
    func forEver() throws {
        let warnings = try HoldUntilFilter.configured(["buzz": .text("top 10%")]).diagnostics
        #expect(warnings.map(\.message) == ["testing: entries without such numbers may wait for ever"])
        #expect(warnings.map(\.severity) == [.warning])
        #expect(try HoldUntilFilter.configured(["likes": .text(">=10")]).diagnostics == [])
    }

    @Test("a mistake in such a test is told", arguments: ["top", "top 0%", "top 100%", "top five %", "2", ">=1.5"])
    func mistakes(text: String) {
        #expect(BuzzTest(text) == nil)
        #expect(TopTest(text) == nil)
    }
}
