public import FeedConfiguration
public import FeedModel
import FeedPosting
public import FeedStages

/// Posts digests to a channel of Discord by a webhook.
public struct DiscordSink: Sink {
    /// `discord`.
    public static let type = "discord"
    /// What it does.
    public static let summary = "posts digests to a channel of Discord, by a webhook"
    /// It writes Discord's own form; the format is not asked.
    public static let defaultFormat: String? = "json"

    private let configuration: Configuration
    private let services: Services

    /// Makes the sink.
    public init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        self.services = services
    }

    /// `url`, `ordered`, `rate`, `timeout`, `ca_file`, `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let rules: SendingRules

        /// Reads the options.
        public init(from section: ConfigSection) {
            url = section.postedAddress(help: "the webhook's address, a secret: { env: NAME }")
            // A channel takes thirty messages a minute.
            rules = section.sendingRules(to: url, rate: Rate(count: 25, per: .seconds(60)), holdsSecret: true)
            section.refuseFormat()
        }
    }

    /// Messages follow one another.
    public var layout: DigestLayout { .stream }

    /// In order, unless configured otherwise, and not faster than Discord takes them.
    public var sending: SendingRules { configuration.rules }

    /// One message, or as many as the digest needs.
    public func compose(_ digest: Digest, in context: some ComposeContext) -> [ComposedMessage] {
        compose(digest, as: .embeds)
    }

    /// Smaller, then simpler messages.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) -> [ComposedMessage] {
        Simplification.steps(
            after: refusal, of: message, digest: digest, plainest: DiscordForm.plain.rawValue
        ).flatMap { step in
            compose(context.digest(digest, of: step.entries), as: DiscordForm(rawValue: step.form) ?? .plain)
        }
    }

    /// Posts the message once.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let mask = configuration.url.mask
        try await services.transport.post(json: message.payload, to: configuration.url) {
            $0.discordRefusal(at: mask)
        }
        return Receipt()
    }

    /// Only Discord knows.
    public func recover(_ message: Message) async -> Recovery { .unknown }
}

extension DiscordSink {
    private func compose(_ digest: Digest, as form: DiscordForm) -> [ComposedMessage] {
        let chat = ChatDigest(digest)
        let sections = chat.sections.map { section in
            (heading: form.heading(section.title), entries: section.entries.map(form.text))
        }
        let foot = form == .plain ? chat.foot.map { $0.cut(units: DiscordForm.longestPlainFoot) } : chat.foot
        // `content` is no part of the embeds; in a plain message everything is.
        let head = DiscordText.escaped(([chat.title, chat.headline] + foot).joined(separator: "\n"))
        let frame: Weight = form == .plain ? Weight(of: head, frame: 32) : .nothing
        let pieces = MessageCutter(limit: form.limit, frame: frame).cut(
            sections.map { section in
                (
                    // A section may go on in a second embed.
                    Weight(of: section.heading, blocks: 2, frame: 2),
                    section.entries.map { Weight(of: $0, frame: form.separator.units) }
                )
            })
        return pieces.enumerated().map { index, parts in
            let message = DiscordMessage(
                form: form, title: pieces.count > 1 ? "\(chat.title) (\(index + 1)/\(pieces.count))" : chat.title,
                headline: chat.headline,
                sections: parts.map { part in
                    (sections[part.section].heading, Array(sections[part.section].entries[part.entries]))
                }, foot: index == pieces.count - 1 ? foot : [])
            return ComposedMessage(
                target: configuration.url.mask, mode: .post, payload: message.payload,
                entries: parts.flatMap { part in chat.sections[part.section].entries[part.entries].map(\.key) },
                form: form.rawValue)
        }
    }
}
