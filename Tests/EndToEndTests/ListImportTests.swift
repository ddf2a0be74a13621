import Foundation
import Glibc
import Testing

@Suite("lists of other programs")
struct ListImportTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private static let opml = """
        <opml version="2.0"><body>
          <outline text="Tech"><outline text="Swift.org" xmlUrl="https://www.swift.org/atom.xml"/>
            <outline text="Deep"><outline text="日本" xmlUrl="https://www.example.jp/feed"/></outline>
            <outline text="${HOME} $$" xmlUrl="https://e.example/?a=${HOME}&amp;b=$$"/></outline>
          <outline text="LWN" xmlUrl="https://lwn.net/headlines/rss"/>
          <outline text="again" xmlUrl="HTTPS://lwn.net:443/headlines/rss"/>
          <outline text="program" xmlUrl="|~/fetch.py"/><outline text="private" xmlUrl="https://me:pw@e.example/"/>
        </body></opml>
        """

    @Test("become a configuration that is right, with a pipeline for each folder")
    func becomesConfiguration() throws {
        try workplace.write("list.opml", Self.opml)
        let imported = try workplace.run("import", "opml", "list.opml", "--output", "config.yaml")
        #expect(imported.status == 0)
        #expect(imported.output.isEmpty)
        #expect(imported.errors.contains("5 feeds in 2 folders became 3 pipelines; 1 that was there before is left"))
        #expect(imported.errors.contains("left out: |~/fetch.py: a program; "))
        #expect(imported.errors.contains("set the variable PRIVATE_PASSWORD"))
        let text = workplace.read("config.yaml")
        #expect(!text.contains("pw"))
        #expect(text.contains("  swift_org: { type: feed, title: \"Swift.org\", url: \"https://www.swift.org/atom"))
        #expect(text.contains("title: \"$${HOME} $$$$\""))
        #expect(text.contains("  tech_deep:\n    title: \"Tech / Deep\"\n"))
        #expect(try workplace.run("check").status == 0)
    }

    @Test("come out as they went in")
    func comesOut() throws {
        try workplace.write("list.opml", Self.opml)
        try workplace.run("import", "opml", "list.opml", "--output", "config.yaml")
        try workplace.run("export", "opml", "--output", "out.opml")
        #expect(try workplace.run("import", "opml", "out.opml", "--output", "again.yaml").status == 0)
        let (first, second) = (body("config.yaml"), body("again.yaml"))
        // A password has no place in a list for others.
        #expect(first.replacing(/, auth: \{.*\}/, with: " }").split(separator: "\n") == second.split(separator: "\n"))
    }

    @Test("never take the place of a file, and leave nothing half done")
    func neverReplaces() throws {
        try workplace.write("list.opml", Self.opml)
        try workplace.write("config.yaml", "mine")
        for command in [["import", "opml", "list.opml"], ["export", "opml", "-c", "list.opml"]] {
            let outcome = try workplace.run(command + ["--output", "config.yaml"])
            #expect(outcome.status == 73)
            #expect(outcome.errors.contains("config.yaml exists already and is never replaced; name another file"))
        }
        #expect(workplace.read("config.yaml") == "mine")
        let missing = try workplace.run("import", "opml", "list.opml", "--output", "nowhere/config.yaml")
        #expect(missing.status == 73)
    }

    @Test(
        "that are none end with a sentence",
        arguments: [
            ("opml", "", "is empty"), ("opml", "text", "is no OPML (plain text)"),
            ("opml", "<rss version='2.0'/>", "is no OPML (XML document <rss>)"),
            ("opml", "<opml><body/></opml>", "has no feed with an address"),
            ("opml", "<opml><body><out", "ends before its first feed"),
            ("rss2email", "", "has no section of a feed"), ("rss2email", "[DEFAULT]\nto = me\n", "has no section"),
            ("newsboat", "", "has no feed"), ("newsboat", "query:x:y\n", "has no feed"),
            ("newsboat", "a\u{0}b", "is binary"),
        ])
    func refuses(format: String, text: String, reason: String) throws {
        try workplace.write("list", text)
        let outcome = try workplace.run("import", format, "list", "--output", "config.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains(reason))
        #expect(!workplace.exists("config.yaml") && !workplace.exists(".kawaraban"))
    }

    @Test("that are a folder, a device or missing are refused", arguments: ["opml", "rss2email", "newsboat"])
    func refusesKinds(format: String) throws {
        try FileManager.default.createDirectory(atPath: workplace.path("folder"), withIntermediateDirectories: true)
        mkfifo(workplace.path("pipe"), 0o600)
        for (name, words) in [("folder", "folder is a folder"), ("/dev/zero", "device"), ("none", "does not exist")] {
            let outcome = try workplace.run("import", format, name)
            #expect(outcome.status == 1)
            #expect(outcome.errors.contains(words))
        }
        if format != "opml" { #expect(try workplace.run("import", format, "pipe").status == 1) }
    }

    @Test("of newsboat bring tags, titles and what was fetched, which is not delivered once more")
    func newsboat() throws {
        try workplace.write(
            "urls",
            """
            # my feeds
            https://e.example/a.xml "first tag" second "~A \\"title\\"" !
            https://e.example/b.xml
            "query:Unread:unread = \\"yes\\""
            exec:~/bin/feed.sh
            filter:~/bin/filter.sh:https://e.example/c.xml
            file:///home/me/feed.xml
            """)
        let made = try workplace.runOther([
            "/usr/bin/python3", "-c",
            """
            import sqlite3
            c = sqlite3.connect("cache.db")
            c.execute("CREATE TABLE rss_item(id INTEGER PRIMARY KEY, guid, title, url, feedurl, unread)")
            c.execute("INSERT INTO rss_item VALUES(1, 'g', 't', 'https://e.example/1', 'https://e.example/a.xml', 1)")
            c.commit()
            """,
        ])
        #expect(made.status == 0)
        let outcome = try workplace.run("import", "newsboat", "urls", "-o", "config.yaml")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("1 entry is unread there and not delivered here; --unread delivers them"))
        #expect(outcome.errors.contains("1 entry of 1 feed was seen there"))
        #expect(outcome.errors.split(separator: "\n").count { $0.contains("left out: ") } == 4)
        let text = workplace.read("config.yaml")
        #expect(text.contains("title: \"A \\\"title\\\"\", url: \"https://e.example/a.xml\""))
        #expect(text.contains("  first_tag:\n    title: \"first tag\""))
        #expect(workplace.exists(".kawaraban/state.sqlite"))
        #expect(try workplace.run("check").status == 0)
    }

    @Test("of newsboat with a cache that is none, or of another schema, end with a sentence")
    func foreignCache() throws {
        try workplace.write("urls", "https://e.example/a.xml\n")
        try workplace.write("cache.db", "no database, but long enough to look like one to somebody")
        let foreign = try workplace.run("import", "newsboat", "urls", "-o", "config.yaml")
        #expect(foreign.status == 1)
        #expect(foreign.errors.contains("cache.db"))
        try FileManager.default.removeItem(atPath: workplace.path("cache.db"))
        let made = try workplace.runOther([
            "/usr/bin/python3", "-c",
            """
            import sqlite3
            c = sqlite3.connect("cache.db")
            c.execute("CREATE VIEW rss_item AS SELECT 1 AS guid, 2 AS url, 3 AS feedurl, 4 AS unread")
            """,
        ])
        #expect(made.status == 0)
        let view = try workplace.run("import", "newsboat", "urls", "-o", "config.yaml")
        #expect(view.status == 1)
        #expect(view.errors.contains("is no cache of newsboat 2"))
        #expect(!workplace.exists("config.yaml") && !workplace.exists(".kawaraban"))
    }

    @Test("of rss2email bring pauses, recipients and what was mailed; options without a place are told")
    func rss2email() throws {
        try workplace.write(
            "rss2email.cfg",
            """
            [DEFAULT]
            to = me@example.com
            active = True
            digest = False
            post-process =
            [feed.one]
            url = https://e.example/one.xml
            digest = True
            [feed.two]
            url = https://e.example/two.xml
            active = False
            to = you@example.com
            post-process = mine change
            """)
        try workplace.write(
            "rss2email.json",
            #"{"version": 2, "feeds": [{"name": "one", "etag": null, "seen": {"a": {"id": 1}, "b": {}}}]}"#)
        let outcome = try workplace.run("import", "rss2email", "rss2email.cfg", "-o", "config.yaml")
        #expect(outcome.status == 0)
        #expect(outcome.errors.contains("2 entries of 1 feed were seen there"))
        for option in ["to = me@example.com", "to = you@example.com", "digest (one)", "post-process (two)"] {
            #expect(outcome.errors.contains("left out: \(option): "))
        }
        let text = workplace.read("config.yaml")
        #expect(text.contains("url: \"https://e.example/two.xml\", enabled: false }"))
        #expect(text.contains("  you_example_com:\n"))
        #expect(try workplace.run("check").status == 0)
    }

    @Test("of rss2email with a state that is cut short end with a sentence, and nothing is written")
    func cutState() throws {
        try workplace.write("rss2email.cfg", "[feed.one]\nurl = https://e.example/one.xml\n")
        try workplace.write("rss2email.json", #"{"version": 2, "feeds": [{"name": "#)
        let outcome = try workplace.run("import", "rss2email", "rss2email.cfg", "-o", "config.yaml")
        #expect(outcome.status == 1)
        #expect(outcome.errors.contains("is no state of rss2email 3"))
        #expect(!workplace.exists("config.yaml") && !workplace.exists(".kawaraban"))
    }

    private func body(_ name: String) -> String {
        workplace.lines(name).filter { !$0.hasPrefix("#") }.joined(separator: "\n")
    }
}

@Suite(
    "recorded lists in OPML",
    .enabled(if: RecordedLists.folder != nil, "skipped: KAWARABAN_SHARED names no folder with recorded lists"))
struct RecordedListTests {
    @Test("go in, out and in again, and are equal")
    func areEqual() throws {
        let folder = try #require(RecordedLists.folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { !$0.hasSuffix(".tsv") }
            .sorted()
        var lists = 0
        for name in names {
            let workplace = try Workplace()
            let first = try workplace.run("import", "opml", folder + "/" + name, "-o", "config.yaml")
            let told = first.errors.split(separator: "\n").map { $0.replacing("kawaraban: import: ", with: "") }
            print("\(name): \(told.filter { !$0.contains(" written; ") }.joined(separator: " | "))")
            guard first.status == 0 else {
                #expect(first.errors.contains("has no feed with an address"))
                continue
            }
            lists += 1
            #expect(try workplace.run("check").status == 0)
            #expect(try workplace.run("export", "opml", "-o", "out.opml").status == 0)
            #expect(try workplace.run("import", "opml", "out.opml", "-o", "again.yaml").status == 0)
            let bodies = ["config.yaml", "again.yaml"].map { workplace.lines($0).filter { !$0.hasPrefix("#") } }
            #expect(bodies[0] == bodies[1])
        }
        #expect(lists > 25)
    }
}

/// Other people's lists, kept outside the repository.
private enum RecordedLists {
    static let folder: String? = {
        guard let shared = ProcessInfo.processInfo.environment["KAWARABAN_SHARED"] else { return nil }
        let folder = shared + "/corpus/opml"
        return FileManager.default.fileExists(atPath: folder) ? folder : nil
    }()
}
