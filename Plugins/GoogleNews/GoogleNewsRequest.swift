import FeedModel

/// A request to Google News, made from options or from any present or former address of news.google.com.
struct GoogleNewsRequest: Sendable, Hashable {
    enum Section: Sendable, Hashable {
        case top
        case topic(GoogleNewsTopic)
        case search(String)
        case geo(String)
        /// A section whose id only Google can read: `topics/CAAq…`, `publications/CAAq…`.
        case opaque([String])

        var topic: GoogleNewsTopic? {
            switch self {
            case .top: .top
            case .topic(let topic): topic
            case .search, .geo, .opaque: nil
            }
        }

        /// Whether Google chooses the entries.
        var isSelection: Bool {
            switch self {
            case .top, .topic: true
            case .opaque(let segments): segments.first == "topics"
            case .search, .geo: false
            }
        }
    }

    let section: Section
    let edition: GoogleNewsEdition

    init(section: Section, edition: GoogleNewsEdition) {
        self.section = section
        self.edition = edition
    }

    /// Reads an address; `edition` is used if it names none. Nil if it is no feed or page of Google News.
    ///
    /// Known forms: `/rss/…`, `/atom/…`, the pages themselves, `/news/rss/headlines/section/topic/WORLD`,
    /// `/news/rss/search/section/q/…`, `/news?ned=jp&topic=t&output=rss`.
    init?(address: String, edition: GoogleNewsEdition) {
        guard let parts = Address.parts(address), parts.scheme == "https" || parts.scheme == "http",
            let host = parts.host, host == "news.google.com" || host == "news.google.co.jp"
        else { return nil }
        var path = parts.pathSegments[...]
        while let first = path.first, ["news", "rss", "atom", "home", "topstories"].contains(first) {
            path = path.dropFirst()
        }
        guard let section = Self.section(at: Array(path), parts) else { return nil }
        self.section = section
        self.edition =
            parts.queryValue("ceid").flatMap(GoogleNewsEdition.init)
            ?? GoogleNewsEdition(
                hl: parts.queryValue("hl"), gl: parts.queryValue("gl"), ned: parts.queryValue("ned"))
            ?? edition
    }

    /// The present address of the feed; equal requests have the same address.
    var address: String {
        let path =
            switch section {
            case .top: ""
            case .topic(let topic): "/headlines/section/topic/\(topic.word)"
            case .search: "/search"
            case .geo(let place): "/headlines/section/geo/\(Address.encoded(component: place))"
            case .opaque(let segments): "/" + segments.map(Address.encoded(component:)).joined(separator: "/")
            }
        let query = if case .search(let words) = section { "q=\(Address.encoded(component: words))&" } else { "" }
        return "https://news.google.com/rss\(path)?\(query)hl=\(edition.hl)&gl=\(edition.country)&ceid=\(edition.ceid)"
    }

    private static func section(at path: [String], _ parts: AddressParts) -> Section? {
        if let words = parts.queryValue("q")?.trimmedLine, !words.isEmpty { return .search(words) }
        switch path.first {
        case nil, "section":
            if let place = parts.queryValue("geo")?.trimmedLine, !place.isEmpty { return .geo(place) }
            guard let word = parts.queryValue("topic") else { return path.isEmpty ? .top : nil }
            return GoogleNewsTopic(word: word).map(Self.section(of:))
        case "search":
            // The form until 2018: …/search/section/q/WORDS/WORDS
            guard path.count >= 4, path[1] == "section", path[2] == "q" else { return nil }
            return .search(path[3].trimmedLine)
        case "headlines":
            guard path.count >= 4, path[1] == "section" else { return path.count == 1 ? .top : nil }
            if path[2] == "topic" { return GoogleNewsTopic(word: path[3]).map(Self.section(of:)) }
            return path[2] == "geo" && !path[3].isEmpty ? .geo(path[3]) : nil
        case "topics", "publications", "stories":
            return path.count >= 2 && path.count <= 4 ? .opaque(path) : nil
        default:
            return nil
        }
    }

    private static func section(of topic: GoogleNewsTopic) -> Section { topic == .top ? .top : .topic(topic) }
}
