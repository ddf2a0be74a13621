import FeedModel
import FeedPages

/// What a page names for programs beside itself.
struct NamedFeeds {
    /// Addresses of feeds of what is on the page, in its order; those of comments come last.
    let feeds: [String]
    /// Address of the posts of WordPress, or nil.
    let posts: String?

    private static let types: Set<String> = [
        "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
    ]
    private static let most = 3
    private static let longestAddress = 300

    init(_ tree: PageTree) {
        var feeds: [(address: String, isAside: Bool)] = []
        var posts: String?
        tree.root.forEachDescendant { node in
            guard node.name == "link", let written = node["href"], let address = Self.address(written, tree.base) else {
                return
            }
            let relations = (node["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
            if relations.contains("https://api.w.org/"), posts == nil { posts = Self.posts(of: address) }
            let type = (node["type"] ?? "").lowercased().prefix { $0 != ";" }.filter { $0 != " " }
            guard relations.contains("alternate"), Self.types.contains(type),
                !feeds.contains(where: { $0.address == address })
            else { return }
            feeds.append((address, address.lowercased().contains("comment")))
        }
        let ordered = feeds.filter { !$0.isAside } + feeds.filter(\.isAside)
        self.feeds = ordered.prefix(Self.most).map(\.address)
        self.posts = posts
    }

    private static func address(_ written: String, _ base: String?) -> String? {
        guard let address = Address.resolve(written, against: base), Address.isHTTP(address) else { return nil }
        return address.utf8.count <= longestAddress ? address : nil
    }

    /// The posts below the root of the API, which stands in the query where a site has no speaking addresses.
    private static func posts(of root: String) -> String {
        root + (root.hasSuffix("/") ? "" : "/") + "wp/v2/posts"
    }
}
