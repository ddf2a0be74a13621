import Foundation
import Testing

/// Stories as a user meets them: on the page, in `why`, in `stories`, and in what `check` says.
@Suite("the command stories")
struct StoriesCommandTests {
    private static let quake = "Magnitude 6.1 earthquake strikes Noto peninsula, no tsunami warning"
    private static let quakeToo = "Noto peninsula struck by magnitude 6.1 earthquake; no tsunami warning"

    private func feed(_ items: [(guid: String, title: String)]) -> String {
        let date = DateFormatter()
        date.locale = Locale(identifier: "en_US_POSIX")
        date.dateFormat = "EEE, dd MMM yyyy HH:mm:ss Z"
        let written = date.string(from: Date(timeIntervalSinceNow: -3600))
        let items = items.map { item in
            """
            <item><guid isPermaLink="false">\(item.guid)</guid><title>\(item.title)</title>\
            <link>https://example.com/\(item.guid)</link><pubDate>\(written)</pubDate></item>
            """
        }
        return """
            <?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>https://example.com/</link>
            <description>d</description>\(items.joined())</channel></rss>
            """
    }

    private func workplace(filters: String = "- stories: {}", groupBy: String = "none") throws -> Workplace {
        let workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: Asia/Tokyo, locale: en }
            defaults: { first_run: all }
            sources:
              asahi: { type: file, path: asahi.xml, title: Asahi }
              nhk: { type: file, path: nhk.xml, title: NHK }
            sinks:
              page: { type: file, path: page.html, format: html }
              lines: { type: file, path: all.jsonl, format: jsonl, mode: append }
            pipelines:
              news:
                title: News
                sources: [asahi, nhk]
                group_by: \(groupBy)
                filters:
                  \(filters)
                sinks: [page, lines]
            """)
        try workplace.write("asahi.xml", feed([("a", Self.quake)]))
        try workplace.write(
            "nhk.xml", feed([("n", Self.quakeToo), ("m", "Kyoto opens a museum of printing and papermaking")]))
        return workplace
    }

    private func objects(_ workplace: Workplace, _ arguments: String...) throws -> [[String: Any]] {
        try workplace.run(arguments).output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    @Test(
        "a story is one card with a line, `why` says why, and what comes later is one line under a heading of its own")
    func story() throws {
        let workplace = try workplace()
        #expect(try workplace.run("run").status == 0)
        let page = workplace.read("page.html")
        #expect(page.contains("1 more site: <bdi id=\"e-"))
        #expect(page.contains(">NHK</a></bdi></p>"))
        let why = try workplace.run("why", "https://example.com/n").output
        #expect(why.contains("same story as \"\(Self.quake)\": score 1.00"))
        #expect(why.contains("of at least 0."))
        #expect(why.contains("belongs to the story of e"))
        let json = try objects(workplace, "why", "--json", "https://example.com/n")
        let pipelines = try #require(json[0]["pipelines"] as? [String: [String: Any]])
        #expect((pipelines["news"]?["story"] as? [String: Any])?["role"] as? String == "member")

        try workplace.write("asahi.xml", feed([("a", Self.quake), ("later", Self.quakeToo + ", officials say")]))
        #expect(try workplace.run("run").status == 0)
        let next = workplace.read("page.html")
        #expect(next.contains("Earlier stories"))
        #expect(next.contains("Told before: \(Self.quake) ("))
        let stories = try objects(workplace, "stories", "--json")
        #expect(stories.count == 1)
        #expect(
            (stories[0]["entries"] as? [[String: Any]])?.compactMap { $0["role"] as? String } == [
                "head", "member", "later",
            ])
        #expect(stories[0]["headline"] as? String == Self.quake)
        let text = try workplace.run("stories", "--pipeline", "news").output
        #expect(text.contains(Self.quake) && text.contains("(came later, "))
        #expect(try workplace.run("stories", "--all").output.contains("Kyoto"))
        #expect(try workplace.run("stories", "--pipeline", "newz").status == 64)
        #expect(try workplace.run("state", "check").status == 0)
        #expect(workplace.lines("all.jsonl").count == 4)
        #expect(workplace.lines("all.jsonl").contains { $0.contains("\"role\":\"head\",\"members\":[\"e") })
    }

    @Test("grouped by story, a story is a section, and single entries stand behind")
    func sections() throws {
        let workplace = try workplace(groupBy: "story")
        #expect(try workplace.run("check").status == 0)
        #expect(try workplace.run("run").status == 0)
        let page = workplace.read("page.html")
        let head = try #require(page.range(of: "<h2 dir=\"auto\"><a href=\"https://example.com/a\""))
        let member = try #require(page.range(of: "<li id=\"e-"))
        let other = try #require(page.range(of: "Kyoto opens"))
        #expect(head.lowerBound < member.lowerBound && member.lowerBound < other.lowerBound)
    }

    @Test("`check` says where `stories` belongs among the filters, and that sections by story need it")
    func order() throws {
        let right = try workplace(filters: "- deduplicate: {}\n      - stories: {}\n      - take: 5").run("check")
        #expect(right.status == 0 && right.output.contains("no warnings"), "\(right)")
        let wrong = try workplace(filters: "- take: 5\n      - stories: {}\n      - deduplicate: {}").run("check")
        let said = wrong.output + wrong.errors
        #expect(said.contains("`take` comes before `stories`"))
        #expect(said.contains("`deduplicate` comes after `stories`"))
        #expect(wrong.status != 0, "\(wrong)")
        let none = try workplace(filters: "- take: 5", groupBy: "story").run("check")
        #expect((none.output + none.errors).contains("`story` has no effect without the filter `stories`"))
    }

    @Test(
        "`check` warns of conditions behind `stories`: they judge one entry of each story",
        arguments: ["keep: { title: { contains: Kyoto } }", "drop: { title: { contains: PR } }", "newer_than: 2d"])
    func conditions(filter: String) throws {
        let name = String(filter.prefix { $0 != ":" })
        let behind = try workplace(filters: "- stories: {}\n      - \(filter)").run("check")
        #expect(behind.status == 0, "\(behind)")
        #expect((behind.output + behind.errors).contains("`\(name)` comes after `stories`, so it judges one entry"))
        let before = try workplace(filters: "- \(filter)\n      - stories: {}").run("check")
        #expect(before.status == 0 && !(before.output + before.errors).contains("comes after `stories`"), "\(before)")
    }

    @Test("pairs of a file are compared in its order, whatever form they have, without a configuration")
    func pairs() throws {
        let workplace = try Workplace()
        let first = "{\"title\": \"\(Self.quake)\", \"source\": \"a\", \"url\": \"https://a.example/1\"}"
        let second = "{\"title\": \"\(Self.quakeToo)\", \"publisher\": \"b\", \"published\": \"2026-11-20T00:00:00Z\"}"
        let other = "{\"title\": \"Kyoto opens a museum of printing and papermaking\"}"
        try workplace.write(
            "pairs.jsonl",
            """
            {"a": \(first), "b": \(second)}
            {"id": 7, "left": \(first), "right": \(other)}
            [\(first), \(first)]
            {"pair": [\(second), \(first)]}
            {"title_a": "\(Self.quake)", "title_b": "Kyoto opens a museum of printing and papermaking"}

            """)
        let outcome = try workplace.run("stories", "--pairs", "pairs.jsonl", "--match", "strict")
        #expect(outcome.output == "same_story\ndifferent\nsame_article\nsame_story\ndifferent\n")
        #expect(outcome.status == 0 && outcome.errors == "")
        let json = try objects(workplace, "stories", "--pairs", "pairs.jsonl", "--json")
        #expect(json.map { $0["relation"] as? String }.count == 5)
        #expect((json[0]["score"] as? Double ?? 0) > (json[1]["score"] as? Double ?? 1))
        #expect((json[0]["threshold"] as? Double ?? 0) > 0)
    }

    @Test("bad lines are named by their numbers, and nothing else is printed")
    func badLines() throws {
        let workplace = try Workplace()
        try workplace.write(
            "pairs.jsonl",
            """
            {"a": {"title": "x"}, "b": {"title": "y"}}
            not JSON

            {"a": {"title": "x"}}
            [{"title": 1}, {"title": "y"}]
            [{"title": "x", "date": "sometime"}, {"title": "y"}]
            """)
        let outcome = try workplace.run("stories", "--pairs", "pairs.jsonl")
        #expect(outcome.status == 1)
        #expect(outcome.output == "")
        for line in [2, 3, 4, 5, 6] { #expect(outcome.errors.contains("pairs.jsonl:\(line): "), "\(line)") }
        #expect(!outcome.errors.contains("pairs.jsonl:1:"))
        #expect(outcome.errors.contains("\"sometime\" of entry 1 is not a date"))
        #expect(try workplace.run("stories", "--pairs", "missing.jsonl").status == 1)
        #expect(try workplace.run("stories", "--match", "strict").status == 64)
        #expect(try workplace.run("stories", "--pairs", "pairs.jsonl", "--all").status == 64)
    }
}
