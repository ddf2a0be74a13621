import FeedModel
import FeedSystem

/// What an entry says of the article that it is about, as far as other entries of the article say the same.
struct ArticleFacts {
    /// The configured name of the entry's source.
    let source: String
    /// Keys of its addresses; empty for that of a home page or a section.
    private(set) var addresses: [String] = []
    /// Its id, if that is made to be unique in the world.
    let id: String?
    /// Keys of its title with the name or the site of its publisher.
    private(set) var titles: [String] = []
    /// The same with a name that the title ends with and that may be a publisher's.
    private(set) var supposedTitles: [String] = []

    /// The article's own page: its key and its site; nil if an aggregator's address is all that is known.
    private let page: (key: String, site: String)?
    /// Its id among those of one site, if it has one beside the address of its page.
    private let idOfSite: (site: String, id: String)?
    private let published: Timestamp?
    /// Whether the date is more exact than a day.
    private let hasTime: Bool
    /// Whether people who know nothing of each other publish there.
    private let hasManyWriters: Bool
    private let author: String?
    /// Its folded title; empty if it has none.
    let title: String

    init(_ entry: Entry, source: String) {
        self.source = source
        let address = entry.url.flatMap(ArticleAddress.init)
        page = address.flatMap { address in address.site.map { (address.key, $0) } }
        if let address { addresses.append(address.key) }
        let guid = entry.guid.flatMap { $0 == entry.url ? nil : $0 }
        let other = guid.flatMap(ArticleAddress.init)
        id = guid.flatMap { $0.hasPrefix("tag:") || $0.hasPrefix("urn:") ? "id " + $0 : nil }
        if let other, let site = other.site, other.key != address?.key, address?.site == nil || address?.site == site {
            addresses.append(other.key)
            idOfSite = (site, other.key)
        } else if let guid, guid.hasPrefix("tag:"), let colon = guid.dropFirst(4).firstIndex(of: ":") {
            idOfSite = (String(guid[..<colon]), guid)
        } else {
            idOfSite = nil
        }
        published = entry.isPublishedRelative ? nil : entry.published
        hasTime = published.map { Self.hasTime($0, entry) } ?? false
        author = entry.authors.first?.name.map(Self.folded)
        let written = entry.title.map(Self.beginning(of:))
        title = Self.folded(written ?? "")
        let publisher = entry.publisher
        let site = publisher?.url.flatMap(Address.host).map(ArticleSite.site) ?? page?.site
        hasManyWriters =
            site.map(ArticleSite.hasManyWriters) ?? publisher.map { Self.isService(Self.folded($0.name)) } ?? true
        guard let written, published != nil else { return }
        readTitles(of: written, publisher: publisher?.name, site: site)
    }

    /// The hosts and names of services whose writers know nothing of each other, where a publisher has no address.
    private static let services: Set<String> = [
        "facebook", "github", "linkedin", "medium", "msn", "note", "pr times", "qiita", "reddit", "substack", "youtube",
        "zenn",
    ]

    private static func isService(_ name: String) -> Bool { services.contains(name) || name.hasPrefix("yahoo") }

    private mutating func readTitles(of written: String, publisher: String?, site: String?) {
        var headline = written
        if let publisher { headline = TitleSuffix.removed(from: written, of: publisher) }
        let folded = headline == written ? title : Self.folded(headline)
        let ending = TitleSuffix.separated(headline)
        if Self.isTelling(folded) {
            if let site { titles.append(Self.key(of: folded, by: site)) }
            if let publisher { titles.append(Self.key(of: folded, by: "“\(Self.folded(publisher))”")) }
        }
        guard let ending else { return }
        let rest = Self.folded(ending.headline)
        guard Self.isTelling(rest) else { return }
        let name = Self.folded(ending.name)
        supposedTitles.append(Self.key(of: rest, by: "“\(name)”"))
        // The site's own name: Headline | NHK at nhk.or.jp.
        if let site, let label = site.split(separator: ".").first, label.count >= 3,
            name.hasPrefix(label) || label.hasPrefix(name) && name.count >= 3
        {
            titles.append(Self.key(of: rest, by: site))
        }
    }

    /// The key of a title with the site or the quoted name of its publisher. It is a hash, because comparing texts that are
    /// not ASCII is slow.
    private static func key(of title: String, by publisher: String) -> String {
        "title " + Hexadecimal.encode(Array(SHA256.hash("\(publisher)\n\(title)").prefix(16)))
    }

    /// As much of a title as is compared. A hostile one may be as long as a document.
    private static func beginning(of title: String) -> String {
        title.utf8.count <= longestTitle ? title : String(String.UnicodeScalarView(title.unicodeScalars.prefix(1_000)))
    }

    private static let longestTitle = 1_000

    /// A folded text, in which white space is one space.
    static func folded(_ text: String) -> String {
        let words = FoldedText(text, ignoringCase: true).key.split { $0 <= UInt8(ascii: " ") }
        let joined = Array(words.joined(separator: CollectionOfOne(UInt8(ascii: " "))))
        return String(decoding: joined, as: UTF8.self)
    }

    /// Whether a folded title is long enough to tell an article: 12 characters, of which one of Chinese, Japanese or
    /// Korean counts as two.
    private static func isTelling(_ title: String) -> Bool {
        var count = 0
        for scalar in title.unicodeScalars where scalar != " " {
            count +=
                (0x3040...0x9FFF).contains(scalar.value) || (0xAC00...0xD7AF).contains(scalar.value)
                    || (0x20000...0x3FFFF).contains(scalar.value) ? 2 : 1
            if count >= 12 { return true }
        }
        return false
    }

    /// Whether a date has a time: not midnight where it was written, and not the midnight of California, which Google News
    /// gives for a day.
    private static func hasTime(_ date: Timestamp, _ entry: Entry) -> Bool {
        let offset = Int64(entry.publishedOffset?.seconds ?? 0)
        let second = (date.seconds + offset).remainder(dividingBy: 86_400)
        let ofDay = date.seconds.remainder(dividingBy: 86_400)
        if second == 0 || ofDay == 0 { return false }
        let isGoogle = entry.publisher != nil && (ofDay == 7 * 3600 || ofDay == 8 * 3600)
        return !isGoogle
    }
}

extension Int64 {
    /// The remainder, which is never negative. The divisor must be positive.
    fileprivate func remainder(dividingBy divisor: Int64) -> Int64 {
        let remainder = self % divisor
        return remainder < 0 ? remainder + divisor : remainder
    }
}

extension ArticleFacts {
    /// All keys by which another entry of the article can be found.
    var keys: [String] { addresses + [id].compactMap(\.self) + titles + supposedTitles }

    /// Whether an address or an id that two entries share stands for one article. A page of the day has a new article under
    /// the same address, after days and with another title.
    func isPlausible(beside other: ArticleFacts) -> Bool {
        guard let published, let date = other.published, Self.distance(published, date) > Self.changeOfPage,
            !title.isEmpty, !other.title.isEmpty
        else { return true }
        return title.contains(other.title) || other.title.contains(title)
    }

    /// Whether the dates of two entries with one title of one publisher say that they are one article.
    func isDatedLike(_ other: ArticleFacts) -> Bool {
        guard let published, let date = other.published else { return false }
        if published == date { return !hasManyWriters && !other.hasManyWriters || isOfOneMinute(as: other) }
        guard hasTime, other.hasTime else { return false }
        if hasManyWriters || other.hasManyWriters { return isOfOneMinute(as: other) || isOfOneAuthor(as: other) }
        return Self.distance(published, date) <= Self.closeDates
    }

    /// Whether the two have pages of one site that are not the same. Then they are two articles, whatever their titles are.
    func hasAnotherPage(than other: ArticleFacts) -> Bool {
        guard let page, let theirs = other.page, page.site == theirs.site else { return false }
        return !addresses.contains(theirs.key) && !other.addresses.contains(page.key)
    }

    /// Whether the two have ids of one site that are not the same, as the posts of a thread have. Then they are two entries,
    /// whatever their addresses and titles are.
    func hasAnotherID(than other: ArticleFacts) -> Bool {
        guard let idOfSite, let theirs = other.idOfSite else { return false }
        return idOfSite.site == theirs.site && idOfSite.id != theirs.id
    }

    /// Where many write, a title comes twice. Not within the same minute, if that is not a full hour, for which articles are
    /// often scheduled.
    private func isOfOneMinute(as other: ArticleFacts) -> Bool {
        guard let published, let date = other.published, hasTime, other.hasTime else { return false }
        return Self.distance(published, date) < .seconds(60) && published.seconds.remainder(dividingBy: 3600) >= 60
    }

    private func isOfOneAuthor(as other: ArticleFacts) -> Bool {
        guard let author, !author.isEmpty, author == other.author, let published, let date = other.published else {
            return false
        }
        return Self.distance(published, date) <= Self.closeDates
    }

    private static let closeDates = Duration.seconds(2 * 3600)
    private static let changeOfPage = Duration.seconds(72 * 3600)

    private static func distance(_ left: Timestamp, _ right: Timestamp) -> Duration {
        left < right ? right - left : left - right
    }
}
