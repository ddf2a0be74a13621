public import FeedConfiguration
import FeedModel
public import FeedStages

// Options that every sink has which posts to an address.

extension ConfigSection {
    /// Declares `url`.
    public func postedAddress(help: String) -> Secret { require("url", as: SecretURL.self, help: help).secret }

    /// Declares `ordered`, `rate`, `timeout`, `ca_file` and `allow_plaintext`, and checks the address.
    ///
    /// `holdsSecret`: whether what is posted must not be seen by others on the way.
    public func sendingRules(to url: Secret, rate: Rate? = nil, holdsSecret: Bool) -> SendingRules {
        let isOrdered = option(
            "ordered", default: true, help: "a message waits until those before it are delivered or given up")
        let rateHelp = "messages in a time at most, over all runs"
        let rate: Rate? =
            if let rate { option("rate", default: rate, help: rateHelp) } else { option("rate", help: rateHelp) }
        var rules = SendingRules(isOrdered: isOrdered, rate: rate, endpoint: url)
        rules.timeout = option(
            "timeout", default: rules.timeout, in: .seconds(1)...(.seconds(600)), help: "longest time of one request")
        rules.caFile =
            option("ca_file", as: CertificateFile.self, help: "trusts these authorities, not the system's")?
            .path
        let allowsPlaintext = option(
            "allow_plaintext", default: false, help: "whether messages with a secret may go over plain http")
        if !url.isMissing { check(url.reveal(), requiresSecrecy: holdsSecret && !allowsPlaintext) }
        return rules
    }

    /// Reports a `format` where the service has a form of its own.
    public func refuseFormat() {
        guard isGiven("format") else { return }
        report(
            "\(path).format: this sink writes the service's own form", at: node["format"]?.place,
            suggestion: "remove it, or use `type: webhook`, which posts any format")
    }

    private func check(_ address: String, requiresSecrecy: Bool) {
        let place = node["url"]?.place
        guard let parts = Address.parts(address), parts.scheme == "http" || parts.scheme == "https",
            let host = parts.host, !host.isEmpty
        else {
            // Without the address: it may be a secret.
            return report("\(path).url: expected an http or https address", at: place)
        }
        if requiresSecrecy, parts.scheme == "http", !Self.isLoopback(host) {
            report(
                "\(path).url: messages with a secret go over https alone", at: place,
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
