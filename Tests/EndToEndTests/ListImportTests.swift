import Foundation
import Glibc
import MachineLaboratory
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

    @Test("bring no secret along, wherever it stands: variables take its place, each named where it is missing")
    func secrets() throws {
        try workplace.write(
            "list.opml",
            """
            <opml version="2.0"><body>
              <outline text="9 to 5" xmlUrl="https://a.example/f?a=1&amp;Token=s3cret%2Done&amp;key=s3cret-two&amp;b=$$#x"/>
              <outline text="https://b.example/?sig=s3cret-three" xmlUrl="https://b.example/?sig=s3cret-three"/>
              <outline text="c" xmlUrl="https://c.example/?token="/>
              <outline text="https://s3cret-four@d.example/" xmlUrl="https://s3cret-four@d.example/"/>
              <outline text="xyz" xmlUrl="https://e.example/?client_secret=s3cret-five"/>
              <outline text="xyz client" xmlUrl="https://f.example/?secret=s3cret-six"/>
              <outline text="gone" xmlUrl="ftp://me:s3cret-seven@g.example/?password=s3cret-eight"/>
              <outline text="run" xmlUrl="exec:fetch https://h.example/?api_key=s3cret-nine"/>
              <outline text="auth" xmlUrl="exec:fetch -H 'Authorization: Bearer s3cret-ten' https://h.example/"/>
              <outline text="hash" xmlUrl="https://me:s3#s3cret-eleven@i.example/"/>
              <outline text="slash" xmlUrl="https://me:s3/s3cret-twelve@i.example/"/>
              <outline text="topic" xmlUrl="https://j.example/rss?key=news&amp;sid=12"/>
              <outline text="9gag" xmlUrl="https://me:s3cret-13@k.example/"/>
              <outline text="Feed 9gag" xmlUrl="https://me:s3cret-14@l.example/"/>
            </body></opml>
            """)
        let imported = try workplace.run("import", "opml", "list.opml", "--output", "config.yaml")
        #expect(imported.status == 0, "\(imported)")
        let text = workplace.read("config.yaml")
        for output in [text, imported.errors, imported.output] { #expect(!output.contains("s3cret"), "\(output)") }
        let address = "https://a.example/f?a=1&Token=${FEED_9_TO_5_TOKEN}&key=${FEED_9_TO_5_KEY}&b=$$$$#x"
        #expect(text.contains("url: \"\(address)\""), "\(text)")
        #expect(text.contains("url: \"https://c.example/?token=\""))
        #expect(text.contains("user: \"${D_EXAMPLE_USER}\""))
        #expect(text.contains("# settings: { env_file: .env }"))
        // Two variables of one name would be one secret for two servers.
        for name in ["FEED_9GAG_PASSWORD", "FEED_9GAG_PASSWORD_2"] { #expect(text.contains("{ env: \(name) }")) }
        // A word and a number choose a page.
        #expect(text.contains("https://j.example/rss?key=news&sid=12"), "\(text)")
        #expect(text.contains("client_secret=${XYZ_CLIENT_SECRET}\""), "\(text)")
        #expect(text.contains("?secret=${XYZ_CLIENT_SECRET_2}\""), "\(text)")
        let check = try workplace.run("check").output
        for variable in ["FEED_9_TO_5_TOKEN", "FEED_9_TO_5_KEY", "B_EXAMPLE_SIG", "D_EXAMPLE_USER"] {
            #expect(imported.errors.contains("set the variable \(variable), or write it into"), "\(imported)")
            #expect(check.contains("environment variable \(variable) is not set"), "\(check)")
        }
    }

    @Test("with a secret in an address know what was seen there all the same")
    func secretsAndSeen() throws {
        let item = "<item><guid>g</guid><title>seen</title></item>"
        let feed = "<rss version='2.0'><channel><title>t</title>\(item)</channel></rss>"
        let server = try #require(
            LoopbackServer { request in
                LoopbackReply(request.target == "/?token=s3cret-one" ? 200 : 403, text: feed)
            })
        let address = server.url("/?token=s3cret-one")
        try workplace.write("urls", address + "\n")
        let made = try workplace.runOther([
            "/usr/bin/python3", "-c",
            """
            import sqlite3
            c = sqlite3.connect("cache.db")
            c.execute("CREATE TABLE rss_item(id INTEGER PRIMARY KEY, guid, title, url, feedurl, unread)")
            c.execute("INSERT INTO rss_item VALUES(1, 'g', 't', '', '\(address)', 0)")
            c.commit()
            """,
        ])
        #expect(made.status == 0)
        let imported = try workplace.run("import", "newsboat", "urls", "-o", "made.yaml")
        #expect(imported.status == 0 && imported.errors.contains("1 entry of 1 feed was seen there"), "\(imported)")
        let text = workplace.read("made.yaml")
        #expect(!text.contains("s3cret"))
        let variable = try #require(text.firstMatch(of: /\$\{([A-Z0-9_]+)\}/)).1
        try workplace.write(
            "made.yaml", text + "settings: { env_file: .env, network: { allow: [\"127.0.0.0/8\"] } }\n")
        try workplace.write(".env", "\(variable)=s3cret-one\n")
        #expect(chmod(workplace.path(".env"), 0o600) == 0)
        let run = try workplace.run("run", "-c", "made.yaml")
        #expect(run.status == 0 && !workplace.exists("digests"), "\(run)")
        #expect(try workplace.run("why", "e1", "-c", "made.yaml").output.contains("seen in newsboat"))
    }

    @Test("lose what nobody sees in their addresses: it came along when they were copied, and leads nowhere")
    func invisible() throws {
        try workplace.write(
            "list.opml",
            "<opml version='2.0'><body><outline xmlUrl='https://a.exa\u{200B}mple/\u{202E}feed\u{2060}'/></body></opml>"
        )
        #expect(try workplace.run("import", "opml", "list.opml", "--output", "config.yaml").status == 0)
        #expect(workplace.read("config.yaml").contains("url: \"https://a.example/feed\""))
        #expect(try workplace.run("export", "opml").output.contains("xmlUrl=\"https://a.example/feed\""))
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

    /// Runs Python with `c`, a new cache with `entries` entries of one feed, all read.
    private func makeCache(entries: Int = 1, _ rest: String = "c.close()") throws {
        let made = try workplace.runOther([
            "/usr/bin/python3", "-c",
            """
            import sqlite3, os, subprocess, sys, fcntl
            c = sqlite3.connect("cache.db")
            c.execute("CREATE TABLE rss_item(id INTEGER PRIMARY KEY, guid, title, url, feedurl, unread)")
            c.executemany("INSERT INTO rss_item VALUES(NULL, ?, 't', '', 'https://e.example/a.xml', 0)",
                          [("g%d" % n,) for n in range(\(entries))])
            c.commit()
            \(rest)
            """,
        ])
        #expect(made.status == 0, "\(made)")
    }

    @Test(
        "of newsboat while it runs, or while its cache is being written, end with what to do, and nothing is written",
        arguments: [
            // What newsboat itself does: it locks a file beside its cache until it ends.
            """
            f = open("cache.db.lock", "w"); fcntl.lockf(f, fcntl.LOCK_EX)
            """,
            "c.isolation_level = None; c.execute('BEGIN EXCLUSIVE')",
        ])
    func runningNewsboat(holding: String) throws {
        try workplace.write("urls", "https://e.example/a.xml\n")
        try makeCache(
            """
            \(holding)
            p = subprocess.run([\"\(Workplace.program)\", "import", "newsboat", "urls", "-o", "config.yaml"],
                               capture_output=True, text=True)
            assert p.returncode == 1, p
            assert "cache.db is in use; quit newsboat and try again" in p.stderr, p
            c.close()
            """)
        #expect(!workplace.exists("config.yaml") && !workplace.exists(".kawaraban"))
        // A lock file that a killed newsboat left behind locks nothing.
        try workplace.write("cache.db.lock", "123")
        #expect(try workplace.run("import", "newsboat", "urls", "-o", "config.yaml").status == 0)
    }

    @Test("of newsboat see what stands in the log of a cache only, and leave the cache as it is")
    func cacheWithLog() throws {
        try workplace.write("urls", "https://e.example/a.xml\n")
        try makeCache(
            """
            c.execute("PRAGMA journal_mode = WAL")
            c.execute("INSERT INTO rss_item VALUES(NULL, 'late', 't', '', 'https://e.example/a.xml', 0)")
            c.commit()
            os._exit(0)
            """)
        let before = FileManager.default.contents(atPath: workplace.path("cache.db"))
        #expect(workplace.exists("cache.db-wal"))
        let outcome = try workplace.run("import", "newsboat", "urls", "-o", "config.yaml")
        #expect(outcome.status == 0 && outcome.errors.contains("2 entries of 1 feed were seen there"), "\(outcome)")
        #expect(FileManager.default.contents(atPath: workplace.path("cache.db")) == before)
    }

    @Test("of newsboat with 100,000 entries take over all of them")
    func largeCache() throws {
        try workplace.write("urls", "https://e.example/a.xml\n")
        try makeCache(entries: 100_000)
        let outcome = try workplace.run("import", "newsboat", "urls", "-o", "config.yaml")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(outcome.errors.contains("100000 entries of 1 feed were seen there"), "\(outcome)")
    }

    @Test(
        "of newsboat with a cache of another version, cut short or damaged, end with what to do",
        arguments: [
            ("c.execute('ALTER TABLE rss_item DROP COLUMN unread'); c.commit()", "is no cache of newsboat 2; name"),
            ("c.execute('ALTER TABLE rss_item RENAME TO items'); c.commit()", "is no cache of newsboat 2; name"),
            ("c.close(); os.truncate('cache.db', 5000)", "cannot be read; quit newsboat, start it once"),
            ("c.close(); f = open('cache.db', 'r+b'); f.seek(4096); f.write(b'?' * 4096)", "cannot be read; quit"),
            ("c.close(); os.truncate('cache.db', 0)", "is no cache of newsboat 2; name its"),
            ("c.close(); os.remove('cache.db'); os.mkdir('cache.db')", "cache.db"),
            ("c.close(); os.remove('cache.db'); os.mkfifo('cache.db')", "cache.db"),
        ])
    func damagedCache(statements: String, words: String) throws {
        try workplace.write("urls", "https://e.example/a.xml\n")
        try makeCache(entries: 500, statements)
        let outcome = try workplace.run("import", "newsboat", "urls", "-o", "config.yaml")
        #expect(outcome.status == 1, "\(outcome)")
        #expect(outcome.errors.contains(words) && outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
        #expect(!workplace.exists("config.yaml") && !workplace.exists(".kawaraban"))
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
