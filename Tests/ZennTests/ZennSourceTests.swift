import FeedConfiguration
import FeedStages
import FeedTesting
import Testing
import Zenn

@Suite("The zenn source")
struct ZennSourceTests {
    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: ZennSource.self, sample: ["topic": "swift"]) == [])
        #expect(StageConformance.problems(of: ZennSource.self, sample: ["user": "mika", "all": "true"]) == [])
        #expect(StageConformance.problems(of: ZennSource.self, sample: [:]) == [])
    }

    @Test(
        "asks for the trend, a topic or a user",
        arguments: [
            ([:], "https://zenn.dev/feed"), (["topic": "swift"], "https://zenn.dev/topics/swift/feed"),
            (["topic": "機械学習"], "https://zenn.dev/topics/%E6%A9%9F%E6%A2%B0%E5%AD%A6%E7%BF%92/feed"),
            (["user": "@mika"], "https://zenn.dev/mika/feed"),
            (["user": "mika", "all": "true"], "https://zenn.dev/mika/feed?all=1"),
        ] as [(Node, String)])
    func addresses(section: Node, address: String) async throws {
        let transport = StubTransport()
        transport.answer(address, text: "<rss/>")
        let source = try ZennSource.configured(section, services: .testing(transport: transport)).stage
        let writer = RecordingWriter()
        try await source.fetch(since: StubPrevious(), into: writer)
        #expect(transport.urls == [address])
        #expect(writer.documents.count == 1)
        #expect(source.canonicalRequest == address)
    }

    @Test("Y14 where Zenn finds nothing, the option is named that asked for it", arguments: ["topic", "user"])
    func nothingThere(option: String) async throws {
        let transport = StubTransport()
        let address = option == "topic" ? "https://zenn.dev/topics/x/feed" : "https://zenn.dev/x/feed"
        transport.answer(address, status: 404, text: "no")
        let pair = Node.Pair(key: option, place: .testing, value: "x")
        let source = try ZennSource.configured(
            Node(.map([pair]), at: .testing), services: .testing(transport: transport)
        ).stage
        let error = await #expect(throws: StageError.self) {
            try await source.fetch(since: StubPrevious(), into: RecordingWriter())
        }
        #expect(error?.facts[.option] == option)
    }

    @Test("refuses a topic beside a user, and `all` without a user")
    func mistakes() {
        #expect(ZennSource.diagnostics(of: ["topic": "swift", "user": "mika"]).count == 1)
        #expect(ZennSource.diagnostics(of: ["topic": "swift", "all": "true"]).count == 1)
        #expect(ZennSource.diagnostics(of: ["topic": ""]).count == 1)
    }
}
