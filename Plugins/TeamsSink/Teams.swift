public import FeedConfiguration
import FeedJSON
public import FeedPosting
public import FeedStages

/// Posts digests to a channel or chat of Microsoft Teams, through a workflow with a webhook.
public typealias TeamsSink = ChatSink<Teams>

/// The workflow "Post to a channel when a webhook request is received" of Microsoft Teams. Messages are Adaptive Cards
/// (Microsoft, "Create incoming webhooks with Workflows").
public enum Teams: ChatService {
    /// The option `each`.
    public struct Options: StageConfiguration {
        let unit: ChatUnit

        /// Reads the option.
        public init(from section: ConfigSection) { unit = section.postedUnit(default: .digest) }
    }

    /// The value of `type` in the configuration: `teams`.
    public static let type = "teams"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.teams")
    /// The help of the option with the address, which is a secret: it has a signature.
    public static let addressHelp: LocalizedText = .message("option.teams.url")
    /// 60 messages an hour. A webhook takes four a second, 60 in 30 seconds, 100 an hour, 150 in two hours and 1,800 a
    /// day (Microsoft, "Rate limiting for connectors").
    public static let rate = Rate(count: 60, per: .seconds(3600))
    /// The forms of a message, richest first: cards with excerpts, links, plain text.
    public static let forms: [any ChatForm] = TeamsForm.allCases

    /// What the option `each` says.
    public static func unit(with options: Options) -> ChatUnit { options.unit }

    /// Reads the status, and the words of a response with a status of success: connectors answer 200 where Teams refused
    /// a message, with "Microsoft Teams endpoint returned HTTP error 413" or 429 in the body
    /// (MicrosoftDocs/msteams-docs#1810).
    public static func refusal(by answer: HTTPResponse, at endpoint: String) -> StageError? {
        var answer = answer
        if (200...299).contains(answer.status), let status = hiddenStatus(in: answer) { answer.status = status }
        guard var refusal = answer.refusal(at: endpoint) else { return nil }
        refine(&refusal, by: answer)
        return refusal
    }

    /// Knows by their codes that a card was too large (`MessageSizeExceeded`, MicrosoftDocs/msteams-docs#11274), and that
    /// a workflow is switched off (`WorkflowTriggerIsNotEnabled`): then the address accepts nothing, and news wait.
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        let words = answer.beginning
        guard refusal.code == .rejected else { return }
        if words.contains("MessageSizeExceeded") || words.contains("RequestEntityTooLarge") {
            refusal.code = .messageTooLarge
        } else if words.contains("WorkflowTriggerIsNotEnabled") {
            refusal.code = .gone
            refusal.phrases[.found] = .message("teams.switched_off")
        }
    }

    /// The status that the body of a success names, 400 if it names none; nil if the message was received.
    private static func hiddenStatus(in answer: HTTPResponse) -> Int? {
        let words = answer.beginning
        guard words.contains("Webhook message delivery failed") || words.contains("returned HTTP error") else {
            return nil
        }
        guard let sign = words.firstRange(of: "HTTP error ") else { return 400 }
        let status = Int(words[sign.upperBound...].prefix { $0.isASCII && $0.isNumber })
        return status.flatMap { (400...599).contains($0) ? $0 : nil } ?? 400
    }
}
