public import FeedConfiguration
public import FeedPosting
public import FeedStages

/// Posts digests to a channel of Slack by an incoming webhook.
public typealias SlackSink = ChatSink<Slack>

/// Slack's incoming webhooks.
public enum Slack: ChatService {
    /// The value of `type` in the configuration: `slack`.
    public static let type = "slack"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.slack")
    /// The help of the option with the address, which is a secret.
    public static let addressHelp: LocalizedText = .message("option.slack.url")
    /// One message a second; Slack also accepts short bursts.
    public static let rate = Rate(count: 1, per: .seconds(1))
    /// The forms of a message, richest first: blocks, links, plain text.
    public static let forms: [any ChatForm] = SlackForm.allCases

    /// Makes `msg_too_long` and `msg_blocks_too_long` the error `.messageTooLarge`.
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        guard refusal.code == .rejected, refusal.explanation?.contains("too_long") == true else { return }
        refusal.code = .messageTooLarge
    }
}
