import FeedConfiguration
import FeedJSON
import FeedModel
import FeedStages
import FeedTesting
import Hatena
import Testing

@Suite("the filter bookmarks")
struct BookmarksFilterTests {
    private let bench = BookmarksBench()

    @Test("keeps to what every stage must keep to, and is told whom to ask")
    func conformance() {
        let sample: Node = ["from": "hatena", "max_age": "1h", "per_run": "50"]
        #expect(StageConformance.problems(of: BookmarksFilter.self, sample: sample) == [])
        #expect(BookmarksFilter.diagnostics(of: [:]).count == 1)
        #expect(BookmarksFilter.diagnostics(of: ["from": "delicious"]).count == 1)
        #expect(BookmarksFilter.diagnostics(of: ["from": "hatena", "max_age": "1s"]).count == 1)
        #expect(BookmarksFilter.diagnostics(of: ["from": "hatena", "per_run": "0"]).count == 1)
    }

    @Test("sets the number of entries of all sources, asks for an address once, and for those that are kept alone")
    func numbers() async throws {
        bench.counts = ["https://a.example.com/1": 210, "https://b.example.com/2": 0]
        var batch = bench.batch([
            "https://a.example.com/1", "https://b.example.com/2", "https://a.example.com/1?utm_source=rss",
            "https://c.example.com/3", "https://d.example.com/dropped",
        ])
        batch.candidates[4].verdict = .drop(because: "no")
        try await bench.apply(to: &batch)
        #expect(batch.candidates.map { $0.entry.numbers["bookmarks"] } == [210, 0, 210, nil, nil])
        #expect(batch.candidates.map { $0.entry.url }[2] == "https://a.example.com/1?utm_source=rss")
        #expect(batch.warnings.isEmpty && batch.failure == nil)
        #expect(
            bench.asked == [["https://a.example.com/1", "https://b.example.com/2", "https://c.example.com/3"]])
    }

    @Test(
        "a delivery that calls its filters several times asks for no more than per_run in all, and a silent service once"
    )
    func rounds() async throws {
        let pages = (1...9).map { "https://a.example.com/\($0)" }
        bench.section = ["from": "hatena", "per_run": "4"]
        for _ in 1...3 {
            var batch = bench.batch(pages)
            try await bench.apply(to: &batch)
        }
        #expect(bench.asked.joined().count == 4)
        bench.pass(.seconds(7 * 3600)).answer = .status(500)
        let before = bench.requests.count
        for _ in 1...3 {
            var batch = bench.batch(pages)
            try await bench.apply(to: &batch)
        }
        #expect(bench.requests.count == before + 1)
    }

    @Test("what stands behind the # of an address is not sent")
    func fragments() async throws {
        var batch = bench.batch(["https://a.example.com/file#key=secret", "https://a.example.com/file#comments"])
        try await bench.apply(to: &batch)
        #expect(bench.asked == [["https://a.example.com/file"]])
    }

    @Test("a larger number of the entry's own source stays; one that falls follows the latest answer")
    func larger() async throws {
        let page = "https://a.example.com/1"
        bench.counts = [page: 210]
        var batch = bench.batch([page])
        batch.candidates[0].entry.numbers = ["bookmarks": 300, "likes": 4]
        try await bench.apply(to: &batch)
        #expect(batch.candidates[0].entry.numbers == ["bookmarks": 300, "likes": 4])
        batch.candidates[0].entry.numbers["bookmarks"] = 12
        bench.counts = [page: 190]
        try await bench.pass(.seconds(7 * 3600)).apply(to: &batch)
        #expect(batch.candidates[0].entry.numbers["bookmarks"] == 190)
    }

    @Test("an answer is used for max_age, and longer the older the entry is")
    func fresh() async throws {
        let pages = ["https://a.example.com/new", "https://a.example.com/week", "https://a.example.com/month"]
        for page in pages { bench.counts[page] = 1 }
        let start = bench.context.now
        func batch() -> Batch {
            var batch = bench.batch(pages)
            for (index, days) in [0, 5, 40].enumerated() {
                batch.candidates[index].entry.published = start - .seconds(days * 86_400)
            }
            return batch
        }
        var asked: [Int: [String]] = [:]
        for hour in stride(from: 0, to: 200, by: 3) {
            var batch = batch()
            let before = bench.asked.count
            try await bench.apply(to: &batch)
            #expect(batch.candidates.allSatisfy { $0.entry.numbers["bookmarks"] == 1 })
            for page in bench.asked.dropFirst(before).joined() {
                asked[pages.firstIndex(of: page) ?? 9, default: []].append("\(hour)")
            }
            bench.pass(.seconds(3 * 3600))
        }
        // After three days the first is one of the older ones, too.
        #expect(asked[0]?.prefix(13) == ["0", "6", "12", "18", "24", "30", "36", "42", "48", "54", "60", "66", "90"])
        #expect(asked[1]?.prefix(4) == ["0", "24", "48", "72"])
        #expect(asked[2] == ["0", "168"])
    }

    @Test("asks for per_run addresses at most, 50 at a time, those never asked and the newest first")
    func portions() async throws {
        let pages = (0..<130).map { "https://a.example.com/\($0)" }
        for page in pages { bench.counts[page] = 1 }
        bench.section = ["from": "hatena", "per_run": "60"]
        func batch() -> Batch {
            var batch = bench.batch(pages)
            for index in batch.candidates.indices {
                batch.candidates[index].entry.published = bench.start - .seconds(index * 60)
            }
            return batch
        }
        var first = batch()
        try await bench.apply(to: &first)
        #expect(bench.asked.map(\.count) == [50, 10])
        #expect(Array(bench.asked.joined()) == Array(pages[..<60]))
        #expect(first.candidates.map { $0.entry.numbers["bookmarks"] ?? 0 }.reduce(0, +) == 60)
        // The first are no longer fresh, but others were never asked.
        var second = batch()
        try await bench.pass(.seconds(7 * 3600)).apply(to: &second)
        #expect(Array(bench.asked.dropFirst(2).joined()) == Array(pages[60..<120]))
        var third = batch()
        try await bench.pass(.seconds(900)).apply(to: &third)
        #expect(Array(bench.asked.dropFirst(4).joined()) == Array(pages[120...] + pages[..<50]))
        #expect(third.candidates.allSatisfy { $0.entry.numbers["bookmarks"] == 1 })
    }

    @Test("addresses in Japanese, with &, and encoded ones are asked for as they are, without what is behind #")
    func encoding() async throws {
        let pages = [
            "https://ja.example.com/記事/東京?q=a&b=c d#見出し", "https://ja.example.com/%E8%A8%98?x=%26",
            "https://ja.example.com/a+b;c",
        ]
        for page in pages { bench.counts[String(page.prefix { $0 != "#" })] = 5 }
        var batch = bench.batch(pages)
        try await bench.apply(to: &batch)
        #expect(batch.candidates.map { $0.entry.numbers["bookmarks"] } == [5, 5, 5])
        let url = try #require(bench.urls.first)
        #expect(url.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
        #expect(
            url.contains(
                "url=https%3A%2F%2Fja.example.com%2F%E8%A8%98%E4%BA%8B%2F%E6%9D%B1%E4%BA%AC%3Fq%3Da%26b%3Dc%20d&"))
        #expect(!url.contains("%23"))
        #expect(url.contains("url=https%3A%2F%2Fja.example.com%2F%25E8%25A8%2598%3Fx%3D%2526"))
        #expect(url.split(separator: "&").count == 3)
    }

    @Test("long addresses are spread over requests that servers take")
    func lengths() async throws {
        let pages = (0..<20).map { "https://a.example.com/\($0)?" + String(repeating: "あ", count: 200) }
        for page in pages { bench.counts[page] = 5 }
        var batch = bench.batch(pages)
        try await bench.apply(to: &batch)
        #expect(bench.urls.allSatisfy { $0.utf8.count < 7200 })
        #expect(batch.candidates.allSatisfy { $0.entry.numbers["bookmarks"] == 5 })
    }

    @Test(
        "private, masked and useless addresses are never sent",
        arguments: [
            "http://intranet/wiki", "http://localhost/a", "http://127.0.0.1/a", "http://127.1/a", "http://0x7f.0.0.1/",
            "http://2130706433/", "http://10.1.2.3/", "http://192.168.0.1:8080/x", "http://169.254.1.1/",
            "http://172.20.0.1/", "http://100.64.0.1/", "http://[::1]/", "http://[fe80::1]/", "http://[fd00::1]/x",
            "http://[::ffff:10.0.0.1]/", "http://nas.local/x", "http://wiki.corp.internal/", "http://router.lan/",
            "http://x.home.arpa/", "http://a.localhost/", "https://NAS.LOCAL./x", "http://x.onion/a",
            "https://me:secret@example.com/a", "https://me@example.com/a", "ftp://example.com/a",
            "mailto:a@example.com",
            "urn:x:y", "https://news.google.com/rss/articles/CBMi?oc=5", "https://example.com/{TOKEN}/a",
            "https://example.com/%7BTOKEN%7D", "https://example.com/a?token=0123456789abcdef",
            "https://example.com/a?X-Amz-Signature=abcdef0123456789&b=1", "https://example.com/s3cret-path/a",
            "https://example.com/" + String(repeating: "a", count: 2000), "", "not an address",
        ])
    func withheld(url: String) async throws {
        var batch = bench.batch([url, "https://example.com/public"])
        bench.counts["https://example.com/public"] = 1
        try await bench.apply(to: &batch)
        #expect(bench.asked == [["https://example.com/public"]])
        #expect(batch.candidates[0].entry.numbers == [:])
    }

    @Test(
        "a public address is asked for, however it is spelt",
        arguments: [
            "http://example.com", "https://例え.テスト例/記事", "https://8.8.8.8/", "https://[2606:4700::1111]/",
            "https://example.com/?key=swift",
            "https://localhost.example.com/", "https://example.com:8443/a", "https://example.com/a?page=2#x",
        ])
    func sent(url: String) async throws {
        var batch = bench.batch([url])
        bench.counts[String(url.prefix { $0 != "#" })] = 1
        try await bench.apply(to: &batch)
        #expect(batch.candidates[0].entry.numbers["bookmarks"] == 1)
    }

    @Test("an entry without an address, and a run without entries, ask for nothing")
    func nothing() async throws {
        var batch = Batch([.testing("no address")])
        try await bench.apply(to: &batch)
        batch = Batch([])
        try await bench.apply(to: &batch)
        #expect(bench.asked.isEmpty)
    }
}
