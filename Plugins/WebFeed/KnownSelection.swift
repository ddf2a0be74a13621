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

    /// Whether the feed at an address lists what others chose.
    static func contains(_ address: String) -> Bool {
        guard let parts = Address.parts(address), let host = parts.host, let known = paths[host] else { return false }
        let path = "/" + parts.pathSegments.joined(separator: "/")
        return known.contains { $0.hasSuffix("*") ? path.hasPrefix($0.dropLast()) : path == $0 }
    }
}
