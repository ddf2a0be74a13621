public import FeedConfiguration
import FeedModel
import FeedPosting
import FeedRendering
public import FeedStages

extension MailSink {
    /// The options of `mail`: `to`, `from`, `subject`, `via`, `pictures`, `excerpt`, `lead`, `brief_after`,
    /// `when_empty`, `unsubscribe`, `ordered`, `rate` and `timeout`.
    public struct Configuration: StageConfiguration {
        let to: [MailAddress]
        let from: MailAddress
        let subject: SubjectTemplate?
        let route: MailRoute
        let letters: LetterDigest.Options
        let whenEmpty: WhenEmpty
        let unsubscribe: String?
        let rules: SendingRules

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            to = Self.recipients(in: section)
            from = section.require("from", help: .message("option.mail.from"))
            route = section.require("via", help: .message("option.mail.via"))
            subject = section.option("subject", help: .message("option.mail.subject"))
            var letters = LetterDigest.Options()
            let pictures = section.option("pictures", default: Pictures.none, help: .message("option.mail.pictures"))
            letters.hasPictures = pictures == .remote
            letters.page.excerpt = section.option(
                "excerpt", default: letters.page.excerpt, in: 0...1000, help: .message("option.page.excerpt"))
            letters.page.lead = section.option("lead", in: 0...4, help: .message("option.page.lead"))
            letters.page.briefAfter = section.option(
                "brief_after", in: 0...1000, help: .message("option.page.brief_after"))
            self.letters = letters
            whenEmpty = section.option("when_empty", default: .skip, help: .message("option.mail.when_empty"))
            unsubscribe =
                section.option("unsubscribe", as: Unsubscribe.self, help: .message("option.mail.unsubscribe"))?
                .address
            rules = Self.rules(of: route, in: section)
            if section.isGiven("format") {
                section.report(
                    .message("mail.format", ["path": .text(section.path)]), at: section.node["format"]?.place,
                    suggestion: .message("mail.format.cure"))
            }
        }

        private static func recipients(in section: ConfigSection) -> [MailAddress] {
            let given = section.require("to", as: OneOrMany<MailAddress>.self, help: .message("option.mail.to")).values
            let place = section.node["to"]?.place
            if section.node["to"]?.list?.isEmpty == true {
                section.report(
                    .message("plugin.option_empty", ["path": .text("\(section.path).to")]), at: place)
            }
            if given.count > mostRecipients {
                section.report(
                    .message(
                        "mail.many_recipients", ["path": .text(section.path), "most": .number(mostRecipients)]),
                    at: place, suggestion: .message("mail.many_recipients.cure"))
            }
            var known: Set<String> = []
            return given.filter { known.insert($0.address.lowercased()).inserted }
        }

        private static func rules(of route: MailRoute, in section: ConfigSection) -> SendingRules {
            let isOrdered = section.option("ordered", default: true, help: .message("option.posting.ordered"))
            let rate: Rate? = section.option("rate", help: .message("option.posting.rate"))
            let timeout = section.option(
                "timeout", default: Duration.seconds(300), in: .seconds(1)...(.seconds(600)),
                help: .message("option.mail.timeout"))
            var rules = SendingRules(isOrdered: isOrdered, rate: rate)
            rules.timeout = timeout
            if case .smtp(let server) = route {
                rules.endpoint = Secret(server.address, mask: server.address)
                rules.caFile = server.caFile
            }
            return rules
        }

        private static let mostRecipients = 50
    }

    /// Which pictures the HTML shows.
    enum Pictures: String, ConfigChoice {
        /// None: who opens the letter asks no site for anything.
        case none
        /// Those of leads and cards, which the mail program loads from their sites.
        case remote
    }

    /// Whether a digest without entries is skipped or sent.
    enum WhenEmpty: String, ConfigChoice {
        case skip, write
    }
}

/// Where a reader leaves the list: a page of the web, or an address of mail.
struct Unsubscribe: ConfigValue, Hashable {
    /// Visible ASCII without brackets.
    var address: String

    static var typeName: LocalizedText { .message("type.mail_unsubscribe") }
    static var schema: ValueSchema { .text }
    static var placeholder: Unsubscribe { Unsubscribe(address: "") }
    var manualText: String { address }

    static func read(_ node: Node, in section: ConfigSection) -> Unsubscribe? {
        guard let text = section.text(of: node, expected: typeName) else { return nil }
        let isPlain =
            text.utf8.count <= longest
            && text.utf8.allSatisfy { (0x21...0x7E).contains($0) && !"<>\"".utf8.contains($0) }
        let isWeb = Address.isHTTP(text) && WebAddress.shown(text) == text
        guard isPlain, isWeb || isMail(text) else {
            section.reportMismatch(node, expected: typeName)
            return nil
        }
        return Unsubscribe(address: text)
    }

    /// A line of a header has at most 998 bytes.
    private static let longest = 900

    private static func isMail(_ text: String) -> Bool {
        guard text.hasPrefix("mailto:") else { return false }
        let address = text.dropFirst("mailto:".count).prefix { $0 != "?" }
        return (try? MailAddress(String(address)))?.name == nil && (try? MailAddress(String(address))) != nil
    }
}
