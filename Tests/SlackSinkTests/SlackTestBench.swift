import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import SlackSink

struct StubFormat: DigestFormat {
    static let type = "json"
    static let summary = "nothing"
    static let isAppendable = false
    static let mediaType = "application/json"
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] { [] }
}

extension StubComposeContext {
    init() { self.init(format: StubFormat()) }
}

extension Digest {
    /// A digest of entries with these titles and summaries.
    static func of(
        _ entries: [(title: String, summary: String?)], title: String = "Morning <news>", section: String = "Section"
    ) -> Digest {
        let now = ManualClock().now
        return Digest(
            pipeline: "morning", title: title, generatedAt: now, from: nil, to: now,
            zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600), locale: .en,
            sections: [
                DigestSection(
                    title: section,
                    entries: entries.enumerated().map { index, content in
                        var entry = Entry()
                        entry.title = content.title
                        entry.summary = content.summary.map { .plain($0) }
                        entry.url = "https://example.com/\(index)?a=1&b=2"
                        entry.published = now
                        return DigestEntry(
                            key: "k\(index)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
                    })
            ])
    }
}

/// A sink, its transport and its clock.
struct Bench {
    let clock = ManualClock()
    let transport: StubTransport
    let url = "https://hooks.slack.com/services/T0/B0/hidden"

    init() { transport = StubTransport(clock: clock) }

    func sink() throws -> SlackSink {
        let section = Node(
            .map([Node.Pair(key: "url", place: .testing, value: Node(.scalar(url, isQuoted: true), at: .testing))]),
            at: .testing)
        let (sink, diagnostics) = try SlackSink.configured(
            section, services: .testing(transport: transport, clock: clock))
        #expect(diagnostics == [])
        return sink
    }

    func message(form: Int = 0) -> Message {
        Message(
            number: 1, id: "msg_abc", pipeline: "morning", target: "{sinks.slack.url}", mode: .post,
            payload: Array("{}".utf8), memo: nil, attempts: 0, form: form)
    }

    /// The messages of a digest in a form, as refusals lead to it.
    func plans(of digest: Digest, in form: SlackForm) throws -> [ComposedMessage] {
        guard form != .blocks else { return try sink().compose(digest, in: StubComposeContext()) }
        return try sink().replace(
            message(form: form.rawValue - 1), after: StageError(.rejected, subject: "", facts: [.status: "400"]),
            by: digest, in: StubComposeContext())
    }

    func message(of digest: Digest, in form: SlackForm) throws -> [UInt8] {
        try #require(try plans(of: digest, in: form).first).payload
    }
}
