import FeedJSON
import FeedModel
import FeedSelecting

/// The usual place of an entry's field: its names in services, and a test of its values.
struct FieldGuess: Sendable {
    /// The option, or the name inside `group`.
    let key: String
    /// The option that contains the field under its name, or nil.
    var group: String?
    /// Points for a list that has the field.
    let weight: Int
    /// Names in lower case, the best first. A name with a point is a path of two steps.
    let names: [String]
    /// Whether a value can belong to the field.
    let fits: @Sendable (JSONValue) -> Bool

    /// All fields in the order in which the configuration lists them.
    static let all: [FieldGuess] = [
        FieldGuess(
            key: "id", weight: 2,
            names: ["id", "uuid", "guid", "objectid", "node_id", "_id", "login.uuid", "key", "slug", "number", "name"],
            fits: { $0.text != nil && $0.bool == nil }),
        FieldGuess(
            key: "title", weight: 3,
            names: [
                "title", "headline", "title.rendered", "subject", "name", "full_name", "display_name", "tag_name",
                "label",
                "name.first", "login",
            ], fits: isWords),
        FieldGuess(
            key: "link", weight: 2,
            names: [
                "html_url", "web_url", "permalink", "url", "link", "href", "canonical_url", "page_url", "event_url",
                "story_url", "uri",
            ], fits: isAddress),
        FieldGuess(
            key: "authors", weight: 0,
            names: [
                "author", "author.name", "author.login", "user.name", "user.login", "user.username", "creator", "by",
                "username", "owner.login",
            ], fits: isWords),
        FieldGuess(
            key: "published", weight: 2,
            names: [
                "published_at", "published", "date_published", "datepublished", "publishedat", "pub_date", "pubdate",
                "created_at_i",
                "created_at", "createdat", "created_utc", "created", "date", "timestamp", "time", "registered.date",
                "updated_at", "updatedat", "updated",
            ], fits: isDate),
        FieldGuess(
            key: "summary", weight: 0, names: ["summary", "excerpt", "excerpt.rendered", "abstract"], fits: isWords),
        FieldGuess(
            key: "content", weight: 1,
            names: [
                "content", "content_html", "content.rendered", "rendered_body", "body_html", "selftext_html", "body",
                "description", "text", "story_text",
            ], fits: isWords),
        FieldGuess(
            key: "image", weight: 0,
            names: ["image", "image_url", "thumbnail", "thumbnail_url", "cover_image", "picture.thumbnail", "picture"],
            fits: isAddress),
        FieldGuess(
            key: "tags", weight: 0, names: ["tags", "labels", "topics", "categories", "keywords"],
            fits: { $0.array?.first?.string != nil }),
        FieldGuess(
            key: "likes", group: "numbers", weight: 0,
            names: ["points", "likes", "likes_count", "score", "ups", "stargazers_count", "favorites", "votes"],
            fits: { $0.int != nil }),
        FieldGuess(
            key: "comments", group: "numbers", weight: 0,
            names: ["num_comments", "comments_count", "comment_count", "comments", "replies_count"],
            fits: { $0.int != nil }),
    ]

    /// The path of the best name whose values fit in at least half of a sample. An id must be in all elements, and all
    /// must differ.
    func path(among paths: [String: JSONPath], in sample: [JSONValue]) -> JSONPath? {
        for name in names {
            guard let path = paths[name] else { continue }
            let values = sample.compactMap { path.first(in: $0) { fits($0) ? $0 : nil } }
            if key == "id" {
                if values.count == sample.count, Set(values.compactMap(\.text)).count == sample.count { return path }
            } else if values.count * 2 >= sample.count, !values.isEmpty {
                return path
            }
        }
        return nil
    }

    /// The paths of all names, in lower case, one and two levels below the elements of a sample.
    static func paths(in sample: [JSONValue]) -> [String: JSONPath] {
        var paths: [String: JSONPath] = [:]
        for member in sample.flatMap({ $0.object?.members.prefix(mostNames) ?? [] }) {
            let name = member.name.lowercased()
            if paths[name] == nil { paths[name] = JSONPath(steps: [.name(member.name)]) }
            for inner in member.value.object?.members.prefix(mostNames) ?? [] {
                let both = "\(name).\(inner.name.lowercased())"
                if paths[both] == nil { paths[both] = JSONPath(steps: [.name(member.name), .name(inner.name)]) }
            }
        }
        return paths
    }

    /// The type of a text: `html` or `markdown`; nil if it is plain.
    static func textType(of field: FieldGuess, _ path: JSONPath, in sample: [JSONValue]) -> String? {
        guard field.key == "content" || field.key == "summary" else { return nil }
        let texts = sample.compactMap { path.first(in: $0) { $0.string } }
        if texts.contains(where: { $0.contains("</") || $0.contains("<p>") || $0.contains("<br") }) { return "html" }
        return texts.contains { $0.contains("](http") || $0.contains("\n#") || $0.hasPrefix("#") } ? "markdown" : nil
    }

    private static let mostNames = 200

    @Sendable private static func isWords(_ value: JSONValue) -> Bool {
        guard let text = value.string, value.text != nil else { return false }
        return !Address.isHTTP(text)
    }

    @Sendable private static func isAddress(_ value: JSONValue) -> Bool {
        guard let text = value.string else { return false }
        return Address.isHTTP(text) || text.hasPrefix("/")
    }

    /// Whether a value is a date from 1990 to 2100: a number outside is probably something else.
    @Sendable private static func isDate(_ value: JSONValue) -> Bool {
        guard let moment = DateReading().date(value)?.moment else { return false }
        return (Timestamp(seconds: 631_152_000)...Timestamp(seconds: 4_102_444_800)).contains(moment)
    }
}
