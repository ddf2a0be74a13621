import FeedModel
import FeedPages
import FeedParsing

/// What a page names for programs beside itself.
struct NamedFeeds {
    /// Addresses of feeds of what is on the page, in its order; those of comments come last.
    let feeds: [String]
    /// Address of the posts of WordPress, or nil.
    let posts: String?

    private static let most = 3
    private static let longestAddress = 300

    init(_ tree: PageTree) {
        var feeds: [(address: String, isAside: Bool)] = []
        var doubtful: String?
        var posts: String?
        tree.root.forEachDescendant { node in
            guard node.name == "link", let written = node["href"], let address = Self.address(written, tree.base) else {
                return
            }
            let relations = (node["rel"] ?? "").lowercased().split(whereSeparator: \.isWhitespace)
            if relations.contains("https://api.w.org/"), posts == nil { posts = Self.posts(of: address) }
            switch FeedLink(relation: node["rel"], type: node["type"], address: address) {
            case .feed:
                if !feeds.contains(where: { $0.address == address }) {
                    feeds.append((address, address.lowercased().contains("comment")))
                }
            case .perhaps: doubtful = doubtful ?? address
            case nil: break
            }
        }
        if feeds.isEmpty, let doubtful { feeds = [(doubtful, false)] }
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
