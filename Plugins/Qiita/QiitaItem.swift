import FeedJSON
import FeedModel

/// Makes an entry from one article of the API. Every member may be missing: articles saved in 2013 have no likes,
/// stocks and comments.
enum QiitaItem {
    static let base = "https://qiita.com/"

    /// The entry, or nil if the value is no article: it has no title, or neither id nor address.
    static func entry(_ item: JSONValue) -> Entry? {
        guard let title = text(item["title"]) else { return nil }
        let url = text(item["url"]).flatMap { Address.resolve($0, against: base) }
        guard let id = id(of: item) ?? url.flatMap(QiitaID.within) ?? url else { return nil }
        var entry = Entry()
        entry.guid = id
        entry.title = title
        entry.url = url ?? address(of: id, by: userID(item["user"]))
        // In version 2 `body` is the Markdown of `rendered_body`; in version 1 it was the rendered text.
        let markup = item["rendered_body"]?.string ?? (item["uuid"] == nil ? nil : item["body"]?.string)
        if let markup, !markup.isEmpty { entry.content = .html(UntrustedHTML(markup: markup, base: base)) }
        entry.setPublished(date(item, "created_at"))
        entry.setUpdated(date(item, "updated_at"))
        entry.authors = author(item["user"]).map { [$0] } ?? []
        entry.categories = (item["tags"]?.array ?? []).compactMap { tag in
            text(tag["name"] ?? tag).map { Category(term: $0) }
        }
        entry.numbers["likes"] = count(item["likes_count"])
        entry.numbers["stocks"] = count(item["stocks_count"] ?? item["stock_count"])
        entry.numbers["comments"] = count(item["comments_count"] ?? item["comment_count"])
        return entry
    }

    /// The `id` of version 2. Version 1 has it as `uuid`, and its own `id` is an unrelated number.
    private static func id(of item: JSONValue) -> String? { text(item["uuid"]) ?? text(item["id"]) }

    private static func address(of id: String, by user: String?) -> String? {
        guard QiitaID.isID(id) else { return nil }
        return user.map { "\(base)\(Address.encoded(component: $0))/items/\(id)" } ?? "\(base)items/\(id)"
    }

    private static func userID(_ user: JSONValue?) -> String? { text(user?["url_name"]) ?? text(user?["id"]) }

    /// The author by name; about half of the users have none, so then by id.
    private static func author(_ user: JSONValue?) -> Person? {
        guard let id = userID(user) else { return text(user?["name"]).map { Person(name: $0) } }
        return Person(name: text(user?["name"]) ?? id, url: base + Address.encoded(component: id))
    }

    private static func date(_ item: JSONValue, _ name: String) -> WrittenDate? {
        if let written = text(item[name]), Timestamp(rfc3339: written) != nil { return FeedDate.read(written) }
        return item["\(name)_as_seconds"]?.int.map { WrittenDate(Timestamp(seconds: Int64($0))) }
    }

    private static func count(_ value: JSONValue?) -> Int? { value?.int.flatMap { $0 >= 0 ? $0 : nil } }

    private static func text(_ value: JSONValue?) -> String? {
        guard let line = value?.string?.trimmedLine, !line.isEmpty else { return nil }
        return line
    }
}

/// The id of an article: 20 hexadecimal digits, the same in the API and in addresses, and it never changes.
enum QiitaID {
    static let length = 20

    static func isID(_ text: some StringProtocol) -> Bool {
        text.utf8.count == length
            && text.utf8.allSatisfy {
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
            }
    }

    /// The id in `text`: the text itself, or the end of an article's address; nil if it is neither.
    static func within(_ text: String) -> String? {
        if isID(text) { return text }
        guard let segments = Address.parts(text)?.pathSegments, let marker = segments.lastIndex(of: "items"),
            let id = segments.dropFirst(marker + 1).first, isID(id)
        else { return nil }
        return id
    }
}
