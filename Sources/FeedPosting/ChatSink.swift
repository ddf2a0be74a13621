public import FeedConfiguration
public import FeedMessages
public import FeedModel
public import FeedStages

/// Posts digests to a channel of a chat service.
public struct ChatSink<Service: ChatService>: Sink {
    /// The service's.
    public static var type: String { Service.type }
    /// The service's.
    public static var summary: LocalizedText { Service.summary }
    /// It writes the service's own form; the format is not asked.
    public static var defaultFormat: String? { "json" }

    private let url: Secret
    /// In order, unless configured otherwise, and not faster than the service takes them.
    public let sending: SendingRules
    private let transport: any HTTPTransport

    /// Makes the sink. Throws `.pluginProtocol` if the service has no form.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        guard !Service.forms.isEmpty else {
            throw StageError(
                .pluginProtocol, subject: Service.type, phrases: [.found: .message("posting.no_form")])
        }
        url = configuration.url
        sending = configuration.rules
        transport = services.transport
    }

    /// `url`, `ordered`, `rate`, `timeout`, `ca_file`, `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let rules: SendingRules

        /// Reads the options.
        public init(from section: ConfigSection) {
            url = section.postedAddress(help: Service.addressHelp)
            rules = section.sendingRules(to: url, rate: Service.rate, holdsSecret: true)
            section.refuseFormat()
        }
    }

    /// Messages follow one another.
    public var layout: DigestLayout { .stream }

    /// One message, or as many as the digest needs.
    public func compose(_ digest: Digest, in context: some ComposeContext) -> [ComposedMessage] {
        compose(digest, form: 0)
    }

    /// First smaller, then simpler messages, and at last one an entry, before anything is given up.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) -> [ComposedMessage] {
        let status = refusal.facts[.status]
        let isTooLarge = refusal.code == .messageTooLarge
        guard isTooLarge || status == "400" || status == "422" else { return [] }
        let halves = digest.halves ?? []
        let isSmaller = message.form >= plainest || isTooLarge && !halves.isEmpty
        return (isSmaller ? halves : [digest.entries]).flatMap { entries in
            compose(context.digest(digest, of: entries), form: message.form + (isSmaller ? 0 : 1))
        }
    }

    /// Posts the message once.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        try await transport.post(json: message.payload, to: url) { answer in
            guard var refusal = answer.refusal(at: url.mask) else { return nil }
            Service.refine(&refusal, by: answer)
            return refusal
        }
        return Receipt()
    }

    /// Only the service knows.
    public func recover(_ message: Message) async -> Recovery { .unknown }
}

extension ChatSink {
    private var plainest: Int { Service.forms.count - 1 }

    private func compose(_ digest: Digest, form number: Int) -> [ComposedMessage] {
        let number = min(max(number, 0), plainest)
        let form = Service.forms[number]
        let chat = ChatDigest(digest)
        let sections = chat.sections.map { section in
            ChatMessage.Section(
                heading: section.title.isEmpty ? "" : form.heading(section.title),
                texts: section.entries.map(form.text))
        }
        let pieces = MessageCutter(limit: form.limit, frame: form.frame(of: chat)).cut(
            sections.map { (form.weight(ofHeading: $0.heading), $0.texts.map(form.weight(ofText:))) })
        return pieces.enumerated().map { index, parts in
            let message = ChatMessage(
                title: pieces.count > 1 ? "\(chat.title) (\(index + 1)/\(pieces.count))" : chat.title,
                headline: chat.headline,
                sections: parts.map { part in
                    let section = sections[part.section]
                    return ChatMessage.Section(heading: section.heading, texts: Array(section.texts[part.entries]))
                },
                foot: index == pieces.count - 1 ? chat.foot : [])
            return ComposedMessage(
                target: url.mask, mode: .post, payload: form.payload(of: message),
                entries: parts.flatMap { chat.sections[$0.section].entries[$0.entries].map(\.key) }, form: number)
        }
    }
}
