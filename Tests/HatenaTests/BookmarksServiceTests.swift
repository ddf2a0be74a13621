import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Hatena
import Testing

@Suite("the service behind the filter bookmarks")
struct BookmarksServiceTests {
    private let bench = BookmarksBench()
    private let page = "https://a.example.com/1"

    @Test(
        "an answer that cannot be used gives no number, and holds nothing",
        arguments: [
            "", "<html>", "[1, 2]", "null", "{", #"{"https://a.example.com/1": "12"}"#,
            #"{"https://a.example.com/1": -3}"#, #"{"https://a.example.com/1": 99999999999}"#,
            #"{"https://a.example.com/1": 1e300}"#, #"{"https://a.example.com/1": 1.5}"#,
            #"{"https://a.example.com/1": null}"#, #"{"https://other.example.com/": 7}"#, "{}",
            "{" + String(repeating: #""https://a.example.com/1": 5, "#, count: 400_000) + #""x": 1}"#,
            String(repeating: "[", count: 100_000),
        ])
    func unusable(text: String) async throws {
        bench.answer = .text(text)
        var batch = bench.batch([page])
        try await bench.apply(to: &batch)
        #expect(batch.candidates[0].entry.numbers == [:])
        #expect(batch.candidates[0].verdict == .keep)
        #expect(batch.warnings.isEmpty && batch.failure == nil)
    }

    @Test("where it is down, entries keep the last known numbers; a warning comes after a day, and each week")
    func down() async throws {
        bench.counts = [page: 30]
        var batch = bench.batch([page])
        try await bench.apply(to: &batch)
        bench.answer = .status(503)
        var told: [Int] = []
        var requests = bench.urls.count
        for hour in 0..<(20 * 24) {
            bench.pass(.seconds(3600))
            var batch = bench.batch([page, "https://a.example.com/unknown"])
            try await bench.apply(to: &batch)
            #expect(batch.candidates.map { $0.entry.numbers["bookmarks"] } == [30, nil])
            #expect(batch.candidates.allSatisfy { $0.verdict == .keep })
            if let warning = batch.warnings.first {
                told.append(hour)
                #expect(warning.code == .numbersMissing && warning.facts[.found] == "HTTP 503")
            }
            #expect(batch.warnings.count <= 1)
        }
        #expect(told.count == 3)
        #expect(told.first.map { (24...30).contains($0) } == true)
        // It is asked less and less: at last each six hours.
        requests = bench.urls.count - requests
        #expect((70...100).contains(requests), "\(requests)")
        bench.answer = .counts
        bench.counts = [page: 31, "https://a.example.com/unknown": 2]
        bench.pass(.seconds(6 * 3600))
        batch = bench.batch([page, "https://a.example.com/unknown"])
        try await bench.apply(to: &batch)
        #expect(batch.candidates.map { $0.entry.numbers["bookmarks"] } == [31, 2])
    }

    @Test("a first failure ends the questions of the run")
    func firstFailure() async throws {
        bench.answer = .status(500)
        var batch = bench.batch((0..<200).map { "https://a.example.com/\($0)" })
        try await bench.apply(to: &batch)
        #expect(bench.urls.count == 1)
    }

    @Test("an address that the service refuses does not keep the others from their numbers")
    func refused() async throws {
        let pages = (0..<50).map { "https://a.example.com/\($0)" }
        for page in pages { bench.counts[page] = 3 }
        bench.refused = [pages[17]]
        for _ in 0..<2 {
            var batch = bench.batch(pages)
            try await bench.apply(to: &batch)
            #expect(batch.candidates.indices.filter { batch.candidates[$0].entry.numbers["bookmarks"] == nil } == [17])
            #expect(batch.warnings.isEmpty)
        }
        #expect(bench.urls.count < 20)
    }

    @Test("a redirect is not followed: nobody else learns the addresses")
    func redirect() async throws {
        bench.answer = .status(302)
        var batch = bench.batch([page])
        try await bench.apply(to: &batch)
        #expect(bench.requests.allSatisfy { !$0.followsRedirects })
        #expect(batch.candidates[0].entry.numbers == [:])
    }

    @Test("a stopped run stops it")
    func stopped() async throws {
        bench.answer = .failure(StageError(.cancelled, subject: "x"))
        let error = await #expect(throws: StageError.self) {
            var batch = bench.batch([page])
            try await bench.apply(to: &batch)
        }
        #expect(error?.code == .cancelled)
    }

    @Test("a memory that cannot be read, or was written by a clock that was ahead, is asked anew")
    func strangeMemory() async throws {
        bench.counts = [page: 4]
        var batch = bench.batch([page])
        try await bench.apply(to: &batch)
        for key in bench.context.memory.items.keys {
            try bench.context.memory.keep(Array("99999999999999999999 x y".utf8), as: key)
        }
        batch = bench.batch([page])
        try await bench.apply(to: &batch)
        #expect(bench.urls.count == 2 && batch.candidates[0].entry.numbers["bookmarks"] == 4)
        bench.pass(.seconds(-86_400))
        batch = bench.batch([page])
        try await bench.apply(to: &batch)
        #expect(bench.urls.count == 3)
    }
}
