import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import PostgreSQLLaboratory
import Testing

@testable import FeedEngine

@Suite("feeds of strangers behind redirects")
struct ForeignSiteTests {
    private let old = "http://old.example/feed"
    private let new = "https://new.example/feed"
    private let bench: RunTestBench
    private let inbox: Inbox

    init() throws {
        bench = try RunTestBench()
        inbox = bench.addBlog(old)
    }

    private func held(_ count: Int) -> RunReport.Change { .sourceElsewhere("blog", entries: count, at: "new.example") }

    private func release(drops: Bool = false) async throws {
        let state = try await StateDatabase.opened(at: bench.plan.settings.statePath, now: bench.clock.now)
        for source in try await state.quarantinedSources() {
            if drops {
                try await state.discardQuarantined(of: source.key, now: bench.clock.now)
            } else {
                try await state.releaseQuarantined(of: source.key, now: bench.clock.now)
            }
        }
        try await state.close()
    }

    @Test(
        "Y12 another feed behind a redirect is held and told, again each week, until it is released",
        arguments: [301, 302])
    func held(status: Int) async throws {
        bench.web.answer(old, text: "a\nb\nend")
        bench.web.answer(old, text: "x\ny\nend", redirects: [(status, new)])
        bench.web.answer(new, text: "x\ny\nz\nend")
        let changes = try await bench.runs(16)
        #expect(changes.enumerated().filter { !$1.isEmpty }.map(\.offset) == [1, 8, 15])
        #expect(changes.joined().allSatisfy { $0 == held(2) })
        #expect(inbox.titles == ["a", "b"])
        try await release()
        let believed = try await bench.runs(2)
        #expect(inbox.titles.prefix(4) == ["a", "b", "x", "y"])
        #expect(
            believed[0].contains { $0.kind == .sourceMoved && $0.source == "blog" && $0.address == new }
                == (status == 301))
        // What comes from there is the feed's own from now on.
        bench.web.answer(old, text: "z\nend", redirects: [(status, new)])
        #expect(try await bench.runs(10).joined().allSatisfy { $0.kind != .sourceElsewhere })
        #expect(inbox.titles == ["a", "b", "x", "y", "z"])
    }

    @Test("Y12 what a stranger brings later is held, too, though its first entries are stored; dropped, it stays one")
    func later() async throws {
        bench.web.answer(old, text: "a\nend")
        bench.web.answer(old, text: "x\nend", redirects: [(301, new)])
        bench.web.answer(old, text: "x\ny\nend", redirects: [(301, new)])
        #expect(try await bench.runs(3) == [[], [held(1)], [held(2)]])
        try await release(drops: true)
        bench.web.answer(old, text: "x\ny\nz\nend", redirects: [(301, new)])
        #expect(try await bench.runs(2).joined().contains(held(1)))
        #expect(inbox.titles == ["a"])
    }

    @Test("Y12 a feed that comes back from a stranger's site delivers at once")
    func comesBack() async throws {
        bench.web.answer(old, text: "a\nend")
        bench.web.answer(old, text: "x\nend", redirects: [(301, new)])
        bench.web.answer(old, text: "a\nb\nend")
        #expect(try await bench.runs(3) == [[], [held(1)], []])
        #expect(inbox.titles == ["a", "b"])
    }

    @Test(
        "Y12 the same feed elsewhere is never held: by an entry, by its id, by its host",
        arguments: [
            ("a\nend", "a\nb\nend", "https://new.example/feed"),
            ("id: 1\na\nend", "id: 1\nb\nend", "https://new.example/feed"),
            ("a\nend", "b\nend", "https://old.example/feed"), ("a\nend", "b\nend", "https://www.old.example/other"),
        ])
    func sameFeed(before: String, after: String, target: String) async throws {
        bench.web.answer(old, text: before)
        bench.web.answer(old, text: after, redirects: [(301, target)])
        #expect(try await bench.runs(2).joined().isEmpty)
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("Y12 a feed that was led there from the first has no past, and may turn over there, on whichever host")
    func fromTheFirst() async throws {
        bench.web.answer(old, text: "a\nend", redirects: [(302, new)])
        bench.web.answer(old, text: "b\nend", redirects: [(302, new)])
        bench.web.answer(old, text: "b\nc\nend", redirects: [(302, "https://cdn2.example/feed")])
        bench.web.answer(old, text: "d\nend", redirects: [(302, "https://cdn2.example/feed")])
        #expect(try await bench.runs(4).joined().isEmpty)
        #expect(inbox.titles == ["a", "b", "c", "d"])
    }

    @Test("Y12 nothing is held where the configuration says so")
    func switchedOff() async throws {
        bench.plan.sources[0].hasFloodGuard = false
        bench.web.answer(old, text: "a\nend")
        bench.web.answer(old, text: "x\nend", redirects: [(301, new)])
        #expect(try await bench.runs(2).joined().isEmpty)
        #expect(inbox.titles == ["a", "x"])
    }

    // MARK: addresses with a credential

    private let secret = Secret("s3cr3t-token", mask: "{sources.blog.url.token}")

    private func addPrivateFeed(_ url: String) {
        var planned = bench.plan.sources[0]
        let secret = secret
        planned.make = { services throws(StageError) in
            var source = LinesSource(url: url, pages: 1, token: nil, services: services)
            source.address = Secret(url, mask: url.replacing(secret.reveal(), with: secret.mask))
            return PlannedSource.Stages(source: source, parser: LinesParser())
        }
        planned.secrets = [secret]
        bench.plan.sources = [planned]
        bench.plan.secrets = [secret]
    }

    private var told: [String] {
        get async throws {
            try await bench.runs(6).joined().filter { $0.kind == .sourceMoved }.compactMap(\.address)
        }
    }

    @Test("Y15 a permanent redirect of an address with a token is believed")
    func tokenLeft() async throws {
        let url = old + "?token=s3cr3t-token"
        addPrivateFeed(url)
        bench.web.answer(url, text: "a\nend")
        bench.web.answer(url, text: "a\nb\nend", redirects: [(301, new)])
        bench.web.answer(new, text: "a\nb\nc\nend")
        #expect(try await told == [new])
        #expect(bench.web.urls.last == new)
        #expect(inbox.titles == ["a", "b", "c"])
    }

    @Test("Y15 on the same host the token goes along, and is neither stored nor told")
    func tokenKept() async throws {
        let url = old + "?token=s3cr3t-token"
        let moved = "https://old.example/feed?token=s3cr3t-token"
        addPrivateFeed(url)
        bench.web.answer(url, text: "a\nend")
        // As the transport shows it.
        let shown = moved.replacing(secret.reveal(), with: secret.mask)
        bench.web.answer(url, text: "a\nb\nend", redirects: [(301, shown)])
        bench.web.answer(moved, text: "a\nb\nc\nend")
        #expect(try await told == [shown])
        #expect(bench.web.urls.last == moved)
        #expect(bench.web.requests.last?.url.mask == shown)
        #expect(inbox.titles == ["a", "b", "c"])
        for name in ["state.sqlite", "state.sqlite-wal"] {
            #expect(!String(decoding: bench.bytes(name), as: UTF8.self).contains("s3cr3t"))
        }
        // Written into the configuration, it is the same feed.
        addPrivateFeed(moved)
        #expect(try await bench.run().sources["blog"]?.new == 0)
        #expect(inbox.titles == ["a", "b", "c"])
    }

    @Test("Y15 a token that goes along to another host is not sent there by us")
    func tokenElsewhere() async throws {
        let url = old + "?token=s3cr3t-token"
        addPrivateFeed(url)
        bench.web.answer(url, text: "a\nend")
        bench.web.answer(url, text: "a\nb\nend", redirects: [(301, new + "?token={sources.blog.url.token}")])
        #expect(try await told.isEmpty)
        #expect(bench.web.urls.allSatisfy { $0 == url })
    }
}
