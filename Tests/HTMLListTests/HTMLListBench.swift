import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import HTMLList

/// An `html` source, with its parser, as a configuration would make them.
struct HTMLListBench {
    static let url = "https://town.example/news/"

    let clock = ManualClock(Timestamp(rfc3339: "2026-11-22T12:00:00+09:00") ?? Timestamp(seconds: 0))
    let transport: StubTransport
    let source: HTMLListSource
    let parser: HTMLListParser
    let writer: RecordingWriter

    init(_ yaml: String, zone: Zone = Zone(name: "Asia/Tokyo", fixedOffset: 32_400)) throws {
        transport = StubTransport(clock: clock)
        let services = Services.testing(transport: transport, clock: clock, zone: zone)
        let section = try Self.section(yaml)
        source = try HTMLListSource.configured(section, services: services, environment: ConfigEnvironment()).stage
        parser = try HTMLListParser.configured(section, services: services, environment: ConfigEnvironment()).stage
        writer = RecordingWriter(parser: parser)
    }

    /// What is wrong with a section, in lines.
    static func mistakes(_ yaml: String) throws -> [String] {
        HTMLListSource.diagnostics(of: try section(yaml), environment: ConfigEnvironment()).map {
            let cure = $0.suggestion.map { " (\($0))" } ?? ""
            return "\($0.place.line):\($0.place.column): \($0.message)\(cure)"
        }
    }

    private static func section(_ yaml: String) throws -> Node {
        let diagnostics = Diagnostics()
        let text = yaml.hasPrefix("{") ? "{ url: \"\(url)\", " + yaml.dropFirst() : "url: \"\(url)\"\n" + yaml
        let node = YAMLReader.read(Array(text.utf8), file: "testing.yaml", into: diagnostics)
        guard let node, !diagnostics.hasErrors else { throw NoYAML(mistakes: diagnostics.list.map(\.message)) }
        return node
    }

    private struct NoYAML: Error { let mistakes: [String] }

    /// Reads a page.
    func feed(of page: String, contentType: String? = "text/html; charset=utf-8") throws(StageError) -> Feed {
        try feed(of: Array(page.utf8), contentType: contentType)
    }

    /// Reads a page of any bytes.
    func feed(of page: [UInt8], contentType: String?) throws(StageError) -> Feed {
        try parser.parse(Document(bytes: page, contentType: contentType, url: Self.url, fetchedAt: clock.now))
    }

    /// Fetches; the error it ends with, or nil.
    func fetch(since previous: StubPrevious = StubPrevious()) async -> StageError? {
        do throws(StageError) {
            try await source.fetch(since: previous, into: writer)
            return nil
        } catch {
            return error
        }
    }
}
