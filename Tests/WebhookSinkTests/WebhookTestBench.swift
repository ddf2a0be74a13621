import FeedConfiguration
import FeedJSON
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import WebhookSink

/// A format with a foretellable rendering, under any type.
struct StubFormat: DigestFormat {
    static let type = "stub"
    static let summary = "titles"
    static let isAppendable = false
    static let mediaType = "text/stub"
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] {
        Array(digest.entries.map { $0.entry.title ?? "" }.joined(separator: ",").utf8)
    }
}

struct StubJSONFormat: DigestFormat {
    static let type = "json"
    static let summary = "titles"
    static let isAppendable = false
    static let mediaType = "application/json"
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] { Array("{}".utf8) }
}

extension StubComposeContext {
    init() { self.init(format: StubJSONFormat()) }
}

extension Digest {
    /// A digest of entries that are as many hours old as they say.
    static func of(_ entries: [(title: String, hours: Int)]) -> Digest {
        let now = ManualClock().now
        return Digest(
            pipeline: "morning", title: "Morning", generatedAt: now, from: nil, to: now,
            zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600), locale: .en,
            sections: [
                DigestSection(
                    title: "",
                    entries: entries.map { title, hours in
                        var entry = Entry()
                        entry.title = title
                        entry.published = now - .seconds(hours * 3600)
                        return DigestEntry(
                            key: "k_\(title)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
                    })
            ])
    }
}

/// A sink, its transport and its clock.
struct Bench {
    let clock = ManualClock()
    let transport: StubTransport
    let url = "https://hooks.example.com/in?token=abc"

    init() { transport = StubTransport(clock: clock) }

    func sink(_ options: [(String, Node)] = [], environment: [String: String] = [:]) throws -> WebhookSink {
        let pairs = [("url", Node.quoted(url))] + options
        let section = Node(
            .map(pairs.map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }), at: .testing)
        let (sink, diagnostics) = try WebhookSink.configured(
            section, services: .testing(transport: transport, clock: clock),
            environment: ConfigEnvironment(variables: environment))
        #expect(diagnostics == [])
        return sink
    }

    func message(attempts: Int = 0) -> Message {
        Message(
            number: 1, id: "msg_abc", pipeline: "morning", target: "{sinks.hook.url}", mode: .post,
            payload: Array(#"{"emoji":"🍣\#u{2028}"}"#.utf8), memo: nil, attempts: attempts)
    }
}

extension Node {
    static func quoted(_ text: String) -> Node { Node(.scalar(text, isQuoted: true), at: .testing) }
}

extension HTTPRequest {
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value.reveal() }
}
