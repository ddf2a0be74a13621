import FeedTesting
import MachineLaboratory
import Testing

/// Many large feeds at once: what a run takes of memory, and that all of them arrive.
@Suite("large feeds")
struct LargeFeedTests {
    private static let entries = 14

    /// A feed of just less than `max_body`, a MiB an entry.
    private static func document() -> [UInt8] {
        let text = String(repeating: "瓦版は江戸の新聞。 A news sheet. ", count: 22_000)
        let items = (0..<entries).map { number in
            """
            <item><guid isPermaLink="false">\(number)</guid><title>Entry \(number)</title>\
            <description>\(number) \(text)</description></item>
            """
        }
        return Array(
            """
            <rss version="2.0"><channel><title>Large</title><link>https://example.com/</link>
            \(items.joined(separator: "\n"))
            </channel></rss>
            """.utf8)
    }

    @Test("X08: a run over many feeds of 14 MiB stays below 300 MB, and loses none")
    func peak() async throws {
        let workplace = try Workplace()
        let reply = LoopbackReply(body: Self.document())
        let servers = (0..<20).compactMap { LoopbackServer(host: "127.0.5.\($0 + 1)") { _ in reply } }
        #expect(servers.count == 20)
        let feeds = Dictionary(uniqueKeysWithValues: servers.enumerated().map { ("f\($0)", $1.url()) })
        try workplace.writeConfiguration(feeds: feeds, defaults: ["timeout: 10m"], allowing: ["127.0.0.0/8"])
        let run = try await MeasuredRun("collect", "--report", "report.json", in: workplace)
        #expect(run.status == 0)
        #expect(run.peakMemory > 20 && run.peakMemory <= 286, "MiB: \(run.peakMemory), \(run.processorTime)")
        let report = try RunReport(in: workplace)
        #expect(report.sources.count == 20)
        #expect(report.sources.values.allSatisfy { $0.error == nil && $0.new == Self.entries })
    }
}
