/// What a `link` of a page's head leads to, as far as it says that this is a feed.
public enum FeedLink: Sendable, Hashable {
    /// A feed.
    case feed
    /// XML, or nothing that is told: a feed where the page names no better one.
    case perhaps

    /// Judges the attributes `rel` and `type`, and the address; nil where it says nothing of a feed.
    public init?(relation: String?, type: String?, address: String) {
        let relations = (relation ?? "").lowercased().split(whereSeparator: \.isWhitespace)
        guard relations.contains("alternate") || relations.contains("feed") else { return nil }
        let type = String((type ?? "").lowercased().prefix { $0 != ";" }.filter { $0 != " " })
        if Self.types.contains(type) {
            self = .feed
            return
        }
        // `rel="feed"` needs no type (microformats, HTML 5 of 2008); of plain XML others make previews.
        guard Self.plainTypes.contains(type) || (type.isEmpty && relations.contains("feed")),
            !address.lowercased().contains("oembed")
        else { return nil }
        self = .perhaps
    }

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
        "application/x.atom+xml", "application/x-rss+xml", "text/rss+xml", "text/rss",
    ]
    /// Types that say no more than "XML".
    private static let plainTypes: Set<String> = ["application/xml", "text/xml"]
}
