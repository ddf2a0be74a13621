import FeedModel

/// The articles that are requested from Qiita.
enum QiitaSelection: Sendable, Hashable {
    case query(String), tag(String), user(String), item(String)

    /// The address of the first page (Qiita API v2 §Item), with the largest page size, 100.
    var address: String {
        let api = "https://qiita.com/api/v2"
        return switch self {
        case .query(let words): "\(api)/items?" + Address.query(["query": words, "per_page": "100"])
        case .tag(let tag): "\(api)/tags/\(Address.encoded(component: tag))/items?per_page=100"
        case .user(let user): "\(api)/users/\(Address.encoded(component: user))/items?per_page=100"
        case .item(let id): "\(api)/items/\(Address.encoded(component: id))"
        }
    }

    var canonicalText: String {
        switch self {
        case .query(let words): "query=\(words)"
        case .tag(let tag): "tag=\(tag)"
        case .user(let user): "user=\(user)"
        case .item(let id): "item=\(id)"
        }
    }

    /// The option that names it.
    var option: String {
        switch self {
        case .query: "query"
        case .tag: "tag"
        case .user: "user"
        case .item: "item"
        }
    }

    var title: String {
        switch self {
        case .query(let words): "Qiita – \(words)"
        case .tag(let tag): "Qiita – \(tag)"
        case .user(let user): "Qiita – @\(user)"
        case .item: "Qiita"
        }
    }
}
