import Foundation
import Glibc
import Testing

@Suite("looking into the state")
struct QueryCommandTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: Asia/Tokyo }
            defaults: { first_run: 3 }
            sources:
              one: { type: file, path: one.xml, title: The One }
              other: { type: file, path: other.xml }
            sinks:
              archive: { type: file, path: archive.jsonl, format: jsonl, mode: append }
              blocked: { type: file, path: one.xml/x.jsonl, format: jsonl, mode: append }
            filters:
              news:
                - drop: { title: { contains: Advert } }
            pipelines:
              all: { sources: [one, other], sinks: [archive, blocked] }
              picked:
                sources: [one]
                filters:
                  - use: news
                  - hold_until: { likes: ">=3", at_most: 3d, then: drop }
                sinks: [archive]
            """)
        try workplace.write(
            "one.xml",
            document([
                item("1", "Oldest", "http://example.com/1", date: "Mon, 02 Nov 2026 07:00:00 GMT"),
                item("2", "An Advert", "https://example.com/2", date: "Tue, 03 Nov 2026 07:00:00 GMT"),
                item("3", "Ｓｗｉｆｔ 瓦版", "https://example.com/same", date: "Wed, 04 Nov 2026 07:00:00 GMT"),
                item("4", "Fourth &#x202E;reversed", "https://example.com/same", date: "Thu, 05 Nov 2026 07:00:00 GMT"),
            ]))
        try workplace.write(
            "other.xml",
            document([item("5", "Elsewhere", "https://other.example/5", date: "Fri, 06 Nov 2026 07:00:00 GMT")]))
        #expect(try workplace.run("run").status == 73)
    }

    private func item(
        _ guid: String, _ title: String, _ link: String, date: String, _ more: String = ""
    ) -> String {
        """
        <item><guid isPermaLink="false">\(guid)</guid><title>\(title)</title><link>\(link)</link>\
        <pubDate>\(date)</pubDate><description>&lt;p&gt;Text of &lt;b&gt;num&lt;/b&gt;ber \(guid).&lt;/p&gt;\
        &lt;script&gt;alert(1)&lt;/script&gt;&lt;ul&gt;&lt;li&gt;a list&lt;/li&gt;&lt;/ul&gt;</description>\(more)</item>
        """
    }

    private func document(_ items: [String]) -> String {
        """
        <?xml version="1.0"?><rss version="2.0"><channel><title>Feed</title><link>https://example.com/</link>
        <description>d</description>\(items.joined())</channel></rss>
        """
    }

    private func objects(_ arguments: String...) throws -> [[String: Any]] {
        let run = try workplace.runOther([Workplace.program] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return try run.output.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
        }
    }

    private func ids(_ arguments: String...) throws -> [String] {
        let run = try workplace.runOther([Workplace.program, "list", "--json"] + arguments)
        #expect(run.status == 0, "\(run.errors)")
        return try EndToEndTests.ids(inJSONLines: run.output)
    }

    @Test("`list` shows the newest first, narrowed by source, time, pipeline, sink and words")
    func list() throws {
        #expect(try ids() == ["5", "4", "3", "2", "1"])
        #expect(try ids("--limit", "2") == ["5", "4"])
        #expect(try ids("--source", "one") == ["4", "3", "2", "1"])
        #expect(try ids("--source", "one", "--source", "other", "--limit", "1") == ["5"])
        #expect(try ids("--since", "2026-11-04T16:00:00+09:00") == ["5", "4", "3"])
        #expect(try ids("--since", "2026-11-05") == ["5", "4"])
        #expect(try ids("--pipeline", "picked") == ["4", "3", "2", "1"])
        #expect(try ids("--sink", "archive") == ["5", "4", "3", "2"])
        #expect(try ids("--search", "swift") == ["3"])
        // In the text, whatever markup stands between the letters.
        #expect(try ids("--search", "NUMBER 2") == ["2"])
        #expect(try ids("--search", "alert") == [])
        #expect(try ids("--search", "text", "--source", "one", "--limit", "3") == ["4", "3", "2"])
    }

    @Test("a line of `list` has key, date, source, where the entry stands and its title, and steers no terminal")
    func listLines() throws {
        let lines = try workplace.run("list").output.split(separator: "\n").map(String.init)
        #expect(lines.count == 5)
        #expect(lines[0].hasSuffix("2026/11/06 16:00  other  kept     Elsewhere"))
        #expect(lines[1].hasSuffix("2026/11/05 16:00  one    kept     Fourth reversed"))
        #expect(lines[4].hasSuffix("2026/11/02 16:00  one    dropped  Oldest"))
        #expect(try workplace.run("list", "--pipeline", "picked").output.contains("one  held     Fourth"))
    }

    @Test("a name that is none is told, with the one that was meant", arguments: ["source", "pipeline", "sink"])
    func unknownName(_ what: String) throws {
        let meant = ["source": "other", "pipeline": "picked", "sink": "archive"][what] ?? ""
        let outcome = try workplace.run("list", "--\(what)", meant + "x")
        #expect(outcome.status == 64)
        #expect(outcome.errors.contains("no \(what) is called \"\(meant)x\"; did you mean \"\(meant)\"?"))
    }

    @Test("`show` prints an entry with its text as text, as JSON and as a page")
    func show() throws {
        let key = try #require(try objects("list", "--json", "--search", "Advert").first?["key"] as? String)
        let page = try workplace.run("show", key)
        #expect(page.status == 0)
        #expect(page.output.hasPrefix("\(key)  An Advert\n  url         https://example.com/2\n"))
        #expect(page.output.contains("source      one (The One)\n"))
        #expect(page.output.contains("\n    Text of number 2.\n"))
        #expect(!page.output.contains("alert"))
        let object = try #require(try objects("show", key, "--json").first)
        #expect((object["content_html"] as? String)?.contains("<b>num</b>ber 2") == true)
        #expect(object["pipelines"] as? [String: String] == ["all": "kept", "picked": "dropped"])
        #expect(try workplace.run("show", "https://example.com/2", "--html").output.contains("<!DOCTYPE html>"))
        #expect(try workplace.run("show", "e999").status == 1)
    }

    @Test("`show` tells what the numbers of an entry were at each age, as a table and as JSON")
    func numbers() throws {
        let now = Date()
        for (hours, comments) in [(1.5, 3), (9, 12)] {
            let date = ISO8601DateFormatter().string(from: now - hours * 3600)
            try workplace.write(
                "other.xml",
                document([
                    item(
                        "6", "Discussed", "https://other.example/6", date: date,
                        "<slash:comments xmlns:slash='http://purl.org/rss/1.0/modules/slash/'>\(comments)</slash:comments>"
                    )
                ]))
            #expect(try workplace.run("run").status == 73)
        }
        let page = try workplace.run("show", "https://other.example/6").output
        #expect(page.contains("  numbers     12 comments\n  history               2 h  16 h\n"), "\(page)")
        #expect(page.contains("\n              comments    3    12\n"))
        let object = try #require(try objects("show", "https://other.example/6", "--json").first)
        #expect(
            object["numbers_by_age"] as? [String: [[String: Int]]] == [
                "comments": [["hours": 2, "value": 3], ["hours": 16, "value": 12]]
            ])
    }

    @Test("`why` tells the source, each filter with its place, and what became of it at each sink")
    func why() throws {
        let lines = try workplace.run("why", "HTTPS://EXAMPLE.com:443/2").output.split(separator: "\n").map(String.init)
        #expect(lines[0].hasSuffix("  An Advert"))
        #expect(lines.contains { $0.hasPrefix("  source \"one\" (config.yaml:5): first seen ") })
        #expect(lines.contains { $0.hasPrefix("  pipeline \"all\": kept on ") })
        #expect(
            lines.contains {
                $0.hasPrefix("    → sink \"archive\": delivered on ") && $0.hasSuffix("/archive.jsonl")
                    && $0.contains(" in message ")
            })
        #expect(lines.contains { $0.hasPrefix("    → sink \"blocked\": waits to be sent since ") })
        #expect(lines.contains { $0.hasPrefix("  pipeline \"picked\": dropped on ") })
        #expect(lines.contains { $0.hasPrefix("    drop#1 (config.yaml:12): dropped it: ") })
        #expect(lines.contains("    hold_until#1 (config.yaml:19): not reached"))
        let held = try workplace.run("why", "https://example.com/same").output
        #expect(
            held.contains("    drop#1 (config.yaml:12): passed\n    hold_until#1 (config.yaml:19): holds it since "))
    }

    @Test("`why` tells every entry that has the address, and what is nearly there")
    func whySeveral() throws {
        let both = try objects("why", "https://example.com/same", "--json")
        #expect(both.compactMap { $0["title"] as? String }.sorted() == ["Fourth \u{202E}reversed", "Ｓｗｉｆｔ 瓦版"])
        let near = try workplace.run("why", "http://other.example/5/?from=mail#top")
        #expect(near.status == 0)
        #expect(near.output.contains("Elsewhere"))
        #expect(near.errors.contains("no entry has exactly this URL; showing the entry at https://other.example/5"))
        // The scheme makes no other entry, and the address that an entry has is exactly its own.
        for address in ["http://example.com/1", "https://example.com/1"] {
            let plain = try workplace.run("why", address)
            #expect(plain.output.contains("Oldest") && plain.errors.isEmpty, "\(plain)")
        }
        let none = try workplace.run("why", "https://example.com/nothing")
        #expect(none.status == 1)
        #expect(none.errors.contains("`kawaraban list --search WORD`"))
    }

    @Test("`why` and `list` work without a usable configuration, if the state is named, and then tell no places")
    func brokenConfiguration() throws {
        try workplace.write("config.yaml", "version: 1\nsorces: {}\n")
        for command in [["why", "https://example.com/2"], ["list"], ["status"]] {
            let refused = try workplace.run(command)
            let last = "until the configuration can be used, only --state FILE says where the state is\n"
            #expect(refused.status == 78 && refused.errors.hasSuffix(last), "\(refused)")
        }
        let outcome = try workplace.run("why", "https://example.com/2", "--state", ".kawaraban/state.sqlite")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("    drop#1: dropped it: "))
        #expect(!outcome.output.contains("config.yaml"))
        #expect(outcome.errors.contains("`kawaraban check`"))
    }

    @Test("looking waits for nobody: another process may hold the state's lock")
    func whileRunning() throws {
        let lock = open(workplace.path(".kawaraban/state.sqlite.lock"), O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        #expect(try ids("--limit", "1") == ["5"])
        #expect(try workplace.run("why", "https://example.com/2").status == 0)
    }

    @Test("before the first run there is nothing, which is said and makes no state")
    func beforeFirstRun() throws {
        let outcome = try workplace.run("list", "--state", "none/state.sqlite")
        #expect(outcome.status == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors == "kawaraban: list: there is no state yet: no source was fetched\n")
        #expect(!workplace.exists("none"))
    }
}
