import FeedJSON
import FeedMessages
import FeedModel
import FeedStories

/// Two entries of a line of JSON.
///
/// The line is an array of two objects, or an object that has two objects with a title (`a` and `b`, `left` and `right`,
/// or any other names), such an array under any name, or the members of both with endings: `title_a`, `title_b`.
struct StoryPair {
    let first: StoryArticle
    let second: StoryArticle

    /// Reads a line. Throws what is wrong with it.
    init(_ json: JSONValue) throws(Fault) {
        guard let entries = Self.entries(of: json) else { throw Fault(.message("pairs.two_entries")) }
        let (first, second) = (try Given(entries.0, "1"), try Given(entries.1, "2"))
        // An entry without a date is as old as the other one.
        let now = Timestamp(milliseconds: 0)
        self.first = first.article(date: first.date ?? second.date ?? now)
        self.second = second.article(date: second.date ?? first.date ?? now)
    }

    /// What is wrong with a line.
    struct Fault: Error {
        let what: LocalizedText
        init(_ what: LocalizedText) { self.what = what }
    }

    private static func entries(of json: JSONValue) -> (JSONObject, JSONObject)? {
        if let pair = pair(json.array) { return pair }
        guard let object = json.object else { return nil }
        let entries = object.members.compactMap { $0.value.object }.filter { $0["title"] != nil }
        if entries.count == 2 { return (entries[0], entries[1]) }
        let pairs = object.members.compactMap { pair($0.value.array) }
        if pairs.count == 1 { return pairs[0] }
        for endings in [("_a", "_b"), ("_1", "_2"), ("1", "2"), ("_left", "_right")] {
            guard object["title" + endings.0] != nil, object["title" + endings.1] != nil else { continue }
            return (members(of: object, ending: endings.0), members(of: object, ending: endings.1))
        }
        return nil
    }

    private static func pair(_ values: [JSONValue]?) -> (JSONObject, JSONObject)? {
        guard let values, values.count == 2, let first = values[0].object, let second = values[1].object else {
            return nil
        }
        return (first, second)
    }

    private static func members(of object: JSONObject, ending: String) -> JSONObject {
        JSONObject(
            object.members.compactMap { member in
                guard member.name.hasSuffix(ending) else { return nil }
                return JSONObject.Member(name: String(member.name.dropLast(ending.count)), value: member.value)
            })
    }

    /// An entry as the line gives it.
    private struct Given {
        let number: String
        let title: String
        let summary: String?
        let source: String
        let publisher: String?
        let url: String?
        let date: Timestamp?

        init(_ object: JSONObject, _ number: String) throws(Fault) {
            self.number = number
            func text(_ names: String...) throws(Fault) -> String? {
                for name in names {
                    guard let value = object[name], value != .null else { continue }
                    guard let text = value.string else {
                        throw Fault(.message("pairs.no_text", ["name": .text(name), "entry": .text(number)]))
                    }
                    return text
                }
                return nil
            }
            guard let title = try text("title", "headline") else {
                throw Fault(.message("pairs.no_title", ["entry": .text(number)]))
            }
            self.title = title
            url = try text("url", "link")
            summary = try text("summary", "description", "excerpt", "text")
            publisher = try text("publisher")
            source = try text("source", "feed") ?? publisher ?? "entry \(number)"
            guard let written = try text("published", "date", "date_published", "published_at") else {
                date = nil
                return
            }
            guard let moment = FeedDate.parse(written) else {
                throw Fault(.message("pairs.bad_date", ["date": .text(written), "entry": .text(number)]))
            }
            date = moment
        }

        func article(date: Timestamp) -> StoryArticle {
            StoryArticle(
                key: number, title: title, summary: summary, source: source, publisher: publisher, url: url, date: date)
        }
    }
}
