import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import JSONList

/// A `json` source over a stub transport, with a writer that reads by the source's own parser.
///
/// Sections are written as in a configuration.
struct JSONListBench {
    static let url = "https://api.example/items"

    let clock = ManualClock()
    let transport: StubTransport
    let writer: RecordingWriter
    let source: JSONListSource

    init(_ yaml: String, variables: [String: String] = [:], zone: Zone = .utc) throws {
        transport = StubTransport(clock: clock)
        let services = Services.testing(transport: transport, clock: clock, zone: zone)
        let section = try Self.section(yaml)
        let environment = ConfigEnvironment(variables: variables)
        source = try JSONListSource.configured(section, services: services, environment: environment).stage
        writer = RecordingWriter(
            parser: try JSONListParser.configured(section, services: services, environment: environment).stage)
    }

    /// What is wrong with a section, in lines.
    static func mistakes(_ yaml: String, variables: [String: String] = [:]) throws -> [String] {
        JSONListSource.diagnostics(of: try section(yaml), environment: ConfigEnvironment(variables: variables)).map {
            let cure = $0.suggestion.map { " (\($0))" } ?? ""
            return "\($0.place.line):\($0.place.column): \($0.message)\(cure)"
        }
    }

    static func section(_ yaml: String) throws -> Node {
        let diagnostics = Diagnostics()
        let node = YAMLReader.read(Array(yaml.utf8), file: "testing.yaml", into: diagnostics)
        guard let node, !diagnostics.hasErrors else { throw NoYAML(mistakes: diagnostics.list.map(\.message)) }
        return node
    }

    private struct NoYAML: Error { let mistakes: [String] }

    /// Fetches; the error it ends with, or nil.
    @discardableResult
    func fetch(since previous: StubPrevious = StubPrevious()) async -> StageError? {
        do throws(StageError) {
            try await source.fetch(since: previous, into: writer)
            return nil
        } catch {
            return error
        }
    }

    /// Fetches one answer of the configured address.
    func entries(of answer: String) async throws -> [Entry] {
        transport.answer(transport.firstAddress(of: source), text: answer)
        if let error = await fetch() { throw error }
        return writer.entries
    }
}

extension StubTransport {
    /// The address that a source asks for first, as its canonical request has it.
    func firstAddress(of source: JSONListSource) -> String {
        String(source.canonicalRequest.split(separator: " ").dropFirst().first ?? "")
    }
}

extension Timestamp {
    /// A moment in RFC 3339.
    init(_ text: String) { self = Timestamp(rfc3339: text) ?? Timestamp(seconds: 0) }
}
