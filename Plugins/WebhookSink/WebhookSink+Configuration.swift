public import FeedConfiguration
import FeedPosting
public import FeedStages

extension WebhookSink {
    /// `url`, `secret`, `signature`, `headers`, `body`, `batch`, `ordered`, `rate`, `timeout`, `ca_file`,
    /// `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let secrets: [Secret]
        let signature: Signature
        let headers: [HTTPField]
        let body: Body
        let batch: Int
        let mediaType: String
        let rules: SendingRules

        /// Reads the options.
        public init(from section: ConfigSection) {
            url = section.postedAddress(help: "where to post")
            let given: OneOrMany<Secret>? = section.option(
                "secret", help: "signs messages, as the receiver knows it; two of them while it changes")
            let wanted: Signature? = section.option("signature", help: "standard with a secret, else none")
            secrets = given?.values ?? []
            signature = secrets.isEmpty ? .none : wanted ?? .standard
            headers = section.option("headers", default: HTTPHeaders(), help: "more header fields").fields
            body = section.option("body", default: .entry, help: "one message an entry, or one a digest")
            batch = section.option(
                "batch", default: 1, in: 1...100, help: "entries a message at most, with `body: entry`")
            rules = section.sendingRules(to: url, holdsSecret: signature != .none)
            mediaType = section.chosenFormat?.mediaType ?? "application/json"

            if let wanted, wanted != .none, !section.isGiven("secret") {
                section.report("\(section.path): `signature: \(wanted.rawValue)` needs `secret`")
            }
            if signature == .github, secrets.count > 1 {
                section.report(
                    "\(section.path).secret: `signature: github` has room for one", at: section.node["secret"]?.place,
                    suggestion: "keep the newer one, or use `signature: standard`, which has room for several")
            }
            if body == .digest, section.isGiven("batch") {
                section.report(
                    "\(section.path).batch: a message of `body: digest` holds the whole digest",
                    at: section.node["batch"]?.place, suggestion: "remove one of the two")
            }
        }
    }

    /// What one message holds.
    enum Body: String, ConfigChoice {
        case entry, digest
    }

    /// How a message is signed.
    enum Signature: String, ConfigChoice {
        case standard, github, none
    }
}
