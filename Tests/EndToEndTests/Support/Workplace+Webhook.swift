import FeedTesting
import Foundation
import MachineLaboratory

/// A message that a receiver took or refused.
struct PostedMessage: Hashable {
    let id: String
    let timestamp: String
    let body: [UInt8]

    init(_ request: LoopbackServer.Request) {
        id = request.header("webhook-id") ?? ""
        timestamp = request.header("webhook-timestamp") ?? ""
        body = request.body
    }

    /// The ids of its entries as their feed gave them, in order.
    var entries: [String] {
        struct Envelope: Decodable {
            struct Content: Decodable {
                struct Entry: Decodable { let id: String }
                let pipeline: String
                let entries: [Entry]
            }
            let type: String
            let data: Content
        }
        let envelope = try? JSONDecoder().decode(Envelope.self, from: Data(body))
        return envelope?.type == "entries.new" ? envelope?.data.entries.map(\.id) ?? [] : []
    }
}

/// A feed that issues entries with numbers and dates, a second between them.
struct DatedFeed {
    private(set) var issued = 0

    /// Every id that was shown, oldest first.
    var ids: [String] { (0..<issued).map { "entry-\($0)" } }

    /// Issues `count` more entries and writes them all to `feed.xml`.
    mutating func issue(_ count: Int, in workplace: Workplace) throws {
        issued += count
        let items = (0..<issued).reversed().map { number in
            let time = [number / 3600, number / 60 % 60, number % 60].map { ($0 < 10 ? "0" : "") + String($0) }
            return """
                <item><guid isPermaLink="false">entry-\(number)</guid><title>Entry \(number), 瓦版</title>\
                <link>https://example.com/\(number)</link>\
                <pubDate>Mon, 06 Jan 2020 \(time.joined(separator: ":")) GMT</pubDate></item>
                """
        }
        try workplace.write(
            "feed.xml",
            "<rss version=\"2.0\"><channel><title>news</title>\(items.joined(separator: "\n"))</channel></rss>")
    }
}

extension Workplace {
    /// Writes a configuration that reads a file of entries and posts what is new to one or more sinks.
    func writePosting(
        _ sinks: [String: String], allowing ranges: [String] = ["127.0.0.0/8"], filters: String? = nil
    ) throws {
        let lines = sinks.sorted { $0.key < $1.key }.map { "  \($0.key): { \($0.value) }" }
        let names = sinks.keys.sorted().joined(separator: ", ")
        let chain = filters.map { " filters: \($0)," } ?? ""
        let allowed = ranges.map { "\"\($0)\"" }.joined(separator: ", ")
        try write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: [\(allowed)] } }
            defaults: { first_run: all, max_entries: 1000000 }
            sources:
              news: { type: file, path: feed.xml }
            sinks:
            \(lines.joined(separator: "\n"))
            pipelines:
              all: { sources: [news], group_by: none,\(chain) sinks: [\(names)] }

            """)
    }

    /// How many entries wait for a sink, and were given up and delivered, as the last report tells.
    func sinkReport(_ sink: String) throws -> [String: Int] {
        let report = try JSONSerialization.jsonObject(with: Data(read("report.json").utf8)) as? [String: Any]
        let found = (report?["sinks"] as? [String: [String: Any]])?[sink] ?? [:]
        return found.compactMapValues { $0 as? Int }
    }
}
