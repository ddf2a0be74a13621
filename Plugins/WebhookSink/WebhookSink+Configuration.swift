public import FeedConfiguration
import FeedPosting
public import FeedStages

extension WebhookSink {
    /// The options of `webhook`: `url`, `secret`, `signature`, `headers`, `body`, `batch`, `ordered`, `rate`,
    /// `timeout`, `ca_file` and `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let secrets: [Secret]
        let signature: Signature
        let headers: [HTTPField]
        let body: Body
        let batch: Int
        let mediaType: String
        let rules: SendingRules

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            url = section.postedAddress(help: .message("option.webhook.url"))
            let given: OneOrMany<Secret>? = section.option(
                "secret", help: .message("option.webhook.secret"))
            let wanted: Signature? = section.option("signature", help: .message("option.webhook.signature"))
            secrets = given?.values ?? []
            signature = secrets.isEmpty ? .none : wanted ?? .standard
            headers = section.option("headers", default: HTTPHeaders(), help: .message("option.webhook.headers")).fields
            body = section.option("body", default: .entry, help: .message("option.webhook.body"))
            batch = section.option(
                "batch", default: 1, in: 1...100, help: .message("option.webhook.batch"))
            rules = section.sendingRules(to: url, holdsSecret: signature != .none)
            mediaType = section.chosenFormat?.mediaType ?? "application/json"

            if let wanted, wanted != .none, !section.isGiven("secret") {
                section.report(
                    .message(
                        "webhook.secret_missing",
                        ["path": .text(section.path), "signature": .text(wanted.rawValue)]))
            }
            if signature == .github, secrets.count > 1 {
                section.report(
                    .message("webhook.one_secret", ["path": .text(section.path)]), at: section.node["secret"]?.place,
                    suggestion: .message("webhook.one_secret.cure"))
            }
            if body == .digest, section.isGiven("batch") {
                section.report(
                    .message("webhook.whole_digest", ["path": .text(section.path)]),
                    at: section.node["batch"]?.place, suggestion: .message("webhook.whole_digest.cure"))
            }
        }
    }

    /// The content of one message.
    enum Body: String, ConfigChoice {
        case entry, digest
    }

    /// How a message is signed.
    enum Signature: String, ConfigChoice {
        case standard, github, none
    }
}
