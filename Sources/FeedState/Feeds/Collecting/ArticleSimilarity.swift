import FeedModel
import FeedStages

/// Whether two entries that claim to be the same (or not to be) are one article, where their keys contradict each
/// other.
///
/// Links may carry what changes at each fetch (a campaign, a session), so a link that differs proves nothing alone; but
/// an article has a title and, beside its query, an address or a date that stays.
struct ArticleSimilarity {
    let title: String?
    let published: Timestamp?
    /// Of its link, and of what that stands for.
    private let places: [String]

    init(title: String?, links: [String?], published: Timestamp?) {
        self.title = title
        self.published = published
        places = links.compactMap { $0.flatMap(Self.place) }
    }

    init(_ entry: Entry) {
        let links = entry.linkInFeed == entry.url ? [entry.url] : [entry.linkInFeed, entry.url]
        self.init(title: entry.title, links: links, published: entry.published)
    }

    init(_ item: PreparedDocument.Item) {
        let identity = item.identity
        self.init(
            title: item.title, links: [identity.normalisedLink, identity.normalisedOriginal], published: item.published)
    }

    /// Whether both say the same title, at the same address or date. Titles that only differ in their Unicode
    /// normalisation are the same.
    func isSame(as other: ArticleSimilarity) -> Bool {
        guard title == other.title else { return false }
        if title != nil, sharesPlace(with: other) { return true }
        return published != nil && published == other.published
    }

    /// Whether nothing tells the two apart: title, address and date.
    func isTwin(of other: ArticleSimilarity) -> Bool {
        title == other.title && sharesPlace(with: other) && published != nil && published == other.published
    }

    private func sharesPlace(with other: ArticleSimilarity) -> Bool { places.contains(where: other.places.contains) }

    /// Host and path, without `www.` and what follows a semicolon.
    private static func place(_ link: String) -> String? {
        guard let parts = Address.parts(link), let host = parts.host else { return nil }
        let path = parts.path.utf8.prefix { $0 != UInt8(ascii: ";") }
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host) + String(decoding: path, as: UTF8.self)
    }
}
