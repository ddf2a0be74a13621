public import FeedConfiguration
import FeedJSON
public import FeedPosting
public import FeedStages

/// Posts digests to a channel of Discord by a webhook.
public typealias DiscordSink = ChatSink<Discord>

/// Discord's webhooks.
public enum Discord: ChatService {
    /// `discord`.
    public static let type = "discord"
    /// What the sink does.
    public static let summary: LocalizedText = .message("summary.sink.discord")
    /// A secret.
    public static let addressHelp: LocalizedText = .message("option.discord.url")
    /// A channel takes thirty messages a minute.
    public static let rate = Rate(count: 25, per: .seconds(60))
    /// Embeds, links, plain text.
    public static let forms: [any ChatForm] = DiscordForm.allCases

    /// How long to wait, and that a message was too large: "Must be 2000 or fewer in length.", "Embed size exceeds
    /// maximum size of 6000".
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        if answer.status == 429, let wait = pause(in: answer) { refusal.retryAfter = wait }
        let words = String(decoding: answer.body.prefix(4096), as: UTF8.self)
        if refusal.code == .rejected, answer.status == 400,
            words.contains("in length") || words.contains("exceeds maximum size")
        {
            refusal.code = .messageTooLarge
        }
    }

    /// `retry_after` of a 429, in seconds with a fraction (Discord, "Rate limits"): finer than the header.
    private static func pause(in answer: HTTPResponse) -> Duration? {
        let json: JSONValue
        do { json = try JSONReader.read(answer.body) } catch { return nil }
        guard case .number(let text) = json["retry_after"], let seconds = Double(text), seconds.isFinite, seconds >= 0
        else { return nil }
        return min(.milliseconds(Int64(min(seconds, 100_000) * 1000) + 1), HTTPResponse.longestPause)
    }
}
