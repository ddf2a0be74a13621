public import FeedConfiguration
import FeedJSON
public import FeedPosting
public import FeedStages

/// Posts digests to a channel of Discord by a webhook.
public typealias DiscordSink = ChatSink<Discord>

/// Discord's webhooks.
public enum Discord: ChatService {
    /// The value of `type` in the configuration: `discord`.
    public static let type = "discord"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.discord")
    /// The help of the option with the address, which is a secret.
    public static let addressHelp: LocalizedText = .message("option.discord.url")
    /// 25 messages a minute; a channel accepts thirty.
    public static let rate = Rate(count: 25, per: .seconds(60))
    /// The forms of a message, richest first: embeds, links, plain text.
    public static let forms: [any ChatForm] = DiscordForm.allCases

    /// Reads Discord's pause, and makes a refusal for size `.messageTooLarge`: "Must be 2000 or fewer in length.",
    /// "Embed size exceeds maximum size of 6000".
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        if answer.status == 429, let wait = pause(in: answer) { refusal.retryAfter = wait }
        let words = answer.beginning
        if refusal.code == .rejected, answer.status == 400,
            words.contains("in length") || words.contains("exceeds maximum size")
        {
            refusal.code = .messageTooLarge
        }
    }

    /// The `retry_after` of a 429 in seconds with a fraction (Discord, "Rate limits"), which is more exact than the
    /// header. Nil if there is none.
    private static func pause(in answer: HTTPResponse) -> Duration? {
        guard case .number(let text)? = answer.json?["retry_after"], let seconds = Double(text), seconds.isFinite,
            seconds >= 0
        else { return nil }
        return min(.milliseconds(Int64(min(seconds, 100_000) * 1000) + 1), HTTPResponse.longestPause)
    }
}
