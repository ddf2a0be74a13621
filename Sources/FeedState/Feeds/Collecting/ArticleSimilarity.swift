import FeedModel
import FeedStages

/// Compares two entries whose keys contradict each other, to decide whether they are one article.
///
/// A link may carry parts that change at each fetch, such as a campaign or a session, so a different link alone proves
/// nothing. A title, and an address without its query or a date, stay the same.
struct ArticleSimilarity {
    let title: String?
    let published: Timestamp?
    /// Host and path of the entry's link, and of the address behind a proxy's link.
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

    /// Whether both have the same title, and the same place or date. Titles that differ only in Unicode normalisation
    /// are equal.
    func isSame(as other: ArticleSimilarity) -> Bool {
        guard title == other.title else { return false }
        if title != nil, sharesPlace(with: other) { return true }
        return published != nil && published == other.published
    }

    /// Whether title, place and date are all the same.
    func isTwin(of other: ArticleSimilarity) -> Bool {
        title == other.title && sharesPlace(with: other) && published != nil && published == other.published
    }

    private func sharesPlace(with other: ArticleSimilarity) -> Bool { places.contains(where: other.places.contains) }

    /// Returns host and path, without `www.` and without anything from the first semicolon of the path.
    private static func place(_ link: String) -> String? {
        guard let parts = Address.parts(link), let host = parts.host else { return nil }
        let path = parts.path.utf8.prefix { $0 != UInt8(ascii: ";") }
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host) + String(decoding: path, as: UTF8.self)
    }
}
