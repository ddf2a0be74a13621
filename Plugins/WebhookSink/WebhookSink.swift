import FeedConfiguration
public import FeedModel
import FeedPosting
public import FeedStages

/// Posts entries or digests to an address, at least once each. A message keeps its id and its bytes at every attempt.
public struct WebhookSink: Sink {
    /// The value of `type` in the configuration: `webhook`.
    public static let type = "webhook"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.webhook")
    /// `json`: the default format.
    public static let defaultFormat: String? = "json"

    private let configuration: Configuration
    private let services: Services
    private let keys: [SigningKey]

    /// Makes the sink. Throws `.credentialEmpty` for an empty secret, and `.credentialMalformed` if no base64 follows
    /// `whsec_`.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
        var keys: [SigningKey] = []
        for secret in configuration.secrets {
            switch configuration.signature {
            case .standard: keys.append(try .standard(secret))
            case .github: keys.append(try .plain(secret))
            case .none: break
            }
        }
        self.keys = keys
    }

    /// A stream: messages follow one another.
    public var layout: DigestLayout { .stream }

    /// Messages are sent in order unless configured otherwise, and not faster than the configured rate.
    public var sending: SendingRules { configuration.rules }

    /// Composes one message for the whole digest, or one for each `batch` of entries, oldest first. Throws the format's
    /// errors.
    public func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        guard !digest.entries.isEmpty else { return [] }
        switch configuration.body {
        case .digest: return [try message(of: digest.entries, in: digest, context)]
        case .entry:
            var messages: [ComposedMessage] = []
            for group in digest.entries.oldestFirst.groups(of: configuration.batch) {
                messages.append(try message(of: group, in: digest, context))
            }
            return messages
        }
    }

    /// Replaces a message that is too large for the receiver by two messages, with half of the entries each. Returns
    /// nothing for any other refusal, and for a single entry. Throws the format's errors.
    public func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) throws(StageError) -> [ComposedMessage] {
        guard refusal.code == .messageTooLarge, let halves = digest.halves else { return [] }
        var messages: [ComposedMessage] = []
        for half in halves { messages.append(try self.message(of: half, in: digest, context)) }
        return messages
    }

    /// Posts the message once. Throws the transport's error, or the receiver's refusal.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        do throws(StageError) {
            let answer = try await send(message)
            if let refusal = answer.refusal(at: configuration.url.mask) { throw refusal }
            return Receipt()
        } catch {
            throw error.afterSending
        }
    }

    /// Returns `.unknown`: only the receiver knows.
    public func recover(_ message: Message) async -> Recovery { .unknown }
}

extension WebhookSink {
    private func message(
        of entries: [DigestEntry], in digest: Digest, _ context: some ComposeContext
    ) throws(StageError) -> ComposedMessage {
        let payload: [UInt8]
        if configuration.body == .entry, Swift.type(of: context.format).type == Self.defaultFormat {
            payload = EntriesMessage.payload(entries, of: digest, at: context.now, fields: configuration.fields)
        } else {
            payload = try context.format.render(
                entries.count == digest.entries.count ? digest : context.digest(digest, of: entries))
        }
        return ComposedMessage(
            target: configuration.url.mask, mode: .post, payload: payload, entries: entries.map(\.key))
    }

    private func send(_ message: Message) async throws(StageError) -> HTTPResponse {
        let own = ownFields(of: message)
        let ownNames = Set(own.map(\.name))
        var headers = configuration.headers.filter { !ownNames.contains($0.name.lowercased()) }
        if !headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            headers.append(HTTPField("content-type", configuration.mediaType))
        }
        var request = HTTPRequest(
            "POST", url: configuration.url, headers: headers + own, body: message.payload, followsRedirects: false)
        request.answerPrefix = HTTPResponse.postedPrefix
        return try await services.transport.send(request)
    }

    /// The fields that identify and sign the message. Only the time and the signature differ between attempts.
    private func ownFields(of message: Message) -> [HTTPField] {
        let id = message.id
        let timestamp = String(services.clock.now.seconds)
        var fields = [
            HTTPField("webhook-id", id), HTTPField("webhook-timestamp", timestamp), HTTPField("idempotency-key", id),
        ]
        switch configuration.signature {
        case .standard:
            let signed = Array("\(id).\(timestamp).".utf8) + message.payload
            let signatures = keys.map { $0.standardSignature(of: signed) }
            fields.append(HTTPField("webhook-signature", signatures.joined(separator: " ")))
        case .github:
            for key in keys.prefix(1) {
                fields.append(HTTPField("x-hub-signature-256", key.githubSignature(of: message.payload)))
            }
        case .none: break
        }
        return fields
    }
}
