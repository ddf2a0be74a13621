import FeedConfiguration
import FeedJSON
import FeedModel
import FeedPosting
import FeedStages

/// Posts the headlines of a digest to a channel of Mattermost, by an incoming webhook.
struct MattermostSink: Sink {
    static let type = "mattermost"
    static let summary: LocalizedText = "posts headlines to a channel of Mattermost"
    static let defaultFormat: String? = "markdown"

    struct Configuration: StageConfiguration {
        let url: Secret
        let rules: SendingRules

        init(from section: ConfigSection) {
            url = section.postedAddress(help: "the incoming webhook's URL, a secret: { env: NAME }")
            rules = section.sendingRules(to: url, rate: Rate(count: 1, per: .seconds(1)), holdsSecret: true)
        }
    }

    private let configuration: Configuration
    private let services: Services

    init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        self.services = services
    }

    var sending: SendingRules { configuration.rules }

    /// Fifty entries a message, as the format renders them: the bytes are final, and stored before they are sent.
    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        try digest.entries.groups(of: 50).map { entries throws(StageError) in
            var writer = JSONWriter()
            writer.beginObject()
            let text = try context.format.render(context.digest(digest, of: entries))
            writer.member("text", String(decoding: text, as: UTF8.self))
            writer.endObject()
            return ComposedMessage(
                target: configuration.url.mask, mode: .post, payload: writer.bytes, entries: entries.map(\.key))
        }
    }

    /// What an answer means is the kit's to say: 429 and 5xx wait, other refusals are given up.
    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let mask = configuration.url.mask
        try await services.transport.post(json: message.payload, to: configuration.url) { $0.refusal(at: mask) }
        return Receipt()
    }

    /// Nobody can ask Mattermost whether a message came: it goes out again, the same bytes.
    func recover(_ message: Message) async -> Recovery { .unknown }
}
