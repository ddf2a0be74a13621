/// Web addresses, as digests show and link them.
public enum WebAddress {
    /// Percent-encodes everything that is no part of a URL by RFC 3986: controls, spaces, quotes, other brackets, and
    /// all non-ASCII. Nil unless the address is `http` or `https`.
    public static func shown(_ address: String) -> String? {
        guard isWeb(address) else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(address.utf8.count)
        for byte in address.utf8 {
            if isPlain(byte) {
                bytes.append(byte)
            } else {
                bytes.append(contentsOf: [UInt8(ascii: "%"), hexadecimal(byte >> 4), hexadecimal(byte & 15)])
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the text after the last slash of the path, or the host.
    package static func fileName(_ address: String) -> String {
        let path = address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
        let parts = path.split(separator: UInt8(ascii: "/"))
        return parts.last.map { String(decoding: $0, as: UTF8.self) } ?? address
    }

    /// Returns the host of an address that `shown` returned, in lower case, without `www.` and port; nil if it is empty.
    package static func host(_ address: String) -> String? {
        guard let start = address.firstRange(of: "://")?.upperBound else { return nil }
        let authority = address[start...].prefix { !"/?#".contains($0) }
        let named = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        var host = named.prefix { $0 != ":" }.lowercased()
        if host.hasPrefix("www.") { host.removeFirst(4) }
        return host.isEmpty || host.hasPrefix("[") ? nil : host
    }

    private static func isWeb(_ address: String) -> Bool {
        var folded = address.utf8.prefix(8).map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }[...]
        guard folded.starts(with: "http".utf8) else { return false }
        folded = folded.dropFirst(4)
        if folded.first == UInt8(ascii: "s") { folded = folded.dropFirst() }
        return folded.starts(with: "://".utf8) && address.utf8.count > folded.startIndex + 3
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: "-._~:/?#[]@!$&'()*+,;=%".utf8.contains(byte)
        }
    }

    private static func hexadecimal(_ nibble: UInt8) -> UInt8 {
        nibble < 10 ? UInt8(ascii: "0") + nibble : UInt8(ascii: "A") + nibble - 10
    }
}
