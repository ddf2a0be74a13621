public import FeedConfiguration
public import FeedModel
import FeedParsing
public import FeedStages

/// Hatena Bookmark: popular pages of a category, or the results of a search. The whole plugin is in one file.
public struct HatenaSource: Source {
    /// The value of `type` in the configuration: `hatena`.
    public static let type = "hatena"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.hatena")
    /// The option that the value of a short form fills: `category`.
    public static let mainOption: MainOption? = "category"
    /// The parser `hatena`, which applies `min_users`.
    public static let parser: (any Parser.Type)? = HatenaParser.self

    private let address: String
    private let option: String
    private let services: Services

    /// Makes the source.
    public init(_ configuration: HatenaConfiguration, services: Services) throws(StageError) {
        (address, option) = (configuration.address, configuration.option)
        self.services = services
    }

    /// The feed's address.
    public var canonicalRequest: String { address }

    /// True for the popular pages of a category; a search lists all pages that match.
    public var isSelection: Bool { option == "category" }

    /// Fetches the feed if it has changed. Throws the errors of transport and parser.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        var document = SingleDocument(url: address)
        document.option = option
        try await document.fetch(over: services.transport, since: previous, into: writer)
    }
}

/// The options of `hatena`.
public struct HatenaConfiguration: StageConfiguration {
    enum Category: String, ConfigChoice { case all, social, economics, life, knowledge, it, fun, entertainment, game }

    let address: String
    /// The option that determined the address.
    let option: String
    let users: Int

    /// Reads the options; mistakes are reported to the section.
    public init(from section: ConfigSection) {
        section.atMostOne(of: "category", "search")
        let category = section.option(
            "category", as: Category.self, default: .all, help: .message("option.hatena.category"))
        let search = section.option("search", as: String.self, help: .message("option.hatena.search"))
        users = section.option(
            "min_users", default: 1, in: 1...100_000, help: .message("option.hatena.min_users"))
        option = search == nil ? "category" : "search"
        let path = category == .all ? "hotentry.rss" : "hotentry/\(category.rawValue).rss"
        let words = search.map { Address.encoded(component: $0.trimmedLine) }
        if words == "" {
            section.report(
                .message("plugin.option_empty", ["path": .text("\(section.path).search")]),
                at: section.node["search"]?.place)
        }
        let query = "mode=rss&sort=recent&users=\(users)"
        address = "https://b.hatena.ne.jp/" + (words.map { "q/\($0)?\(query)" } ?? path)
    }
}

/// Reads Hatena's RDF. A page with fewer bookmarks than `min_users` is left out until it has enough.
public struct HatenaParser: Parser {
    /// The value of `type` in the configuration: `hatena`.
    public static let type = "hatena"
    /// What the parser reads.
    public static let summary: LocalizedText = .message("summary.parser.hatena")

    private let users: Int

    /// Makes the parser.
    public init(_ configuration: HatenaConfiguration, services: Services) throws(StageError) {
        users = configuration.users
    }

    /// Reads a document. Throws the error of an unreadable feed.
    public func parse(_ document: Document) throws(StageError) -> Feed {
        var feed: Feed
        do {
            feed = try FeedReader.read(
                document.bytes, contentType: document.contentType, url: document.url,
                limits: .wanting(entries: document.maxEntries))
        } catch {
            throw document.refusal(StageError.Code(rawValue: error.reason.rawValue), found: error.found)
        }
        feed.entries.removeAll { ($0.numbers["bookmarks"] ?? .max) < users }
        return feed
    }
}
