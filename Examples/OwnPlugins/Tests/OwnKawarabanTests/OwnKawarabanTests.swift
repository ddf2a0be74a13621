import FeedModel
import FeedStages
import FeedTesting
import StandardPlugins
import Testing

@testable import own_kawaraban

@Suite("Plugins of our own")
struct OwnKawarabanTests {
    private let clock = ManualClock(Timestamp(seconds: 1_795_125_600))  // Thursday, 2026-11-19, 22:00 UTC

    @Test("keep to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: ReminderSource.self, sample: ["text": "Water the plants"]) == [])
        #expect(StageConformance.problems(of: WorkdaysFilter.self, sample: ["friday_until": "17"]) == [])
        #expect(StageConformance.problems(of: CSVFormat.self, sample: [:]) == [])
        #expect(StageConformance.problems(of: CardsFormat.self, sample: ["excerpt": "80", "lead": "2"]) == [])
        #expect(StageConformance.problems(of: MattermostSink.self, sample: ["url": "https://chat.example/x"]) == [])
    }

    @Test("a reminder is one entry until it is due again")
    func reminder() async throws {
        let source = try ReminderSource.configured(
            ["text": "Water the plants", "every": "3d"], services: .testing(clock: clock)
        ).stage
        let writer = RecordingWriter()
        for _ in 0..<4 {
            try await source.fetch(since: StubPrevious(after: writer), into: writer)
            clock.advance(by: .seconds(86_400))
        }
        #expect(writer.entries.map(\.title) == Array(repeating: "Water the plants", count: 4))
        #expect(Set(writer.entries.map(\.guid)).count == 2)
    }

    @Test("what comes from Friday evening on waits until Monday")
    func workdays() throws {
        let filter = try WorkdaysFilter.configured(["friday_until": "17"]).stage
        var context = StubFilterContext()
        var kept: [Bool] = []
        context.now = clock.now
        for _ in 0..<5 {
            kept.append(filter.verdict(on: .testing("a"), context) == .keep)
            context.now = context.now + .seconds(86_400)
        }
        #expect(kept == [true, false, false, false, true])
    }

    @Test("a title cannot break out of its field, nor become a formula")
    func csv() throws {
        let format = try CSVFormat.configured([:]).stage
        let lines = String(decoding: format.render(.testing(["say \"hi\",\nyou", "=1+1"])), as: UTF8.self)
        #expect(lines.contains(#","say ""hi"","# + "\nyou\",\"https://example.com/1\"\r\n"))
        #expect(lines.contains(#","'=1+1","#))
    }

    @Test("a page has every entry once, and no text of others becomes markup, on the omitted page neither")
    func cards() throws {
        let format = try CardsFormat.configured(["lead": "2"]).stage
        #expect(StageConformance.problems(ofPagesOf: format) == [])
        let titles = (1...40).map { "Entry \($0)." }
        let page = String(decoding: format.render(.testing(titles)), as: UTF8.self)
        #expect(titles.allSatisfy { page.ranges(of: ">\($0)<").count == 1 })
        #expect(page.ranges(of: "<article").count == 2)  // Headlines need no cards, apart from those that lead.

        var digest = Digest.testing(["a <b> title"])
        let omitted = OmittedEntries([OmittedEntry(digest.entries[0], fate: .dropped, reason: "title contains b")])
        let left = String(decoding: format.render(omitted, of: digest, page: "cards.html"), as: UTF8.self)
        #expect(left.contains(">a &lt;b&gt; title</a> <small>Some: title contains b</small>"))
        #expect(left.contains("href=\"cards.html\""))
        digest.links.omitted = "cards-omitted.html"
        #expect(String(decoding: format.render(digest), as: UTF8.self).contains("href=\"cards-omitted.html\""))
    }

    @Test("a channel gets fifty headlines a message, each once; a refusal is an error with a code")
    func mattermost() async throws {
        let transport = StubTransport(clock: clock)
        let sink = try MattermostSink.configured(
            ["url": "https://chat.example/hooks/x"], services: .testing(transport: transport, clock: clock)
        ).stage
        let context = StubComposeContext(format: try CSVFormat.configured([:]).stage)
        let messages = try sink.compose(.testing((1...120).map { "entry \($0)" }), in: context)
        #expect(messages.map(\.entries.count) == [50, 50, 20])

        transport.answer("https://chat.example/hooks/x", text: "ok")
        transport.answer("https://chat.example/hooks/x", status: 429, headers: [("Retry-After", "60")], text: "slowly")
        _ = try await sink.deliver(Message(messages[0], in: context))
        #expect(transport.requests.last?.body == messages[0].payload)
        await #expect(throws: StageError.self) { try await sink.deliver(Message(messages[1], in: context)) }
    }
}
