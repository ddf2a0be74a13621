import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("feeds that move, or go")
struct FeedMoveTests {
    private let old = "http://old.example/feed"
    private let new = "https://new.example/feed"
    private let bench: RunTestBench
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        inbox = bench.addBlog(old)
    }

    private func redirects(_ chain: [(Int, String)]? = nil, text: String = "a\nb\nend") {
        bench.web.answer(old, text: text, redirects: chain ?? [(301, new)])
    }

    private var moved: RunReport.Change {
        .sourceMoved("blog", to: new, option: Place(file: "config.yaml", line: 7, column: 5))
    }

    @Test(
        "N29 a permanent redirect to the same feed is believed after three fetches over two days",
        arguments: [301, 308])
    func adopts(status: Int) async throws {
        bench.web.answer(old, text: "a\nend")
        redirects([(status, new)])
        bench.web.answer(new, text: "a\nb\nc\nend")
        #expect(try await bench.runs(5) == [[], [], [], [moved], []])
        #expect(bench.web.urls == [old, old, old, old, new])
        #expect(inbox.titles == ["a", "b", "c"])
        // The old address is asked again a week later; it still redirects, so nothing changes.
        let asked = bench.web.urls.count
        #expect(try await bench.runs(8).allSatisfy(\.isEmpty))
        #expect(bench.web.urls.dropFirst(asked).filter { $0 == old }.count == 1)
        #expect(bench.web.urls.last == new)
    }

    @Test("X13: a move opens no way into an allowed network, and a feed that moved within it is still read")
    func movedInside() async throws {
        bench.web.answer(old, text: "a\nend")
        redirects()
        bench.web.fail(new, with: StageError(.addressRefused, subject: new))
        try await bench.runs(4)
        let asked = bench.web.requests.count
        #expect(try await bench.runs(2).joined().isEmpty)
        // The transport judges the new address as one that the old one led to; its redirects may still lead there.
        let requests = bench.web.requests.dropFirst(asked)
        #expect(requests.map { $0.url.reveal() } == [new, old, new, old])
        #expect(requests.map(\.redirectedBy) == ["old.example", nil, "old.example", nil])
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("N29 three fetches within two days prove nothing yet")
    func takesTime() async throws {
        bench.web.answer(old, text: "a\nend")
        redirects()
        #expect(try await bench.runs(12, every: .seconds(4 * 3600)).allSatisfy(\.isEmpty))
        #expect(try await bench.runs(2, every: .seconds(4 * 3600)) == [[], [moved]])
    }

    @Test(
        "N31 a temporary redirect is never believed, nor a chain with one in it",
        arguments: [[302], [303], [307], [301, 302], [302, 301], [308, 307, 301]])
    func temporary(chain: [Int]) async throws {
        bench.web.answer(old, text: "a\nend")
        redirects(chain.map { ($0, new) })
        #expect(try await bench.runs(6).allSatisfy(\.isEmpty))
        #expect(bench.web.urls.allSatisfy { $0 == old })
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("N30 a page that says 'back soon' is no feed, and its address is never believed")
    func maintenance() async throws {
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<6 { redirects(text: "<html>back soon</html>") }
        bench.web.answer(old, text: "a\nb\nend")
        let changes = try await bench.runs(8)
        #expect(!changes.joined().contains(moved))
        #expect(bench.web.urls.allSatisfy { $0 == old })
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("N30 a page in between makes the proof begin anew")
    func interrupted() async throws {
        bench.web.answer(old, text: "a\nend")
        for text in ["a\nend", "a\nend", "<html>", "a\nend", "a\nend", "a\nend"] { redirects(text: text) }
        let changes = try await bench.runs(7)
        #expect(changes.map { $0.contains(moved) } == [false, false, false, false, false, false, true])
    }

    @Test("N29 another feed at the other end is not the same feed, unless it has the same id")
    func hijacked() async throws {
        bench.web.answer(old, text: "id: tag:1\na\nend")
        for number in 0..<5 { redirects(text: "id: tag:2\nspam\(number)\nend") }
        #expect(try await bench.runs(6).joined().allSatisfy { $0.kind == .sourceElsewhere })
        #expect(inbox.titles == ["a"])
        for number in 0..<5 { redirects(text: "id: tag:1\nmore\(number)\nend") }
        #expect(try await bench.runs(5).joined().contains(moved))
    }

    @Test("N29 a target that changes each time is never believed")
    func restless() async throws {
        bench.web.answer(old, text: "a\nend")
        for number in 0..<8 { redirects([(301, "\(new)?session=\(number)")]) }
        #expect(try await bench.runs(8).allSatisfy(\.isEmpty))
    }

    @Test("N29 a feed that comes back is asked where the configuration says again")
    func comesBack() async throws {
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<3 { redirects() }
        bench.web.answer(old, text: "a\nb\nend")
        bench.web.answer(new, status: 404, text: "no")
        try await bench.runs(4)
        // The new address is dead; the next day the old one is looked at, and is alive.
        let changes = try await bench.runs(1).joined()
        #expect(changes.contains(.sourceBack("blog", at: old)))
        #expect(try await bench.run().sources["blog"]?.error == nil)
        #expect(bench.web.urls.last == old)
    }

    @Test("N29 a feed that moves on from its old address is found there, though where it had moved is dead")
    func movesElsewhere() async throws {
        let third = "https://third.example/feed"
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<3 { redirects() }
        bench.web.answer(old, text: "a\nb\nend", redirects: [(301, third)])
        bench.web.answer(new, status: 404, text: "no")
        bench.web.answer(third, text: "a\nb\nc\nend")
        let changes = try await bench.runs(10).joined()
        #expect(changes.contains(.sourceBack("blog", at: old)))
        #expect(
            changes.contains(.sourceMoved("blog", to: third, option: Place(file: "config.yaml", line: 7, column: 5))))
        #expect(bench.web.urls.last == third)
        #expect(inbox.titles == ["a", "b", "c"])
    }

    @Test("N29 a stranger at the old address is not taken for the feed")
    func squatted() async throws {
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<3 { redirects() }
        bench.web.answer(old, text: "buy\nthis\nend")
        bench.web.answer(new, text: "a\nb\nc\nend")
        #expect(!(try await bench.runs(12)).joined().contains { $0.kind == .sourceBack })
        #expect(bench.web.urls.last == new)
        #expect(inbox.titles == ["a", "b", "c"])
    }

    @Test("N29 when the configuration says the new address, the feed goes on without delivering anything again")
    func isTakenOver() async throws {
        bench.web.answer(old, text: "a\nend")
        redirects()
        bench.web.answer(new, text: "a\nb\nc\nend")
        try await bench.runs(5)
        bench.plan.sources.removeAll()
        bench.addFeed("renamed", new)
        bench.plan.pipelines[0].sources = ["renamed"]
        #expect(try await bench.run().sources["renamed"]?.kind == .unchanged)
        #expect(inbox.titles == ["a", "b", "c"])
    }

    @Test("N29 what another source asks for already is not asked for twice")
    func isAnothers() async throws {
        bench.web.answer(old, text: "a\nend")
        redirects()
        bench.addFeed("other", new)
        bench.web.answer(new, text: "a\nb\nend")
        bench.plan.pipelines[0].sources.append("other")
        #expect(try await bench.runs(6).allSatisfy(\.isEmpty))
        #expect(bench.web.urls.contains(old))
        #expect(bench.web.urls.last { $0 == old } != nil)
    }

    @Test("N29 a credential is not sent to the origin to which a feed moved")
    func credential() async throws {
        bench.plan.sources.removeAll()
        bench.addFeed("blog", old, token: "Bearer secret")
        bench.web.answer(old, text: "a\nend")
        redirects()
        bench.web.answer(new, text: "a\nb\nend")
        try await bench.runs(5)
        let last = try #require(bench.web.requests.last)
        #expect(last.url.reveal() == new)
        #expect(last.headers.isEmpty)
        #expect(last.policy.headers.isEmpty)
    }

    // MARK: gone

    @Test("N37 410 at three fetches over 48 hours stops a source, which is told once; --now asks it again")
    func gone() async throws {
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<4 { bench.web.answer(old, status: 410, text: "gone") }
        bench.web.answer(old, text: "a\nb\nend")
        let changes = try await bench.runs(6)
        #expect(
            changes.map {
                $0.contains { $0.kind == .sourceGone && $0.source == "blog" && $0.error?.code == .gone }
            }
                == [false, false, false, true, false, false])
        #expect(changes.joined().count == 1)
        #expect(bench.web.urls.count == 4)
        #expect(try await bench.run().sources["blog"]?.skipReason == .stopped)
        // Asked by hand, it may still be gone, which is no news, or be back.
        #expect(try await bench.run { $0.ignoresRefresh = true }.sources["blog"]?.error?.code == .gone)
        let back = try await bench.run { $0.ignoresRefresh = true }
        #expect(back.sources["blog"]?.kind == .loaded)
        #expect(back.changes == [.sourceRecovered("blog")])
        #expect(try await bench.run().sources["blog"]?.kind == .unchanged)
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("N37 a run every quarter of an hour tells of a feed that is gone once, when it is certain")
    func goneUnderCron() async throws {
        bench.web.answer(old, text: "a\nend")
        bench.web.answer(old, status: 410, text: "gone")
        let changes = try await bench.runs(4 * 50, every: .seconds(900))
        #expect(changes.joined().count == 1)
        #expect(changes.firstIndex { !$0.isEmpty } == 1 + 4 * 48)
    }

    @Test("N37 three 410 within a day, or with an answer in between, stop nobody")
    func notGone() async throws {
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<5 { bench.web.answer(old, status: 410, text: "gone") }
        bench.web.answer(old, text: "a\nend")
        for _ in 0..<2 { bench.web.answer(old, status: 410, text: "gone") }
        bench.web.answer(old, text: "a\nend")
        #expect(try await bench.runs(6, every: .seconds(5 * 3600)).joined().isEmpty)
        #expect(try await bench.runs(4).joined().isEmpty)
        #expect(bench.web.urls.count == 10)
    }
}
