public import FeedConfiguration
public import FeedModel
import FeedPosting
public import FeedStages

/// Posts digests to a channel of Slack by an incoming webhook.
public struct SlackSink: Sink {
    /// `slack`.
    public static let type = "slack"
    /// What it does.
    public static let summary = "posts digests to a channel of Slack, by an incoming webhook"
    /// It writes Slack's own form; the format is not asked.
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
            url = section.postedAddress(help: "the incoming webhook's address, a secret: { env: NAME }")
            // Slack takes one message a second, and short bursts.
            rules = section.sendingRules(to: url, rate: Rate(count: 1, per: .seconds(1)), holdsSecret: true)
            section.refuseFormat()
        }
    }

    /// Messages follow one another.
    public var layout: DigestLayout { .stream }

    /// In order, unless configured otherwise, and not faster than Slack takes them.
    public var sending: SendingRules { configuration.rules }

    /// One message, or as many as the digest needs.
    public func compose(_ digest: Digest, in context: some ComposeContext) -> [ComposedMessage] {
        compose(digest, as: .blocks)
    }

    /// Smaller, then simpler messages.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) -> [ComposedMessage] {
        Simplification.steps(
            after: refusal, of: message, digest: digest, plainest: SlackForm.plain.rawValue
        ).flatMap { step in
            compose(context.digest(digest, of: step.entries), as: SlackForm(rawValue: step.form) ?? .plain)
        }
    }

    /// Posts the message once.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let mask = configuration.url.mask
        try await services.transport.post(json: message.payload, to: configuration.url) { answer in
            guard var refusal = answer.refusal(at: mask) else { return nil }
            // `msg_too_long`, `msg_blocks_too_long`.
            if refusal.code == .rejected, refusal.explanation?.contains("too_long") == true {
                refusal.code = .messageTooLarge
            }
            return refusal
        }
        return Receipt()
    }

    /// Only Slack knows.
    public func recover(_ message: Message) async -> Recovery { .unknown }
}

extension SlackSink {
    private func compose(_ digest: Digest, as form: SlackForm) -> [ComposedMessage] {
        let chat = ChatDigest(digest)
        let sections = chat.sections.map { section in
            (heading: form.heading(section.title), entries: section.entries.map(form.text))
        }
        // The frame of a block in JSON: `{"type":"section","text":{"type":"mrkdwn","text":""}},`.
        let frame = form == .blocks ? 60 : 1
        let head = [chat.title, chat.headline].joined() + chat.foot.joined()
        let cutter = MessageCutter(
            limit: form.limit,
            frame: Weight(of: SlackText.escaped(head), blocks: 3, frame: 4 * frame + SlackForm.longestHeader))
        let pieces = cutter.cut(
            sections.map { section in
                let heading =
                    section.heading.isEmpty ? .nothing : Weight(of: section.heading, blocks: 1, frame: frame)
                return (heading, section.entries.map { Weight(of: $0, blocks: 1, frame: frame) })
            })
        return pieces.enumerated().map { index, parts in
            let texts = parts.flatMap { part in
                let section = sections[part.section]
                return (section.heading.isEmpty ? [] : [section.heading]) + section.entries[part.entries]
            }
            let message = SlackMessage(
                form: form, title: pieces.count > 1 ? "\(chat.title) (\(index + 1)/\(pieces.count))" : chat.title,
                headline: chat.headline, texts: texts, foot: index == pieces.count - 1 ? chat.foot : [])
            return ComposedMessage(
                target: configuration.url.mask, mode: .post, payload: message.payload,
                entries: parts.flatMap { part in chat.sections[part.section].entries[part.entries].map(\.key) },
                form: form.rawValue)
        }
    }
}
