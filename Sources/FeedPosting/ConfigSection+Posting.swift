public import FeedConfiguration
public import FeedMessages
import FeedModel
public import FeedStages

// Options of every sink that posts to an address.

extension ConfigSection {
    /// Declares and reads the required option `url`.
    public func postedAddress(help: LocalizedText) -> Secret { require("url", as: SecretURL.self, help: help).secret }

    /// Declares and reads `url` as the address of a server, such as `https://mastodon.example`, without a path. Returns
    /// it with `path` behind it. The address is no secret unless it is given as one. Without `fallback` it is required.
    public func serverAddress(path: String, default fallback: String? = nil, help: LocalizedText) -> Secret {
        let given: AddressOption =
            if let fallback {
                option("url", default: AddressOption(Secret(fallback, mask: fallback)), help: help)
            } else {
                require("url", help: help)
            }
        let server = given.secret
        guard !server.isMissing else { return server }
        let parts = Address.parts(server.reveal())
        let isServer = parts.map { ["", "/"].contains($0.path) && $0.query == nil && $0.fragment == nil } ?? true
        if !isServer || parts?.userInfo != nil {
            report(
                .message("posting.not_server", ["path": .text(self.path)]), at: node["url"]?.place,
                suggestion: .message("posting.server_alone"))
        }
        func joined(_ address: String) -> String {
            (address.hasSuffix("/") ? String(address.dropLast()) : address) + path
        }
        return Secret(joined(server.reveal()), mask: joined(server.mask))
    }

    /// Declares and reads `each`: what becomes one message.
    public func postedUnit(default fallback: ChatUnit) -> ChatUnit {
        option("each", default: fallback, help: .message("option.posting.each"))
    }

    /// Declares `ordered`, `rate`, `timeout`, `ca_file` and `allow_plaintext`, and checks the address.
    ///
    /// With `holdsSecret`, others must not read the messages: `http` needs `allow_plaintext` or a loopback address.
    public func sendingRules(to url: Secret, rate: Rate? = nil, holdsSecret: Bool) -> SendingRules {
        let isOrdered = option(
            "ordered", default: true, help: .message("option.posting.ordered"))
        let rateHelp: LocalizedText = .message("option.posting.rate")
        let rate: Rate? =
            if let rate { option("rate", default: rate, help: rateHelp) } else { option("rate", help: rateHelp) }
        var rules = SendingRules(isOrdered: isOrdered, rate: rate, endpoint: url)
        rules.timeout = option(
            "timeout", default: rules.timeout, in: .seconds(1)...(.seconds(600)),
            help: .message("option.posting.timeout"))
        rules.caFile =
            option("ca_file", as: CertificateFile.self, help: .message("option.posting.ca_file"))?
            .path
        let allowsPlaintext = option(
            "allow_plaintext", default: false, help: .message("option.posting.allow_plaintext"))
        if !url.isMissing { check(url.reveal(), requiresSecrecy: holdsSecret && !allowsPlaintext) }
        return rules
    }

    /// Reports the option `format` of a service with a form of its own.
    public func refuseFormat() {
        guard isGiven("format") else { return }
        report(
            .message("posting.format", ["path": .text(path)]), at: node["format"]?.place,
            suggestion: .message("posting.use_webhook"))
    }

    private func check(_ address: String, requiresSecrecy: Bool) {
        let place = node["url"]?.place
        guard let parts = Address.parts(address), parts.scheme == "http" || parts.scheme == "https",
            let host = parts.host, !host.isEmpty
        else {
            // The report does not show the address, because it may be a secret.
            return report(.message("posting.not_http", ["path": .text(path)]), at: place)
        }
        if requiresSecrecy, parts.scheme == "http", !Self.isLoopback(host) {
            report(
                .message("posting.plaintext", ["path": .text(path)]), at: place,
                suggestion: .message("posting.use_https"))
        }
    }

    /// Whether a host is this machine. Its traffic needs no encryption.
    public static func isLoopback(_ host: String) -> Bool {
        if host == "localhost" || host == "[::1]" { return true }
        let parts = host.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0].elementsEqual("127".utf8)
            && parts.allSatisfy { UInt8(String(decoding: $0, as: UTF8.self)) != nil }
    }
}
