import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedState
import FeedTesting
import Synchronization
import Testing

@testable import FeedCommand

/// One article in several sources, through whole runs: what a reader sees of it, and how often.
@Suite("the same article in deliveries")
struct SameArticleDeliveryTests {
    private static let start = Timestamp(seconds: 1_794_780_000)

    private struct Item: Sendable {
        var title: String
        var address: String
        var minute = 1
        var bookmarks: Int?
        var guid: String?
    }

    private final class Web: Sendable {
        private let feeds = Mutex<[String: [Item]]>([:])

        func show(_ host: String, _ items: Item...) { feeds.withLock { $0[host] = items } }

        func answer(_ url: String) -> StubAnswer {
            let host = Address.host(url)?.split(separator: ".").first.map(String.init) ?? ""
            let items = feeds.withLock { $0[host] ?? [] }.map { item in
                let date = (SameArticleDeliveryTests.start + .seconds(item.minute * 60)).rfc3339()
                let count = item.bookmarks.map { "<hatena:bookmarkcount>\($0)</hatena:bookmarkcount>" }
                return
                    "<item><guid isPermaLink=\"false\">\(item.guid ?? host + item.title)</guid><title>\(item.title)</title>"
                    + "<link>\(item.address)</link><dc:date>\(date)</dc:date>" + (count ?? "") + "</item>"
            }
            return .document(
                """
                <rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/"
                xmlns:hatena="http://www.hatena.ne.jp/info/xmlns#"><channel><title>Feed of \(host)</title>\(items.joined())
                </channel></rss>
                """)
        }
    }

    private let web = Web()

    private func job(_ filters: String) throws -> CronJob {
        let configuration = """
            version: 1
            settings: { timezone: UTC, locale: en }
            defaults: { first_run: all, flood_guard: no }
            sources:
              a: { type: feed, url: "https://a.example/feed" }
              b: { type: feed, url: "https://b.example/feed" }
              c: { type: feed, url: "https://c.example/feed" }
            sinks: { lines: { type: file, path: lines.jsonl, format: jsonl, mode: append } }
            pipelines: { all: { sources: [a, b, c], filters: [\(filters)], sinks: [lines] } }
            """
        return try CronJob(configuration, at: Self.start + .seconds(3600)) { [web] url, _ in web.answer(url) }
    }

    private func run(_ job: CronJob, hours: Int = 1) async throws {
        let outcome = try await job.run()
        #expect(outcome.status == .done)
        job.clock.advance(by: .seconds(hours * 3600))
    }

    private func delivered(by job: CronJob) throws -> [String] {
        try (job.bytes("lines.jsonl") ?? []).split(separator: 0x0A).compactMap { line in
            try JSONReader.read(Array(line))["title"]?.string
        }
    }

    /// What `why` says of the entries, in the order in which they were seen.
    private func reasons(of job: CronJob) async throws -> [String] {
        try await job.histories().map { history in
            let pipeline = history.pipelines.first
            return
                "\(pipeline?.state.rawValue ?? "") \(pipeline?.filter ?? "") \(pipeline?.reason?.text(in: .en) ?? "")"
        }
    }

    @Test("a phone's address on the second day and an AMP page on the third are the article of the first day")
    func daysInSequence() async throws {
        let job = try job("deduplicate: {}")
        web.show(
            "b", Item(title: "An article | Example", address: "http://m.news.example/2026/11/story-1/?utm_source=b"))
        try await run(job, hours: 24)
        web.show("a", Item(title: "An article", address: "https://www.news.example/2026/11/story-1"))
        try await run(job, hours: 24)
        web.show(
            "c", Item(title: "An article", address: "https://www.google.com/amp/s/news.example/2026/11/story-1/amp/"))
        try await run(job, hours: 24)
        #expect(try delivered(by: job) == ["An article | Example"])
        let histories = try await job.histories()
        #expect(histories.map { $0.pipelines.first?.sameAs?.key } == [nil, "e1", "e1"])
        #expect(histories.last?.pipelines.first?.reason?.text(in: .en) == "same address as a delivered entry of b")
    }

    @Test("what a later filter drops takes no other form of the article with it")
    func droppedLater() async throws {
        let job = try job("deduplicate: {}, drop: { title: { contains: PR } }")
        web.show("a", Item(title: "PR: An article", address: "https://news.example/1"))
        web.show("b", Item(title: "An article", address: "http://news.example/1"))
        web.show("c", Item(title: "An article of c", address: "https://www.news.example/1"))
        try await run(job)
        try await run(job)
        #expect(try delivered(by: job) == ["An article"])
        let histories = try await job.histories()
        let kept = try #require(histories.first { $0.pipelines.first?.state == .kept })
        #expect(kept.pipelines.first?.duplicates.count == 2)
        // The one that was passed over is shown with the one that stays.
        #expect(histories.count { $0.pipelines.first?.sameAs == kept.entry.id } == 2)
    }

    @Test("if filters drop each form of an article, each has its own reason")
    func allDropped() async throws {
        let job = try job("deduplicate: {}, drop: { title: { contains: PR } }")
        web.show("a", Item(title: "PR: An article", address: "https://news.example/1"))
        web.show("b", Item(title: "PR of b", address: "http://news.example/1"))
        try await run(job)
        #expect(try delivered(by: job) == [])
        let histories = try await job.histories()
        #expect(histories.map { $0.pipelines.first?.filter } == ["drop#1", "drop#1"])
        #expect(histories.allSatisfy { $0.pipelines.first?.sameAs == nil })
        // The next form is judged like the first.
        web.show("c", Item(title: "An article", address: "https://news.example/1/"))
        try await run(job)
        #expect(try delivered(by: job) == ["An article"])
    }

    @Test("an article that waits for a number is delivered once, as soon as one of its forms has it")
    func heldLater() async throws {
        let job = try job("deduplicate: {}, hold_until: { bookmarks: \">=50\" }")
        web.show("a", Item(title: "of a", address: "https://news.example/1"))
        web.show("b", Item(title: "of b", address: "https://news.example/1", bookmarks: 12))
        try await run(job)
        #expect(try delivered(by: job) == [])
        #expect(try await job.histories().allSatisfy { $0.pipelines.first?.state == .held })
        web.show("b", Item(title: "of b", address: "https://news.example/1", bookmarks: 312))
        try await run(job)
        try await run(job)
        #expect(try delivered(by: job) == ["of b"])
        // The two are fetched beside each other, so each may be the first that was seen.
        let states = try await job.histories().sorted { $0.entry.source < $1.entry.source }.map {
            $0.pipelines.first?.state
        }
        #expect(states == [.dropped, .kept])
    }

    @Test("an article that take passes over competes again with all its forms, and is delivered once")
    func passedOver() async throws {
        let job = try job("deduplicate: {}, take: 1")
        web.show(
            "a", Item(title: "newest", address: "https://news.example/9", minute: 9),
            Item(title: "of a", address: "https://news.example/1", minute: 2))
        web.show("b", Item(title: "of b", address: "https://m.news.example/1", minute: 3))
        web.show("c", Item(title: "of c", address: "https://news.example/1#top", minute: 1))
        for _ in 0..<4 { try await run(job) }
        #expect(try delivered(by: job) == ["newest", "of a"])
        #expect(try await job.histories().count { $0.pipelines.first?.state == .dropped } == 2)
    }

    @Test("a form that wins the competition takes the place of one that does not")
    func winsLater() async throws {
        let job = try job("deduplicate: {}, sort: { by: bookmarks }, take: 1")
        web.show("a", Item(title: "of a", address: "https://news.example/1"))
        web.show(
            "b", Item(title: "of b", address: "https://news.example/1", bookmarks: 312),
            Item(title: "other", address: "https://news.example/2", bookmarks: 7))
        try await run(job)
        #expect(try delivered(by: job) == ["of b"])
        for _ in 0..<3 { try await run(job) }
        #expect(try delivered(by: job) == ["of b", "other"])
    }

    @Test("the posts of a thread, and another source's, are all delivered, also one by one")
    func thread() async throws {
        let job = try job("deduplicate: {}")
        func post(_ number: Int) -> Item {
            Item(
                title: "Re: a thread of a forum", address: "https://forum.example/t/1", minute: number,
                guid: "post-\(number)")
        }
        web.show("a", post(1))
        web.show("b", post(1))
        try await run(job)
        // The first post of both is one article as far as anybody can tell; the others are not.
        #expect(try delivered(by: job).count == 1)
        web.show("a", post(1), post(2))
        try await run(job)
        #expect(try delivered(by: job).count == 2)
        web.show("b", post(1), post(2), post(3))
        try await run(job)
        #expect(try delivered(by: job).count == 4)
        web.show("c", post(9))
        try await run(job)
        #expect(try delivered(by: job).count == 5)
    }

    @Test(
        "what was kept by address or title before articles were compared is delivered by no other source, and news is")
    func upgrade() async throws {
        let job = try job("deduplicate: { by: [url, title] }")
        web.show(
            "a", Item(title: "An article", address: "https://news.example/1"),
            Item(title: "Another article", address: "https://news.example/2", minute: 2))
        try await run(job, hours: 24)
        let later = try self.job("deduplicate: {}")
        job.change { $0.pipelines = later.plan.pipelines }
        web.show(
            "b", Item(title: "An article | News", address: "http://news.example/1?utm_source=b"),
            Item(title: "Another article", address: "https://news.example/other", minute: 2),
            Item(title: "News of today", address: "https://news.example/3", minute: 1500))
        try await run(job, hours: 24)
        // The form of the second delivery is known from then on, too.
        web.show("c", Item(title: "An article", address: "https://m.news.example/1/amp"))
        try await run(job, hours: 24)
        #expect(try delivered(by: job) == ["An article", "Another article", "Another article", "News of today"])
        #expect(try await reasons(of: job).filter { $0.hasPrefix("dropped") }.count == 2)
    }
}
