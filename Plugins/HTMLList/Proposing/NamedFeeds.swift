import FeedModel
import FeedPages
import FeedParsing

/// The feeds and APIs that a page names in its `link` elements.
struct NamedFeeds {
    /// The addresses of feeds in the page's order, at most three; feeds of comments come last.
    let feeds: [String]
    /// The address of WordPress's posts, or nil.
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

    /// The address of the posts below the API's root. On a site with plain permalinks the root is in the query.
    private static func posts(of root: String) -> String {
        root + (root.hasSuffix("/") ? "" : "/") + "wp/v2/posts"
    }
}
