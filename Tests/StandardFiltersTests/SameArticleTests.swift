import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import StandardFilters

/// What `deduplicate` takes for one article, and what it never does.
@Suite("the same article")
struct SameArticleTests {
    private static let articles = ArticleForm.all(in: "articles.tsv")
    private static let nearMisses = ArticleForm.all(in: "near-misses.tsv")

    /// The pairs that were taken for one article, by the articles that they are about.
    private func judge(_ pipeline: DeduplicatingPipeline, _ forms: [ArticleForm]) -> (wrong: [String], missed: [String])
    {
        let articles = Dictionary(uniqueKeysWithValues: forms.map { ($0.key, $0.article) })
        let wrong = pipeline.sameAs.filter { articles[$0.key] != articles[$0.value] }
            .map { "\($0.key) in favour of \($0.value): \(pipeline.reasons[$0.key] ?? "")" }
        let kept = Dictionary(grouping: pipeline.kept) { articles[$0] ?? "" }
        let missed = kept.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value)" }
        return (wrong.sorted(), missed.sorted())
    }

    @Test("thirty articles in two to five forms each are thirty entries, whichever source comes first")
    func forms() async throws {
        #expect(Set(Self.articles.map(\.article)).count >= 30 && Self.articles.count >= 90)
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            let forms = seed == 0 ? Self.articles : Self.articles.shuffled(using: &generator)
            var pipeline = try DeduplicatingPipeline()
            try await pipeline.deliver(forms)
            let (wrong, missed) = judge(pipeline, forms)
            #expect(wrong == [], "order \(seed)")
            #expect(missed == [], "order \(seed)")
        }
    }

    /// Sources that show articles of others.
    private static let others: Set = ["hatena", "google", "google_topic", "google_atom", "planet", "mirror", "extra"]

    @Test(
        "the forms of an article are one entry also if they come in deliveries one after the other, its own source first"
    )
    func deliveries() async throws {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            let sources = Set(Self.articles.map(\.source)).sorted().shuffled(using: &generator)
            var pipeline = try DeduplicatingPipeline()
            for source in sources.filter({ !Self.others.contains($0) }) + sources.filter(Self.others.contains) {
                try await pipeline.deliver(Self.articles.filter { $0.source == source })
            }
            let (wrong, missed) = judge(pipeline, Self.articles)
            #expect(wrong == [], "order \(seed)")
            #expect(missed == [], "order \(seed)")
        }
    }

    @Test("if two forms that have nothing in common were delivered, the third one that links them is no third entry")
    func deliveriesInAnyOrder() async throws {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            let sources = Set(Self.articles.map(\.source)).sorted().shuffled(using: &generator)
            var pipeline = try DeduplicatingPipeline()
            for source in sources { try await pipeline.deliver(Self.articles.filter { $0.source == source }) }
            let (wrong, missed) = judge(pipeline, Self.articles)
            #expect(wrong == [], "order \(seed)")
            // A bookmark has the date of the bookmark, and Google News no address.
            for line in missed {
                #expect(line.contains("hatena") && line.contains("google"), "order \(seed)")
                #expect(line.split(separator: ",").count == 2, "order \(seed)")
            }
        }
    }

    @Test("entries that only look alike are all kept, in one delivery")
    func lookAlikes() async throws {
        #expect(Self.nearMisses.count >= 60)
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            let forms = seed == 0 ? Self.nearMisses : Self.nearMisses.shuffled(using: &generator)
            var pipeline = try DeduplicatingPipeline()
            try await pipeline.deliver(forms)
            let dropped = pipeline.sameAs.map { "\($0.key) as \($0.value): \(pipeline.reasons[$0.key] ?? "")" }
            #expect(dropped.sorted() == [], "order \(seed)")
        }
    }

    @Test("entries that only look alike are all kept, each in a delivery of its own, in any order")
    func lookAlikesOneByOne() async throws {
        for seed in 0..<20 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            // A source shows its pages together at least once: what it shares is known then.
            let known = Self.nearMisses.filter { $0.article == "posts of one thread" || $0.article == "live blog" }
            let others = Self.nearMisses.filter { form in !known.contains { $0.key == form.key } }
            var pipeline = try DeduplicatingPipeline()
            for form in others.shuffled(using: &generator) { try await pipeline.deliver([form]) }
            let dropped = pipeline.sameAs.map { "\($0.key) as \($0.value): \(pipeline.reasons[$0.key] ?? "")" }
            #expect(dropped.sorted() == [], "order \(seed)")
        }
    }

    /// An entry as a line of a fixture gives it.
    private func form(
        _ article: String, _ source: String, _ line: Int, _ title: String, _ address: String, hour: Int,
        guid: String? = nil,
        publisher: Publisher? = nil
    ) -> ArticleForm {
        var entry = Entry()
        (entry.title, entry.url, entry.guid, entry.publisher) = (title, address, guid, publisher)
        entry.published = Timestamp(seconds: 1_794_780_123) + .seconds(hour * 3600)
        return ArticleForm(article: article, source: source, line: line, entry: entry)
    }

    @Test("a column of the day is never taken for that of another day, in whatever order two sources bring them")
    func columns() async throws {
        let publisher = Publisher(name: "Example Times", url: "https://times.example")
        let title = "世界の株式市場のきょうの動き"
        var forms: [ArticleForm] = []
        for day in 0..<3 {
            forms.append(
                form("\(day)", "times", day, title, "https://times.example/2026/\(day)-market", hour: day * 24))
            forms.append(
                form(
                    "\(day)", "google", 10 + day, title, "https://news.google.com/rss/articles/CBMiAU\(day)",
                    hour: day * 24,
                    publisher: publisher))
        }
        for seed in 0..<200 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            var pipeline = try DeduplicatingPipeline()
            var left = forms.shuffled(using: &generator)
            while !left.isEmpty {
                let count = Int.random(in: 1...left.count, using: &generator)
                try await pipeline.deliver(Array(left.prefix(count)))
                left.removeFirst(count)
            }
            #expect(judge(pipeline, forms).wrong == [], "order \(seed)")
            #expect(Set(pipeline.kept.map { $0.split(separator: " ")[1].suffix(1) }).count == 3, "order \(seed)")
        }
    }

    @Test(
        "posts that share the title and the address of their thread are all kept, in whatever order two sources bring them"
    )
    func threads() async throws {
        let forms = ["forum", "mirror"].flatMap { source in
            (0..<4).map { number in
                form(
                    "\(number)", source, number + (source == "forum" ? 0 : 10), "Re: How to write a configuration",
                    "https://forum.example/t/77", hour: number, guid: "\(source)-\(number)")
            }
        }
        for seed in 0..<200 as Range<UInt64> {
            var generator = SplitMix(seed: seed)
            var pipeline = try DeduplicatingPipeline()
            var left = forms.shuffled(using: &generator)
            while !left.isEmpty {
                let count = Int.random(in: 1...left.count, using: &generator)
                try await pipeline.deliver(Array(left.prefix(count)))
                left.removeFirst(count)
            }
            // Before a source has shown a second post, the address is that of one article. Never of more.
            #expect(pipeline.sameAs.count <= 1, "order \(seed)")
            #expect(Set(pipeline.sameAs.keys.map { $0.hasPrefix("forum") }).count <= 1, "order \(seed)")
        }
    }

    @Test("posts of a thread with ids of their site are two entries, also if each source shows only one of them")
    func idsOfSite() async throws {
        for (first, second) in [
            ("tag:forum.example,2026:post-1", "tag:forum.example,2026:post-2"),
            ("https://forum.example/t/77#post-1", "https://forum.example/t/77#post-2"),
            ("https://forum.example/?p=1", "https://forum.example/?p=2"),
        ] {
            let address = "https://forum.example/t/77"
            let title = "Re: How to write a configuration"
            var pipeline = try DeduplicatingPipeline()
            try await pipeline.deliver([form("1", "forum", 1, title, address, hour: 0, guid: first)])
            try await pipeline.deliver([form("2", "mirror", 2, title, address, hour: 1, guid: second)])
            #expect(pipeline.sameAs.isEmpty, "\(first)")
            try await pipeline.deliver([form("1", "third", 3, title, address, hour: 0, guid: first)])
            #expect(pipeline.sameAs.count == 1, "\(first)")
        }
    }

    @Test("two entries of one source are two also if one of another source has the addresses of both")
    func bridge() async throws {
        let forms = [
            form("1", "a", 1, "The first page", "https://news.example/page-1", hour: 0),
            form("1", "b", 2, "A page", "https://news.example/page-1", hour: 0, guid: "https://news.example/page-2"),
            form("2", "a", 3, "The second page", "https://news.example/page-2", hour: 0),
        ]
        for order in [[0, 1, 2], [2, 1, 0], [0, 2, 1], [1, 0, 2]] {
            var (together, apart) = (try DeduplicatingPipeline(), try DeduplicatingPipeline())
            try await together.deliver(order.map { forms[$0] })
            for index in order { try await apart.deliver([forms[index]]) }
            for pipeline in [together, apart] { #expect(pipeline.sameAs.count == 1, "order \(order)") }
        }
    }

    @Test("an address that a source has given to several entries tells no article any more, also weeks later")
    func sharedBefore() async throws {
        var pipeline = try DeduplicatingPipeline(["window": "400d"])
        let address = "https://pod.example/show-1"
        try await pipeline.deliver([
            form("1", "podcast", 1, "The first talk of the show", address, hour: 0, guid: "1"),
            form("2", "podcast", 2, "The second talk of the show", address, hour: 1, guid: "2"),
        ])
        for day in 1..<30 {
            try await pipeline.deliver([form("x", "x", day, "\(day)", "https://x.example/\(day)", hour: day)])
        }
        try await pipeline.deliver([form("3", "bookmarks", 99, "The page of the show", address, hour: 700)])
        #expect(pipeline.sameAs.isEmpty)
    }

    @Test(
        "an article that comes again after the window is delivered again; one of the same site months later is another one"
    )
    func again() async throws {
        var pipeline = try DeduplicatingPipeline()
        let google = Publisher(name: "Example", url: "https://news.example")
        try await pipeline.deliver([
            form("1", "blog", 1, "A checklist before the winter", "https://news.example/2025/checklist", hour: 0)
        ])
        try await pipeline.deliver([
            form("2", "blog", 2, "A checklist before the winter", "https://news.example/2026/checklist", hour: 700),
            form(
                "2", "google", 3, "A checklist before the winter", "https://news.google.com/articles/CBMiAUx",
                hour: 700,
                publisher: google),
        ])
        // The title is that of two articles of one source, so it tells nothing.
        #expect(pipeline.kept.count == 3)
    }

    @Test(
        "what an earlier version kept is known: by its address in either scheme, by its title, by a title as it was folded"
    )
    func earlierVersion() async throws {
        let old = form("1", "a", 1, "サーバーの髙橋さん、新しい仕事をはじめる", "https://news.example/story-1", hour: 0)
        let kept = KeptEntry(
            key: "old", source: "a", members: [KeptEntry.Member(source: "a", entry: old.entry)])
        let url = Fingerprint(kind: "url", text: "https://news.example/story-1")
        let title = Fingerprint(kind: "title", text: FormerTitle.key(old.entry.title) ?? "")
        let publisher = Publisher(name: "例", url: "https://news.example")
        let cases: [(Fingerprint, ArticleForm, Bool)] = [
            (url, form("1", "b", 2, "Another title", "http://news.example/story-1?utm_source=b", hour: 1), true),
            (url, form("1", "a", 2, "Another title", "https://news.example/story-1", hour: 1, guid: "2"), false),
            (
                title,
                form(
                    "1", "b", 2, old.entry.title ?? "", "https://news.google.com/articles/CBMiAUx", hour: 1,
                    publisher: publisher), true
            ),
            (
                title,
                form(
                    "1", "b", 2, old.entry.title ?? "", "https://news.google.com/articles/CBMiAUx", hour: 9,
                    publisher: publisher), false
            ),
            (title, form("1", "b", 2, old.entry.title ?? "", "https://other.example/story-1", hour: 0), false),
        ]
        for (print, new, isSame) in cases {
            var context = StubFilterContext()
            context.earlier = [print: kept]
            var batch = Batch([.testing(key: "new", source: new.source) { $0 = new.entry }])
            try await DeduplicateFilter.configured([:]).stage.apply(to: &batch, context)
            #expect(batch.candidates[0].sameAs == (isSame ? "old" : nil), "\(new.entry.url ?? "")")
        }
        // A version that kept no text of the entry: the address alone decides.
        var context = StubFilterContext()
        context.earlier = [url: KeptEntry(key: "old", source: "a")]
        var batch = Batch([.testing(key: "new", source: "b") { $0.url = "http://news.example/story-1" }])
        try await DeduplicateFilter.configured([:]).stage.apply(to: &batch, context)
        #expect(batch.candidates[0].sameAs == "old")
    }

    @Test("the reason tells what was the same")
    func reasons() async throws {
        var pipeline = try DeduplicatingPipeline()
        try await pipeline.deliver(Self.articles)
        let kinds = Set(pipeline.reasons.values.compactMap { $0.split(separator: " as ").first.map(String.init) })
        #expect(kinds == ["same address", "same id", "same title, publisher and date"])
    }

    @Test("entries that later filters passed over give their place to another form, and are told as its duplicates")
    func passedOver() async throws {
        var context = StubFilterContext()
        context.passedOver = ["a"]
        func candidate(_ key: String, rank: Int) -> Candidate {
            .testing(key, key: key, source: key, rank: rank) { $0.url = "https://news.example/1" }
        }
        var batch = Batch([candidate("a", rank: 0), candidate("b", rank: 1), candidate("c", rank: 2)])
        try await DeduplicateFilter.configured([:]).stage.apply(to: &batch, context)
        #expect(batch.keptTitles == ["b"])
        #expect(batch.candidates.map(\.sameAs) == ["b", nil, "b"])
        context.passedOver = ["a", "b", "c"]
        batch = Batch([candidate("a", rank: 0), candidate("b", rank: 1), candidate("c", rank: 2)])
        try await DeduplicateFilter.configured([:]).stage.apply(to: &batch, context)
        #expect(batch.keptTitles == ["a"])
    }
}
