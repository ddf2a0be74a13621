import FeedModel
import FeedStages

/// Whether two entries that claim to be the same (or not to be) are one article, where their keys contradict each other.
///
/// Links may carry what changes at each fetch (a campaign, a session), so a link that differs proves nothing alone; but
/// an article has a title and, beside its query, an address or a date that stays.
struct ArticleLikeness {
    let title: String?
    let published: Timestamp?
    private let place: String?

    init(title: String?, link: String?, published: Timestamp?) {
        self.title = title
        self.published = published
        place = link.flatMap(Self.place)
    }

    init(_ entry: Entry) { self.init(title: entry.title, link: entry.url, published: entry.published) }

    init(_ item: PreparedDocument.Item) {
        self.init(title: item.title, link: item.identity.normalisedLink, published: item.published)
    }

    /// Whether both say the same title, at the same address or date. Titles that only differ in their Unicode
    /// normalisation are the same.
    func isSame(as other: ArticleLikeness) -> Bool {
        guard title == other.title else { return false }
        if title != nil, let place, place == other.place { return true }
        return published != nil && published == other.published
    }

    /// Whether nothing tells the two apart: title, address and date.
    func isTwin(of other: ArticleLikeness) -> Bool {
        title == other.title && place != nil && place == other.place && published != nil
            && published == other.published
    }

    /// Host and path, without `www.` and what follows a semicolon.
    private static func place(_ link: String) -> String? {
        guard let parts = Address.parts(link), let host = parts.host else { return nil }
        let path = parts.path.utf8.prefix { $0 != UInt8(ascii: ";") }
        return (host.hasPrefix("www.") ? String(host.dropFirst(4)) : host) + String(decoding: path, as: UTF8.self)
    }
}
