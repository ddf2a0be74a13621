import FeedTesting
import Testing

extension Workplace {
    /// Writes a configuration that fetches feeds and appends what is new to `archive.jsonl`.
    func writeConfiguration(
        feeds: [String: String], defaults: [String] = [],
        allowing ranges: [String] = ["127.0.0.1/32", "::1/128"]
    ) throws {
        let allowed = ranges.map { "\"\($0)\"" }.joined(separator: ", ")
        let sources = feeds.sorted { $0.key < $1.key }.map { "  \($0.key): { type: feed, url: \"\($0.value)\" }" }
        try write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: [\(allowed)] } }
            defaults: { \((["first_run: all"] + defaults).joined(separator: ", ")) }
            sources:
            \(sources.joined(separator: "\n"))
            sinks:
              archive: { type: file, path: archive.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: ["*"], sinks: [archive] }

            """)
    }

    /// Runs once, whatever is due, and gives the report.
    func runNow() throws -> RunReport {
        let outcome = try run("run", "--now", "--report", "report.json")
        #expect(outcome.status < 128, "\(outcome.errors.prefix(2000))")
        try #require(exists("report.json"), "\(outcome.errors.prefix(2000))")
        return try RunReport(in: self)
    }

    /// The ids that were delivered so far.
    func delivered() throws -> [String] { try ids(inJSONLines: read("archive.jsonl")).sorted() }
}
