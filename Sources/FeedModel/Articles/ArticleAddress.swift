/// The address of an article, apart from the forms in which sources give it: with `http` or `https`, for a phone, as AMP,
/// with tracking items, behind a page of an aggregator.
public struct ArticleAddress: Sendable, Hashable {
    /// A text that two addresses of one article share, such as `example.com/2026/11/post`. Addresses with other texts may
    /// still lead to one article.
    public let key: String
    /// The site (see ``ArticleSite``), or nil if only an aggregator's own address is known.
    public let site: String?
    /// The host in lower case, without the label that names a form of the page, such as `www` and `m`.
    public let host: String

    /// Reads an absolute web address. Nil for any other text, and for the address of a home page or a section, which is
    /// that of many articles.
    public init?(_ url: String) {
        guard var parts = Self.webParts(url) else { return nil }
        for _ in 0..<Self.mostWrappings {
            guard let target = WrappedAddress.target(of: parts), let inner = Self.webParts(target) else { break }
            parts = inner
        }
        guard let written = parts.host, !written.isEmpty else { return nil }
        if let token = GoogleNewsAddress.token(in: parts) {
            (key, site, host) = ("news.google.com/articles/" + token, nil, written)
            return
        }
        var host = Self.plainHost(written)
        var path = Self.plainPath(parts.path, hasQuery: parts.query != nil)
        let query = Self.plainQuery(parts.query)
        KnownSites.unify(&host, &path)
        let isRoute = parts.fragment.map { $0.hasPrefix("!") || $0.hasPrefix("/") } ?? false
        guard isRoute || !query.isEmpty || !Self.isSection(path) else { return nil }
        var key = host
        if let port = parts.port, !(port == 80 || port == 443) { key += ":\(port)" }
        key += path
        if !query.isEmpty { key += "?" + query }
        if let fragment = parts.fragment, Self.isPartOfAddress(fragment) { key += "#" + fragment }
        self.key = key
        self.host = host
        site = Self.redirectors.contains(host) ? nil : ArticleSite.site(of: host)
    }

    /// The most addresses that may stand within each other.
    private static let mostWrappings = 3

    private static func webParts(_ url: String) -> AddressParts? {
        guard let parts = Address.normalisedParts(url), parts.scheme == "http" || parts.scheme == "https" else {
            return nil
        }
        return parts
    }

    /// Hosts whose addresses lead to other sites.
    private static let redirectors: Set<String> = [
        "news.google.com", "feedproxy.google.com", "feeds.feedburner.com", "t.co", "bit.ly", "ift.tt", "dlvr.it",
        "buff.ly", "ow.ly", "lnkd.in", "tinyurl.com", "goo.gl", "amzn.to", "htn.to", "x.gd", "is.gd", "rss.app",
    ]
}

// MARK: Host and path

extension ArticleAddress {
    /// First labels of hosts that give the same pages in a form of their own.
    private static let forms: Set<Substring> = ["www", "m", "sp", "mobile", "amp"]

    /// Returns the host without the label that names a form of the page.
    static func plainHost(_ host: String) -> String {
        var labels = host.split(separator: ".")
        guard labels.last == "" || labels.count > 2 else { return host }
        if labels.last == "" { labels.removeLast() }
        while labels.count > 2, let first = labels.first, forms.contains(first),
            !ArticleSite.isShared(labels.dropFirst().joined(separator: "."))
        {
            labels.removeFirst()
        }
        // en.m.wikipedia.org
        if labels.count > 3, labels[1] == "m" { labels.remove(at: 1) }
        return labels.joined(separator: ".")
    }

    /// Returns the path without a slash at its end, the name of a default document, and the mark of an AMP page.
    private static func plainPath(_ path: String, hasQuery: Bool) -> String {
        var segments = path.split(separator: "/")
        switch segments.last {
        case "index.html", "index.htm", "index.shtml": segments.removeLast()
        case "index.php" where !hasQuery: segments.removeLast()
        case "amp" where segments.count > 1 && isOfArticle(segments[segments.count - 2]): segments.removeLast()
        case let last?:
            if last.hasSuffix(".amp.html") {
                segments[segments.count - 1] = last.dropLast(9) + ".html"
            } else if last.hasSuffix(".amp"), last.count > 4 {
                segments[segments.count - 1] = last.dropLast(4)
            }
        case nil: break
        }
        return "/" + segments.joined(separator: "/")
    }

    /// Whether a segment looks like the name of an article, not like that of a section: it has a digit or several words.
    private static func isOfArticle(_ segment: Substring) -> Bool {
        segment.utf8.contains { byte in
            UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
                || byte == UInt8(ascii: ".")
        }
    }

    /// Words that stand alone in the path of a home page or a section.
    private static let sections: Set<Substring> = [
        "archive", "archives", "article", "articles", "blog", "blogs", "category", "columns", "en", "entries", "entry",
        "episodes", "feed", "home", "index", "ja", "jp", "latest", "main", "news", "newsletter", "podcast", "podcasts",
        "posts", "press", "releases", "rss", "show", "tags", "top", "topics", "update", "updates", "weblog",
    ]
    /// First segments of the paths of lists.
    private static let lists: Set<Substring> = ["author", "authors", "categories", "category", "tag", "tags", "topics"]

    private static func isSection(_ path: String) -> Bool {
        let segments = path.split(separator: "/")
        switch segments.count {
        case 0: return true
        case 1: return sections.contains(segments[0])
        case 2: return lists.contains(segments[0]) || segments.allSatisfy(sections.contains)
        default: return false
        }
    }
}

// MARK: Query and fragment

extension ArticleAddress {
    /// Names of query items that tell where a reader came from if their value is the name of such a place.
    private static let origins: Set<String> = [
        "source", "src", "ref", "from", "via", "cmp", "partner", "ito", "medium",
    ]
    private static let places: Set<String> = [
        "rss", "rss2", "atom", "feed", "twitter", "facebook", "line", "hatena", "google", "googlenews", "newsletter",
        "mail",
        "email", "social", "share",
    ]

    /// Returns the items that choose the page, in order of their bytes, so that their order does not count.
    private static func plainQuery(_ query: String?) -> String {
        guard let query, !query.isEmpty else { return "" }
        let items = query.utf8.split(separator: UInt8(ascii: "&")).filter { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            let key = String(decoding: PercentCoding.decoded(name), as: UTF8.self).lowercased()
            let value = String(decoding: item.dropFirst(name.count + 1), as: UTF8.self).lowercased()
            if TrackingParameters.isTracking(key) { return false }
            if origins.contains(key), places.contains(value) { return false }
            return !isOfAMP(key, value)
        }
        return items.map { String(decoding: $0, as: UTF8.self) }.sorted().joined(separator: "&")
    }

    private static func isOfAMP(_ name: String, _ value: String) -> Bool {
        switch name {
        case "amp": ["", "1", "true"].contains(value)
        case "outputtype", "view", "mode": value == "amp"
        default: false
        }
    }

    /// Fragments that lead to a place that every page of a site has, or tell where a reader came from.
    private static let ignoredFragments: Set<String> = [
        "", "top", "main", "content", "more", "comments", "respond", "disqus_thread", "google_vignette",
    ]
    private static let ignoredBeginnings = [":~:", "more-", "utm_", "xtor=", "Echobox=", "ref=", "source="]

    /// Whether a fragment may choose what a page shows: a route such as `#!/posts/3`, or a post of a thread.
    private static func isPartOfAddress(_ fragment: String) -> Bool {
        !ignoredFragments.contains(fragment) && !ignoredBeginnings.contains { fragment.hasPrefix($0) }
    }
}
