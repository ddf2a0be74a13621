public import FeedConfiguration
import FeedJSON
public import FeedPosting
public import FeedStages

/// Posts entries or digests to an account of Mastodon.
public typealias MastodonSink = ChatSink<Mastodon>

/// An account at a server of Mastodon, or of a program with its interface (docs.joinmastodon.org, "Post a new status").
public enum Mastodon: ChatService {
    /// The value of `type` in the configuration: `mastodon`.
    public static let type = "mastodon"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.mastodon")
    /// The help of the option with the server's address.
    public static let addressHelp: LocalizedText = .message("option.mastodon.url")
    /// Ten a minute, for the sake of followers; a token has 300 requests in five minutes (Mastodon, "Rate limits").
    public static let rate = Rate(count: 10, per: .seconds(60))
    /// The forms of a status, richest first: with excerpts, with links alone.
    public static let forms: [any ChatForm] = MastodonForm.Detail.allCases.map { MastodonForm(detail: $0) }

    /// The server that the option `url` names, with the path of new statuses.
    public static func address(in section: ConfigSection) -> Secret {
        section.serverAddress(path: "/api/v1/statuses", help: addressHelp)
    }

    /// What the option `each` says.
    public static func unit(with options: Options) -> ChatUnit { options.unit }

    /// The forms with the limits of the configuration.
    public static func forms(with options: Options) -> [any ChatForm] {
        MastodonForm.Detail.allCases.map { MastodonForm(detail: $0, unit: options.unit, settings: options.settings) }
    }

    /// The token, and the message's id: a status with the same key is posted once within an hour.
    public static func fields(of message: Message, with options: Options) -> [HTTPField] {
        let token = options.token
        let bearer = Secret(token.isMissing ? nil : "Bearer \(token.reveal())", mask: "Bearer \(token.mask)")
        return [HTTPField("authorization", secret: bearer), HTTPField("idempotency-key", message.id)]
    }

    /// Reads the pause of `X-RateLimit-Reset` if there is no `Retry-After`, and the server's words.
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        if answer.status == 429, refusal.retryAfter == nil, let reset = answer.header("x-ratelimit-reset") {
            refusal.retryAfter = answer.pause(until: reset)
        }
        if refusal.code == .credentialRejected || refusal.code == .forbidden { refusal.facts[.option] = "token" }
        guard let words = answer.json?["error"]?.string else { return }
        refusal.explanation = String(words.prefix(300))
        if answer.status == 422, words.contains("character limit") { refusal.code = .messageTooLarge }
    }
}
