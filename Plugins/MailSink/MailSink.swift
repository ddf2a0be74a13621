public import FeedConfiguration
public import FeedModel
import FeedPosting
import FeedRendering
public import FeedStages

/// Sends digests as letters, each as text and as HTML. A letter keeps its id and its bytes at every attempt.
public struct MailSink: Sink {
    /// The value of `type` in the configuration: `mail`.
    public static let type = "mail"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.mail")
    /// A format that is not used: letters have their own form.
    public static let defaultFormat: String? = "text"

    private let configuration: Configuration
    private let carrier: any MailCarrier
    private let subject: SubjectTemplate?

    /// Makes the sink; nothing is opened.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        let envelope = MailEnvelope(
            sender: configuration.from.address, recipients: configuration.to.map(\.address),
            timeout: configuration.rules.timeout)
        carrier =
            switch configuration.route {
            case .smtp(let server): SMTPCarrier(server: server, envelope: envelope, transport: services.mail)
            case .program(let words, let variables):
                ProgramCarrier(
                    words: words, variables: variables, folder: services.directory, envelope: envelope,
                    programs: services.programs)
            case .maildir(let path): MaildirCarrier(services.resolve(path: path), services)
            }
        subject = configuration.subject ?? (try? SubjectTemplate(SubjectTemplate.standard(in: services.locale)))
    }

    /// The options `ordered`, `rate` and `timeout`.
    public var sending: SendingRules { configuration.rules }

    /// Whether digests without entries are sent: the option `when_empty`.
    public var wantsEmptyDigests: Bool { configuration.whenEmpty == .write }

    /// 1,000: a larger delivery comes as several digests, each with its own letters.
    public var wholeDigestLimit: Int? { 1000 }

    /// Whether letters go into a Maildir.
    public var deliversToThisMachine: Bool { if case .maildir = configuration.route { true } else { false } }

    /// Composes one letter, or as many as the digest needs.
    public func compose(_ digest: Digest, in context: some ComposeContext) -> [ComposedMessage] {
        if digest.entries.isEmpty, configuration.whenEmpty == .skip { return [] }
        return letters(of: digest, form: .full, moreWait: context.moreWait)
    }

    /// Replaces a letter that is too large by two, with half of the entries each. A single entry is shortened. Then the
    /// letter is given up.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) -> [ComposedMessage] {
        guard refusal.code == .messageTooLarge else { return [] }
        let form = Form(rawValue: message.form) ?? .short
        if let halves = digest.halves {
            return halves.flatMap { letters(of: context.digest(digest, of: $0), form: form, moreWait: false) }
        }
        return form == .full ? letters(of: digest, form: .short, moreWait: false) : []
    }

    /// Sends the letter once. Throws the carrier's error; `.unknownFate` if the letter may have arrived.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        try await carrier.deliver(LetterBytes.named(message.payload, message.id), message)
    }

    /// Returns what became of a letter: in a Maildir that is certain, elsewhere only the receiver knows.
    public func recover(_ message: Message) async throws(StageError) -> Recovery {
        try await carrier.recover(LetterBytes.named(message.payload, message.id), message)
    }

    /// The names of the letter's fields that a reader sees, and its text.
    public func preview(of message: Message) -> [UInt8] { LetterPreview.text(of: message.payload) ?? message.payload }

    /// Removes what proved, until now, that letters were delivered.
    public func close() async { await carrier.close() }
}

extension MailSink {
    /// How much of each entry a letter has.
    private enum Form: Int {
        /// As configured.
        case full
        /// Titles and links.
        case short
    }

    private func letters(of digest: Digest, form: Form, moreWait: Bool) -> [ComposedMessage] {
        var options = configuration.letters
        if form == .short {
            options.hasPictures = false
            options.page.excerpt = 0
        }
        let layout = LetterDigest(digest, options: options)
        let cutter = MessageCutter(
            limit: Weight(blocks: .max, units: .max, bytes: Self.longestHTML),
            frame: Weight(blocks: 0, units: 0, bytes: layout.frame))
        func weight(_ bytes: Int) -> Weight { Weight(blocks: 0, units: 0, bytes: bytes) }
        let cut = cutter.cut(layout.blocks.map { (weight($0.heading), $0.entries.map(weight)) })
        let parts = cut.isEmpty ? [[]] : cut
        return parts.enumerated().map { index, pieces in
            let position = EditionPart(index + 1, of: parts.count, moreWait: moreWait)
            let letter = layout.letter(
                pieces.map { PagePlan.Piece(block: $0.section, entries: $0.entries) }, as: position)
            let bytes = LetterBytes(
                from: configuration.from, to: configuration.to,
                subject: subject?.subject(of: letter, position, of: digest) ?? letter.title, text: letter.text,
                html: letter.html, date: digest.to, zone: digest.zone,
                language: DigestWords(digest.locale).language,
                listID: ListID.text(pipeline: digest.pipeline, domain: configuration.from.domain),
                unsubscribe: configuration.unsubscribe)
            return ComposedMessage(
                target: target, mode: .post, payload: bytes.bytes, entries: letter.keys,
                memo: Array(String(digest.to.seconds).utf8), form: form.rawValue)
        }
    }

    /// Gmail cuts HTML off behind about 102 KB, as it shows it.
    private static let longestHTML = 96_000

    /// What records call the receivers: the Maildir, or the first address and the number of others.
    private var target: String {
        if case .maildir(let path) = configuration.route { return path }
        let others = configuration.to.count - 1
        return (configuration.to.first?.address ?? "") + (others > 0 ? " +\(others)" : "")
    }
}
