import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Synchronization
import Testing

@testable import StandardFilters

/// `deduplicate` over a backlog that is longer than what it compares at once.
@Suite("duplicates in a long backlog")
struct LongBacklogTests {
    /// Entries of a few sources, of which many have something in common: an address, an id, a title with the site, a title
    /// alone; keys that several entries of one source have; entries that were dropped before; entries that were delivered.
    private func world(_ seed: UInt64, count: Int) -> (batch: Batch, context: CountingContext) {
        var chance = SplitMix(seed: seed)
        let start = ManualClock().now - .seconds(86_400)
        let sources = (0..<7).map { "source \($0)" }
        var candidates: [Candidate] = []
        for number in 0..<count {
            let article = Int.random(in: 0..<(count * 2 / 3), using: &chance)
            let kind = Int.random(in: 0..<10, using: &chance)
            let rank = Int.random(in: 0..<7, using: &chance)
            var candidate = Candidate.testing(
                key: "e\(number)", source: sources[rank], rank: rank,
                seen: start + .seconds(Int64.random(in: 0..<500, using: &chance)), order: number % 10
            ) { entry in
                entry.title = "A long headline about subject \(article)"
                if kind == 0 { entry.title = "Notes of the week in the harbour" }
                entry.url = "https://site\(article % 9).example/articles/\(article)"
                if kind == 1 { entry.url = "https://site\(rank).example/" }
                if kind == 2 { entry.url = "https://mirror\(rank).example/\(number)" }
                if kind == 3 { entry.guid = "tag:site\(article % 9).example,2026:\(article)" }
                if kind == 4 { entry.url = "http://site\(article % 9).example/articles/\(article)?utm_source=feed" }
                if kind == 6 {
                    entry.title = "What else is known of \(article)"
                    entry.url = "https://second.example/\(article)"
                }
                entry.published = start + .seconds(Int64(article) * 61)
            }
            if kind == 5 { candidate.verdict = .drop(because: "not wanted") }
            candidates.append(candidate)
        }
        var context = CountingContext()
        // Some articles were delivered before, in a form that another source gave.
        for article in 0..<(count / 12) {
            var entry = Entry()
            entry.title = "A long headline about subject \(article)"
            entry.url = "https://site\(article % 9).example/articles/\(article)"
            entry.published = start + .seconds(Int64(article) * 61)
            let (source, other) = (sources[article % 7], sources[(article + 3) % 7])
            // Another one was the same as that, and its keys alone do not lead to it.
            var second = Entry()
            second.title = "What else is known of \(article)"
            second.url = "https://second.example/\(article)"
            second.published = entry.published
            let kept = KeptEntry(
                key: "k\(article)", source: source,
                members: [
                    KeptEntry.Member(source: source, entry: entry), KeptEntry.Member(source: other, entry: second),
                ])
            for key in ArticleFacts(entry, source: source).keys {
                context.stub.earlier[Fingerprint(kind: "article", text: key)] = kept
            }
        }
        return (Batch(candidates), context)
    }

    /// What became of each entry.
    private struct Outcome: Equatable {
        let key: String
        let verdict: Verdict
        let sameAs: String?
        let fingerprints: Set<Fingerprint>

        init(_ candidate: Candidate) {
            (key, verdict) = (candidate.key, candidate.verdict)
            (sameAs, fingerprints) = (candidate.sameAs, candidate.fingerprints)
        }
    }

    private static let options: [Node] = [[:], ["by": "url"], ["by": ["article", "title"]], ["by": ["url", "title"]]]

    @Test(
        "which entry stays, of which it is a duplicate and why is the same as if all were compared at once",
        arguments: [UInt64](1...4), 0..<options.count)
    func outcomes(seed: UInt64, options: Int) async throws {
        var whole = try DeduplicateFilter.configured(Self.options[options]).stage
        var parts = whole
        whole.comparedAtOnce = .max
        parts.comparedAtOnce = 40
        // Twice, so that keys that several entries of one source had are remembered.
        var (first, second) = (FilterMemory(now: ManualClock().now), FilterMemory(now: ManualClock().now))
        for round in 0..<2 {
            var (expected, context) = world(seed * 10 + UInt64(round), count: 600)
            var found = expected
            context.stub.memory = first
            context.stub.passedOver = Set((0..<600).filter { $0 % 17 == 0 }.map { "e\($0)" })
            var other = context
            other.stub.memory = second
            try await whole.apply(to: &expected, context)
            try await parts.apply(to: &found, other)
            #expect(found.candidates.map(Outcome.init) == expected.candidates.map(Outcome.init))
            #expect(other.stub.memory.items == context.stub.memory.items)
            #expect(expected.candidates.count { $0.sameAs != nil } > 50)
            (first, second) = (context.stub.memory, other.stub.memory)
        }
    }

    @Test("only so many entries are compared at once: those that have nothing in common with others are not")
    func bound() async throws {
        var filter = try DeduplicateFilter.configured([:]).stage
        filter.comparedAtOnce = 40
        var (batch, context) = world(3, count: 2_000)
        try await filter.apply(to: &batch, context)
        let most = context.asked.withLock { $0.max() ?? 0 }
        // An entry has at most nine values that are looked for.
        #expect(most > 0 && most <= 9 * 40)
        var links = BacklogLinks(count: 6)
        for (index, number) in [1, 2, 1, 3, 2, 4].enumerated() {
            let candidate = Candidate.testing(source: "\(index)") { $0.url = "https://site.example/articles/\(number)" }
            links.note(ComparedEntry(candidate, by: [.article]), at: index, isKept: true)
        }
        let found = links.parts(of: 2) { "\($0)" }
        #expect(found.parts == [[0, 2], [1, 4]])
        #expect(found.shared == [])
    }

    @Test("a key that several entries of one source have links none, however many there are")
    func shared() {
        var links = BacklogLinks(count: 500)
        for index in 0..<500 {
            let candidate = Candidate.testing(source: "s\(index % 5)") { $0.url = "https://site.example/articles/1" }
            links.note(ComparedEntry(candidate, by: [.article]), at: index, isKept: true)
        }
        let found = links.parts(of: 40) { "s\($0 % 5)" }
        #expect(found.parts.map(\.count) == [Int](repeating: 40, count: 12) + [20])
        #expect(found.shared.count == 1)
    }

    /// A context that notes how many values were looked for at once.
    private struct CountingContext: FilterContext {
        var stub = StubFilterContext()
        let asked = Counts()

        final class Counts: Sendable {
            private let counts = Mutex<[Int]>([])
            func withLock<Value: Sendable>(_ body: (inout [Int]) -> Value) -> Value { counts.withLock { body(&$0) } }
        }

        var pipeline: String { stub.pipeline }
        var now: Timestamp { stub.now }
        var zone: Zone { stub.zone }
        var keptToday: Int { stub.keptToday }
        var memory: FilterMemory { stub.memory }
        var passedOver: Set<String> { stub.passedOver }
        func firstHeld(_ candidate: Candidate) -> Timestamp? { stub.firstHeld(candidate) }
        func numberHistory() -> NumberHistory { stub.history }
        func storyHistory(within window: Duration) -> StoryHistory { stub.stories }

        func previouslyKept(
            _ fingerprints: Set<Fingerprint>, within window: Duration
        ) async -> [Fingerprint: KeptEntry] {
            asked.withLock { $0.append(fingerprints.count) }
            return await stub.previouslyKept(fingerprints, within: window)
        }
    }
}
