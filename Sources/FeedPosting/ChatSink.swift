public import FeedConfiguration
public import FeedMessages
public import FeedModel
public import FeedStages

/// Posts digests to a channel of a chat service.
public struct ChatSink<Service: ChatService>: Sink {
    /// The name of the service.
    public static var type: String { Service.type }
    /// The description of the service.
    public static var summary: LocalizedText { Service.summary }
    /// `json` by default. A chat service has a form of its own, and the format is not used.
    public static var defaultFormat: String? { "json" }

    private let url: Secret
    private let options: Service.Options
    private let forms: [any ChatForm]
    /// The rules for messages: by default in order, and not faster than the service allows.
    public let sending: SendingRules
    private let transport: any HTTPTransport

    /// Makes the sink. Throws `.pluginProtocol` if the service has no form.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        forms = Service.forms(with: configuration.options)
        guard !forms.isEmpty else {
            throw StageError(
                .pluginProtocol, subject: Service.type, phrases: [.found: .message("posting.no_form")])
        }
        url = configuration.url
        options = configuration.options
        sending = configuration.rules
        transport = services.transport
    }

    /// The options `url`, those of the service, `ordered`, `rate`, `timeout`, `ca_file` and `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let options: Service.Options
        let rules: SendingRules

        /// Reads the options.
        public init(from section: ConfigSection) {
            url = Service.address(in: section)
            options = Service.Options(from: section)
            rules = section.sendingRules(to: url, rate: Service.rate, holdsSecret: true)
            section.refuseFormat()
        }
    }

    /// A stream, because messages follow one another.
    public var layout: DigestLayout { .stream }

    /// Composes one message, or as many as the digest needs.
    public func compose(_ digest: Digest, in context: some ComposeContext) -> [ComposedMessage] {
        compose(digest, form: 0)
    }

    /// Composes smaller messages, then simpler ones, at last one for each entry. Then the message is given up.
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

    /// Posts the message once. Throws the refusal or the transport's error; `.unknownFate` if it may have arrived.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let mask = url.mask
        try await transport.post(
            json: Service.body(of: message, with: options), to: url,
            fields: Service.fields(of: message, with: options)
        ) { Service.refusal(by: $0, at: mask) }
        return Receipt()
    }

    /// Returns `.unknown`, because only the service knows the outcome.
    public func recover(_ message: Message) async -> Recovery { .unknown }
}

extension ChatSink {
    private var plainest: Int { forms.count - 1 }

    /// The entries of each message: as many as fit, or one.
    private func pieces(
        of sections: [ChatMessage.Section], _ chat: ChatDigest, in form: any ChatForm
    ) -> [[MessageCutter.Part]] {
        switch Service.unit(with: options) {
        case .entry:
            sections.enumerated().flatMap { number, section in
                section.texts.indices.map { [MessageCutter.Part(section: number, entries: $0..<($0 + 1))] }
            }
        case .digest:
            MessageCutter(limit: form.limit, frame: form.frame(of: chat)).cut(
                sections.map { (form.weight(ofHeading: $0.heading), $0.texts.map(form.weight(ofText:))) })
        }
    }

    private func compose(_ digest: Digest, form number: Int) -> [ComposedMessage] {
        let number = min(max(number, 0), plainest)
        let form = forms[number]
        let unit = Service.unit(with: options)
        let chat = ChatDigest(digest)
        let sections = chat.sections.map { section in
            ChatMessage.Section(
                heading: section.title.isEmpty || unit == .entry ? "" : form.heading(section.title),
                texts: section.entries.map(form.text), entries: section.entries)
        }
        let pieces = pieces(of: sections, chat, in: form)
        return pieces.enumerated().map { index, parts in
            let message = ChatMessage(
                title: pieces.count > 1 && unit == .digest
                    ? "\(chat.title) (\(index + 1)/\(pieces.count))" : chat.title,
                headline: chat.headline,
                sections: parts.map { part in
                    let section = sections[part.section]
                    return ChatMessage.Section(
                        heading: section.heading, texts: Array(section.texts[part.entries]),
                        entries: Array(section.entries[part.entries]))
                },
                foot: index == pieces.count - 1 && unit == .digest ? chat.foot : [], unit: unit)
            return ComposedMessage(
                target: url.mask, mode: .post, payload: form.payload(of: message),
                entries: parts.flatMap { chat.sections[$0.section].entries[$0.entries].map(\.key) }, form: number)
        }
    }
}
