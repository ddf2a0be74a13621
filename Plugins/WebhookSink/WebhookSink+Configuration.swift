public import FeedConfiguration
import FeedModel
public import FeedStages

extension WebhookSink {
    /// `url`, `secret`, `signature`, `headers`, `body`, `timeout`, `ca_file`, `allow_plaintext`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let secrets: [Secret]
        let isSigned: Bool
        let headers: [HTTPField]
        let body: Body
        let mediaType: String

        /// Reads the options.
        public init(from section: ConfigSection) {
            url = section.require("url", as: SecretURL.self, help: "where to post").secret
            let given: OneOrMany<Secret>? = section.option(
                "secret", help: "signs messages, as the receiver knows it; two of them while it changes")
            secrets = given?.values ?? []
            let signature: Signature? = section.option(
                "signature", help: "standard with a secret, else none")
            isSigned = signature != .some(.none) && !secrets.isEmpty
            headers = section.option("headers", default: HTTPHeaders(), help: "more header fields").fields
            body = section.option("body", default: .entry, help: "one message an entry, or one a digest")
            // These two are carried out by the transport: the plan puts them into the sink's policy.
            _ = section.option(
                "timeout", default: Duration.seconds(30), in: .seconds(1)...(.seconds(600)),
                help: "longest time of one request")
            _ = section.option(
                "ca_file", as: CertificateFile.self, help: "trusts these authorities, not the system's")
            let allowsPlaintext = section.option(
                "allow_plaintext", default: false, help: "whether signed messages may go over plain http")
            mediaType = section.chosenFormat?.mediaType ?? "application/json"

            if signature == .standard, !section.isGiven("secret") {
                section.report("\(section.path): `signature: standard` needs `secret`")
            }
            if !url.isMissing { check(url.reveal(), allowsPlaintext: allowsPlaintext, section) }
        }

        private func check(_ address: String, allowsPlaintext: Bool, _ section: ConfigSection) {
            let place = section.node["url"]?.place
            guard let parts = Address.parts(address), parts.scheme == "http" || parts.scheme == "https",
                let host = parts.host, !host.isEmpty
            else {
                // Without the address: it may be a secret.
                return section.report("\(section.path).url: expected an http or https address", at: place)
            }
            if isSigned, !allowsPlaintext, parts.scheme == "http", !Self.isLoopback(host) {
                section.report(
                    "\(section.path).url: messages with a secret go over https alone", at: place,
                    suggestion: "use https, or `allow_plaintext: true` in a network that you trust")
            }
        }

        /// What never leaves the machine needs no encryption.
        private static func isLoopback(_ host: String) -> Bool {
            if host == "localhost" || host == "[::1]" { return true }
            let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
            return parts.count == 4 && parts[0].elementsEqual("127".utf8)
                && parts.allSatisfy { UInt8(String(decoding: $0, as: UTF8.self)) != nil }
        }
    }

    /// What one message holds.
    enum Body: String, ConfigChoice {
        case entry, digest
    }

    /// How a message is signed.
    enum Signature: String, ConfigChoice {
        case standard, none
    }
}
