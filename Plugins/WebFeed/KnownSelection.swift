import FeedModel

/// Feeds of popular articles at well-known addresses, which people follow as ordinary feeds.
enum KnownSelection {
    /// By host, the paths, and the beginnings of paths with `*`.
    private static let paths: [String: [String]] = [
        "qiita.com": ["/popular-items/feed", "/popular-items/feed.atom"],
        "zenn.dev": ["/feed"],
        "b.hatena.ne.jp": ["/hotentry.rss", "/hotentry/*"],
        "news.google.com": ["/rss", "/rss/headlines/section/topic/*", "/rss/topics/*"],
        "news.ycombinator.com": ["/rss"],
        "hnrss.org": ["/frontpage", "/best"],
        "lobste.rs": ["/rss"],
    ]

    /// Whether the feed at a normalised address lists what others chose.
    static func contains(_ address: String) -> Bool {
        // Few addresses have one of these hosts, and a list may have 100,000.
        let authority = address.utf8.drop { $0 != UInt8(ascii: "/") }.drop { $0 == UInt8(ascii: "/") }
        let host = authority.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: ":") }
        guard let known = paths[String(Substring(host))], let parts = Address.parts(address) else { return false }
        let path = "/" + parts.pathSegments.joined(separator: "/")
        return known.contains { $0.hasSuffix("*") ? path.hasPrefix($0.dropLast()) : path == $0 }
    }
}
