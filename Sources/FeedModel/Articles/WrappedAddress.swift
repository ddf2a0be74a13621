/// Addresses of services that hold the address of an article: AMP caches, Google's redirections, comment pages.
enum WrappedAddress {
    /// Returns the address that is within a web address, or nil.
    static func target(of parts: AddressParts) -> String? {
        guard let host = parts.host else { return nil }
        if host.hasSuffix(".cdn.ampproject.org") { return cached(parts) }
        if host == "youtu.be", let id = parts.pathSegments.first { return "https://www.youtube.com/watch?v=" + id }
        if host == "b.hatena.ne.jp" { return written(parts, after: ["entry"]) }
        if host == "news.google.com" {
            return GoogleNewsAddress.target(of: parts) ?? (parts.path == "/news/url" ? parts.queryValue("url") : nil)
        }
        guard isGoogle(host) else { return nil }
        if parts.path == "/url" { return parts.queryValue("url") ?? parts.queryValue("q") }
        return written(parts, after: ["amp"])
    }

    /// google.com and its other countries: google.co.jp, google.de.
    private static func isGoogle(_ host: String) -> Bool {
        let name = host.hasPrefix("www.") ? host.dropFirst(4) : host[...]
        return name.hasPrefix("google.") && name.split(separator: ".").count <= 3
    }

    /// `/c/s/example.com/page`: `c` and `v` are pages, `i` a picture; `s` stands for https.
    private static func cached(_ parts: AddressParts) -> String? {
        guard parts.path.hasPrefix("/c/") || parts.path.hasPrefix("/v/") else { return nil }
        return written(parts, after: [parts.path.hasPrefix("/c/") ? "c" : "v"])
    }

    /// Returns the address in `/FIRST/s/example.com/page` or `/FIRST/example.com/page`, with its query and fragment.
    private static func written(_ parts: AddressParts, after first: [Substring]) -> String? {
        var segments = parts.path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        guard segments.starts(with: first) else { return nil }
        segments = segments.dropFirst(first.count)
        let isSecure = segments.first == "s"
        if isSecure { segments = segments.dropFirst() }
        guard let host = segments.first, host.contains(".") else { return nil }
        var address = (isSecure ? "https://" : "http://") + segments.joined(separator: "/")
        if let query = parts.query { address += "?" + query }
        if let fragment = parts.fragment { address += "#" + fragment }
        return address
    }
}

/// Addresses of Google News. The token of older ones, up to 2024, holds the article's address; later ones hold nothing
/// that can be read without asking Google.
enum GoogleNewsAddress {
    /// Returns the token of an article's address: `/rss/articles/TOKEN`, `/articles/TOKEN`, `/__i/rss/rd/articles/TOKEN`.
    static func token(in parts: AddressParts) -> String? {
        guard parts.host == "news.google.com" else { return nil }
        let segments = parts.path.split(separator: "/")
        guard let place = segments.lastIndex(where: { $0 == "articles" || $0 == "read" }), place + 2 == segments.count
        else { return nil }
        return String(segments[place + 1])
    }

    /// Returns the address within the token of an article's address, or nil.
    static func target(of parts: AddressParts) -> String? { token(in: parts).flatMap(target) }

    /// The token is a protocol buffer in base64: field 1 is 0x13, field 4 (0x22) the address, field 26 that of its AMP
    /// page.
    private static func target(in token: String) -> String? {
        guard token.utf8.count <= longestToken, let bytes = decoded(token), bytes.starts(with: [0x08, 0x13, 0x22])
        else {
            return nil
        }
        var index = 3
        var length = 0
        var shift = 0
        while index < bytes.count, shift <= 14 {
            length |= Int(bytes[index] & 0x7F) << shift
            shift += 7
            index += 1
            if bytes[index - 1] < 0x80 { break }
        }
        guard length > 0, length <= bytes.count - index else { return nil }
        let address = bytes[index..<index + length]
        guard address.starts(with: "http".utf8), address.allSatisfy({ 0x20 < $0 && $0 < 0x7F }) else { return nil }
        return String(decoding: address, as: UTF8.self)
    }

    private static let longestToken = 8_192

    /// Decodes base64 with either alphabet (RFC 4648 §4 and §5), with or without padding. Nil for other characters.
    private static func decoded(_ text: String) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.utf8.count * 3 / 4)
        var bits: UInt32 = 0
        var count = 0
        for character in text.utf8 where character != UInt8(ascii: "=") {
            guard let value = value(of: character) else { return nil }
            bits = (bits << 6 | value) & 0xFFFF
            count += 6
            if count >= 8 {
                count -= 8
                bytes.append(UInt8(truncatingIfNeeded: bits >> UInt32(count)))
            }
        }
        return bytes
    }

    private static func value(of character: UInt8) -> UInt32? {
        switch character {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character) - 65
        case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character) - 71
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character) + 4
        case UInt8(ascii: "+"), UInt8(ascii: "-"): 62
        case UInt8(ascii: "/"), UInt8(ascii: "_"): 63
        default: nil
        }
    }
}
