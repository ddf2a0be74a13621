/// Whether a `link` element in a page's head leads to a feed.
public enum FeedLink: Sendable, Hashable {
    /// The type is that of a feed.
    case feed
    /// The type is plain XML or missing. The caller takes it if the page names no certain feed.
    case perhaps

    /// Judges the attributes `rel` and `type` and the address. Returns nil if they do not point to a feed.
    public init?(relation: String?, type: String?, address: String) {
        let relations = (relation ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        guard relations.contains("alternate") || relations.contains("feed") else { return nil }
        let type = String((type ?? "").lowercased().prefix { $0 != ";" }.filter { $0 != " " })
        if Self.types.contains(type) {
            self = .feed
            return
        }
        // `rel="feed"` needs no type (microformats, HTML 5 of 2008). Plain XML at an oEmbed address is a preview.
        guard Self.plainTypes.contains(type) || (type.isEmpty && relations.contains("feed")),
            !address.lowercased().contains("oembed")
        else { return nil }
        self = .perhaps
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
        "application/x.atom+xml", "application/x-rss+xml", "text/rss+xml", "text/rss",
    ]
    /// Types that say only "XML".
    private static let plainTypes: Set<String> = ["application/xml", "text/xml"]
}
