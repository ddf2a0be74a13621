public import FeedConfiguration
import FeedModel
public import FeedStages

/// Hatena Bookmark: what is being bookmarked in a category, or what a search finds. A whole plugin in one file.
public struct HatenaSource: Source {
    /// `hatena`
    public static let type = "hatena"
    /// What it does.
    public static let summary = "hot entries of Hatena Bookmark: a category or a search"

    /// The words in addresses; sub-categories have no feeds.
    public enum Category: String, ConfigChoice, Sendable {
        case all, social, economics, life, knowledge, it, fun, entertainment, game
    }

    /// The options of `hatena`.
    public struct Configuration: StageConfiguration {
        let address: String

        /// Reads a section.
        public init(from section: ConfigSection) {
            section.atMostOne(of: "category", "search")
            let category = section.option(
                "category", as: Category.self, default: .all, help: "a category of hot entries")
            let search = section.option("search", as: String.self, help: "words in bookmarked pages, newest first")
            let users = section.option(
                "minimum_users", as: Int.self, in: 1...100_000, help: "only pages bookmarked by at least so many users")
            if let words = search?.trimmedLine {
                if words.isEmpty {
                    section.report("\(section.path).search: is empty", at: section.node["search"]?.place)
                }
                address =
                    "https://b.hatena.ne.jp/q/\(Address.encoded(component: words))?mode=rss&sort=recent"
                    + (users.map { "&users=\($0)" } ?? "")
            } else {
                address = "https://b.hatena.ne.jp/hotentry\(category == .all ? "" : "/\(category.rawValue)").rss"
            }
        }
    }

    private let address: String
    private let services: Services

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        address = configuration.address
        self.services = services
    }

    /// The address.
    public var canonicalRequest: String { address }

    /// Fetches the feed if it has changed.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        try await SingleDocument(url: address).fetch(over: services.transport, since: previous, into: writer)
    }
}
