public import FeedConfiguration
import FeedJSON
public import FeedPosting
public import FeedStages

/// Sends digests or entries to phones and browsers by a topic of ntfy.
public typealias NtfySink = ChatSink<Ntfy>

/// The service ntfy.sh, or a server of one's own (docs.ntfy.sh, "Publish as JSON").
public enum Ntfy: ChatService {
    /// The value of `type` in the configuration: `ntfy`.
    public static let type = "ntfy"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.ntfy")
    /// The help of the option with the server's address.
    public static let addressHelp: LocalizedText = .message("option.ntfy.url")
    /// 20 messages a minute. A visitor has 60 requests at once, and then one every five seconds (ntfy, "Limitations").
    public static let rate = Rate(count: 20, per: .seconds(60))
    /// The forms of a message, richest first: with addresses and excerpts, and without.
    public static let forms: [any ChatForm] = NtfyForm.Detail.allCases.map { NtfyForm(detail: $0) }

    /// The server that the option `url` names, ntfy.sh by default. JSON is posted to its root.
    public static func address(in section: ConfigSection) -> Secret {
        section.serverAddress(path: "/", default: "https://ntfy.sh", help: addressHelp)
    }

    /// What the option `each` says.
    public static func unit(with options: Options) -> ChatUnit { options.unit }

    /// The forms with the priority and the tags of the configuration.
    public static func forms(with options: Options) -> [any ChatForm] {
        NtfyForm.Detail.allCases.map { NtfyForm(detail: $0, priority: options.priority, tags: options.tags) }
    }

    /// The field `Authorization`, if the topic needs one.
    public static func fields(of message: Message, with options: Options) -> [HTTPField] {
        options.authorization.map { [$0.field] } ?? []
    }

    /// The payload with the topic, which is a password on a public server and is stored nowhere, and with the message's
    /// id as `sequence_id`: a notification that comes again takes the place of the first (from ntfy 2.16 on; older
    /// servers ignore it).
    public static func body(of message: Message, with options: Options) -> [UInt8] {
        var writer = JSONWriter(capacity: message.payload.count + 128)
        writer.beginObject()
        writer.member("topic", options.topic.reveal())
        writer.member("sequence_id", message.id)
        // The payload is an object with at least one member.
        return writer.bytes + [UInt8(ascii: ",")] + message.payload.dropFirst()
    }

    /// Reads the `code` of a refusal (binwiederhier/ntfy, server/errors.go).
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        let json = answer.json
        if let words = json?["error"]?.string { refusal.explanation = String(words.prefix(300)) }
        if refusal.code == .credentialRejected || refusal.code == .forbidden { refusal.facts[.option] = "auth" }
        switch json?["code"]?.int {
        case 40_057: refusal.code = .messageTooLarge  // the title
        // The topic is not allowed: every other message would be refused, too.
        case 40_009, 40_010:
            refusal.code = .forbidden
            refusal.facts[.option] = "topic"
        case 42_901: refusal.retryAfter = refusal.retryAfter ?? .seconds(10)
        // The day's messages are used up.
        case 42_908: refusal.retryAfter = refusal.retryAfter ?? .seconds(3600)
        default: break
        }
    }
}
