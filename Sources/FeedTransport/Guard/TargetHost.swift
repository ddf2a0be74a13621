import CLibCurl
import FeedModel
import FeedStages
import FeedSystem

/// The host of an address in one canonical spelling. The guard checks this spelling and a proxy gets it, so no proxy
/// can read it as another host.
struct TargetHost: Sendable, Hashable {
    /// The host in ASCII and lower case. An IPv4 address is four decimal numbers; an IPv6 address is in brackets and in
    /// its canonical spelling (RFC 5952), without a zone.
    let name: String
    /// The address that `name` spells, or that every resolver gives for it without a query (127.0.0.1 for `localhost`);
    /// else nil.
    let literal: IPAddress?

    /// Reads a host as `AddressParts` has it; nil if it is neither a name nor an address.
    ///
    /// libcurl maps names that are not ASCII. It must be loaded, and the thread's locale must be UTF-8. A host whose
    /// last label is a number must be an IPv4 address (WHATWG URL §3.5). The canonical spelling matters here: some
    /// proxies read `010.0.0.1` as decimal numbers.
    init?(_ host: String) {
        let isASCII = host.utf8.allSatisfy { $0 < 0x80 }
        guard let ascii = isASCII ? host : Self.mapped(host) else { return nil }
        if ascii.first == "[" {
            guard let address = IPAddress(literal: ascii) else { return nil }
            // Without a zone, which only means something on this machine (RFC 6874 §4).
            (name, literal) = (address.v4 == nil ? "[\(address)]" : address.description, address)
            return
        }
        // Without any dots at its end: some resolvers drop them all.
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

    /// The ASCII name that libcurl resolves for a host. Nil if it is no valid host: some characters are mapped to a
    /// slash, a colon or a space.
    private static func mapped(_ host: String) -> String? {
        guard let text = clibcurl_ascii_host(host) else { return nil }
        defer { clibcurl_text_free(text) }
        let name = String(cString: text).lowercased()
        return Address.parts("http://\(name)/")?.host == name ? name : nil
    }

    /// Whether a name stands for the machine itself: RFC 6761 §6.3, systemd-resolved(8), /etc/hosts of Debian and
    /// Fedora.
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

    /// Whether a label is like `xn--localhost-`: it is no valid name, but some software decodes it to `localhost` (RFC
    /// 3492 §3.1).
    private static func isEmptyPunycode(_ label: some BidirectionalCollection<UInt8>) -> Bool {
        label.starts(with: "xn--".utf8) && label.last == UInt8(ascii: "-")
    }
}
