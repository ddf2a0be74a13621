public import FeedConfiguration
import FeedPosting
import FeedRendering
public import FeedStages

extension WebhookSink {
    /// The options of `webhook`: `url`, `secret`, `signature`, `headers`, `body`, `fields`, `batch`, `ordered`,
    /// `rate`, `timeout`, `ca_file` and `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let secrets: [Secret]
        let signature: Signature
        let headers: [HTTPField]
        let body: Body
        let fields: EntryJSON.Fields
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
            let chosen: [Field]? = section.option("fields", help: .message("option.webhook.fields"))
            fields = chosen.map { EntryJSON.Fields($0.map(\.field)) } ?? .usual
            batch = section.option(
                "batch", default: 1, in: 1...100, help: .message("option.webhook.batch"))
            rules = section.sendingRules(to: url, holdsSecret: signature != .none)
            let format = section.chosenFormat
            mediaType = format?.mediaType ?? "application/json"

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
            if let node = section.node["fields"] {
                let isJSON = format.map { $0.stage.type == WebhookSink.defaultFormat } ?? true
                if body == .digest || !isJSON {
                    section.report(
                        .message("webhook.no_fields", ["path": .text(section.path)]), at: node.place,
                        suggestion: .message("webhook.no_fields.cure"))
                }
                if node.list?.isEmpty == true {
                    section.report(
                        .message("plugin.option_empty", ["path": .text("\(section.path).fields")]), at: node.place)
                }
            }
        }
    }

    /// A part of an entry, by the words of `EntryJSON.Field`.
    struct Field: ConfigChoice {
        let field: EntryJSON.Field

        var rawValue: String { field.rawValue }
        static var allCases: [Field] { EntryJSON.Field.allCases.map(Field.init(field:)) }

        init(field: EntryJSON.Field) { self.field = field }

        init?(rawValue: String) {
            guard let field = EntryJSON.Field(rawValue: rawValue) else { return nil }
            self.field = field
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
