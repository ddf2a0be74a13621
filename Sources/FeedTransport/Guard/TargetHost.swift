import CLibCurl
import FeedModel
import FeedStages
import FeedSystem

/// The host of an address in the one spelling that is judged here and told to a proxy, so that no proxy can take it for
/// another one.
struct TargetHost: Sendable, Hashable {
    /// ASCII, lower case, an IPv4 address as four decimal numbers, an IPv6 address in its brackets and
    /// its usual spelling (RFC 5952), without a zone.
    let name: String
    /// The address that the name is by itself, or that every resolver gives for it without asking anybody.
    let literal: IPAddress?

    /// Reads a host as `AddressParts` has it; nil if no name and no address is meant.
    ///
    /// Names of other scripts are mapped by libcurl, which must be loaded, in a thread whose locale is UTF-8. What ends
    /// in a number is an IPv4 address or nothing (WHATWG URL §3.5): some proxies read `010.0.0.1` as decimal numbers.
    init?(_ host: String) {
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        guard let ascii = isASCII ? host : Self.mapped(host) else { return nil }
        if ascii.first == "[" {
            guard let address = IPAddress(literal: ascii) else { return nil }
            // Without a zone, which is this machine's alone (RFC 6874 §4).
            (name, literal) = (address.v4 == nil ? "[\(address)]" : address.description, address)
            return
        }
        // However many dots are at the end: some resolvers drop them all.
        let bare = ascii.utf8.reversed().drop { $0 == UInt8(ascii: ".") }.reversed()
        let labels = bare.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard let last = labels.last, !labels.contains(where: Self.isEmptyPunycode) else { return nil }
        let text = String(decoding: Array(bare), as: UTF8.self)
        if let address = IPAddress(literal: text) {
            (name, literal) = (address.description, address)
        } else {
            guard !Self.isNumber(last) else { return nil }
            (name, literal) = (ascii, Self.isLoopback(text) ? IPAddress(v4: 0x7F00_0001) : nil)
        }
    }

    /// What libcurl asks for; nil if that can be no host: some characters are mapped to a slash, a colon or a blank.
    private static func mapped(_ host: String) -> String? {
        guard let text = clibcurl_ascii_host(host) else { return nil }
        defer { clibcurl_text_free(text) }
        let name = String(cString: text).lowercased()
        return Address.parts("http://\(name)/")?.host == name ? name : nil
    }

    /// Names that machines have for themselves: RFC 6761 §6.3, systemd-resolved(8), /etc/hosts of Debian and Fedora.
    private static func isLoopback(_ name: String) -> Bool {
        ["localhost", "localhost.localdomain"].contains { name == $0 || name.hasSuffix(".\($0)") }
            || ["ip6-localhost", "ip6-loopback", "localhost4", "localhost6"].contains {
                name == $0 || name.hasPrefix("\($0).localdomain")
            }
    }

    private static func isNumber(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        let digits = label.starts(with: "0x".utf8) ? label.dropFirst(2) : label.dropFirst(0)
        return label.allSatisfy { $0 &- UInt8(ascii: "0") < 10 } && !label.isEmpty
            || digits.count < label.count && digits.allSatisfy { Character(Unicode.Scalar($0)).isHexDigit }
    }

    /// `xn--localhost-`: no name, but some take it for what stands between (RFC 3492 §3.1).
    private static func isEmptyPunycode(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        label.starts(with: "xn--".utf8) && label.last == UInt8(ascii: "-")
    }
}
