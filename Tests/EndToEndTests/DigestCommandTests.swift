import FeedTesting
import Foundation
import MachineLaboratory
import Testing

@Suite("a page for who was away")
struct DigestCommandTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: Asia/Tokyo, locale: ja, state: state.sqlite }
            defaults: { first_run: all }
            sources:
              papers: { type: file, path: papers.xml, title: 新聞 }
              blogs: { type: file, path: blogs.xml }
            sinks:
              archive: { type: file, path: archive.jsonl, format: jsonl, mode: append }
            pipelines:
              best:
                title: 今日の3本
                sources: [papers]
                filters:
                  - drop: { title: 広告 }
                  - deduplicate: { by: [title] }
                  - sort: { by: bookmarks }
                  - take: { entries: 3, rest: drop }
                sinks: [archive]
              blogs:
                sources: [blogs, papers]
                filters:
                  - keep: { title: { contains: [日記, 記事1] } }
                sinks: [archive]
            """)
        // Ten articles with more and more bookmarks, an advertisement with most of all, and a copy of an article.
        let papers = (1...10).map { item("記事\($0)", "https://papers.example.com/\($0)", bookmarks: $0 * 10, day: $0) }
        try workplace.write(
            "papers.xml",
            document(
                "Papers",
                papers + [
                    item("広告", "https://papers.example.com/ad", bookmarks: 5000, day: 11),
                    item("記事10", "https://papers.example.com/copy", bookmarks: 3, day: 10),
                ]))
        try workplace.write(
            "blogs.xml",
            document(
                "Blogs",
                [
                    item("日記", "https://blog.example.com/1", bookmarks: nil, day: 12),
                    item("メモ", "https://blog.example.com/2", bookmarks: nil, day: 13),
                ]))
        #expect(try workplace.run("run").status == 0)
    }

    private func item(_ title: String, _ link: String, bookmarks: Int?, day: Int) -> String {
        let count = bookmarks.map { "<hatena:bookmarkcount>\($0)</hatena:bookmarkcount>" } ?? ""
        return """
            <item><guid isPermaLink="false">\(link)</guid><title>\(title)</title><link>\(link)</link>\(count)\
            <pubDate>\(day < 10 ? "0" : "")\(day) Nov 2026 07:00:00 +0900</pubDate></item>
            """
    }

    private func document(_ title: String, _ items: [String]) -> String {
        """
        <?xml version="1.0"?><rss version="2.0" xmlns:hatena="http://www.hatena.ne.jp/info/xmlns#"><channel>\
        <title>\(title)</title><link>https://example.com/</link><description>d</description>\(items.joined())\
        </channel></rss>
        """
    }

    private func digest(_ arguments: String...) throws -> Workplace.Outcome {
        try workplace.run(["digest", "--since", "2026-11-01"] + arguments)
    }

    /// The titles of a digest in JSON, in order.
    private func titles(_ arguments: String...) throws -> [String] {
        let outcome = try workplace.run(["digest", "--since", "2026-11-01", "--format", "json"] + arguments)
        #expect(outcome.status == 0 && outcome.errors == "", "\(outcome.errors)")
        let root = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
        return (root?["entries"] as? [[String: Any]] ?? []).compactMap { $0["title"] as? String }
    }

    @Test("has what a pipeline kept and what take left out, the best first; nothing that was dropped, no copies")
    func contents() throws {
        #expect(try titles("best", "--by", "bookmarks") == (1...10).reversed().map { "記事\($0)" })
        #expect(try titles("best", "--by", "date", "--take", "2") == ["記事10", "記事9"])
        #expect(try titles("best") == (1...10).reversed().map { "記事\($0)" })
    }

    @Test("of all pipelines each entry is there once, as the pipeline has it that kept it")
    func allPipelines() throws {
        let titles = try titles()
        #expect(titles.count == Set(titles).count)
        #expect(Set(titles) == Set((1...10).map { "記事\($0)" } + ["日記"]))
        // What has no number comes by its date, before what is below the middle of its source.
        #expect(titles.firstIndex(of: "日記") == 5)
    }

    @Test("says what it is: of when, how many of how many, what is not in it; no next edition, no other page")
    func head() throws {
        let text = try digest("best", "--take", "4").output
        #expect(text.contains("今日の3本：11/1〜"))
        #expect(text.contains(" のまとめ\n"))
        #expect(text.contains("4件（10件から、"))
        #expect(text.contains("10件のうち6件は"))
        #expect(text.contains("見送った記事7件"))
        #expect(!text.contains("次は") && !text.contains("ここまでです"))
        let page = try digest("best", "--take", "4", "--format", "html").output
        #expect(page.contains("4件（10件から、") && page.contains("新聞"))
        #expect(!page.contains("載せなかった記事の一覧") && !page.contains("次は") && !page.contains("rel=\"prev\""))
    }

    @Test("an entry that no number tells apart from others of its source counts less than the best of its source")
    func markdown() throws {
        let text = try digest("--format", "markdown", "--take", "1").output
        #expect(text.contains("[記事10](https://papers.example.com/10)"))
        #expect(text.contains("ほかの掲載元") == false)
    }

    @Test("a time without entries gives a page that says so")
    func nothing() throws {
        let outcome = try workplace.run("digest", "--since", "1s")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("0件（0件から）") && outcome.output.contains("この期間の記事はありません。"))
    }

    /// Every file of the workplace but those of the test itself, with its bytes.
    private func files() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.subpathsOfDirectory(atPath: workplace.folder) {
            guard !["stdout.txt", "stderr.txt", "away.html"].contains(name) else { continue }
            files[name] = FileManager.default.contents(atPath: workplace.path(name))
        }
        return files
    }

    @Test("changes not one byte of the state or of any other file, and runs deliver the same as without it")
    func changesNothing() throws {
        let before = try files()
        #expect(before["state.sqlite"]?.isEmpty == false)
        for arguments in [[], ["best"], ["--output", "away.html"], ["--format", "jsonl"]] {
            #expect(try workplace.run(["digest", "--since", "2026-11-01"] + arguments).status == 0)
        }
        let after = try files()
        // A reader of SQLite makes these two, and may not remove them; nothing is in the log.
        #expect(Set(after.keys).subtracting(before.keys).isSubset(of: ["state.sqlite-shm", "state.sqlite-wal"]))
        #expect(after["state.sqlite-wal"]?.isEmpty != false)
        for (name, bytes) in before { #expect(after[name] == bytes, "\(name)") }
        let archive = workplace.read("archive.jsonl")
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.read("archive.jsonl") == archive)
    }

    @Test("works while a run is at work")
    func besidesRun() throws {
        try workplace.write(
            "slow.yaml",
            workplace.read("config.yaml").replacing(
                "  blogs: { type: file, path: blogs.xml }",
                with: "  blogs: { type: command, run: [./slow.sh] }"))
        try workplace.write("slow.sh", "#!/bin/sh\ntouch started\nwhile [ ! -e go ]; do sleep 0.1; done\n")
        #expect(chmod(workplace.path("slow.sh"), 0o700) == 0)
        for name in ["run.txt", "run-errors.txt"] { try workplace.write(name, "") }
        let run = try RunningProgram(
            [Workplace.program, "run", "-c", "slow.yaml", "--quiet"], in: workplace.folder,
            environment: ["PATH": "/usr/bin:/bin"], output: workplace.path("run.txt"),
            errors: workplace.path("run-errors.txt"))
        while run.isRunning, !workplace.exists("started") { usleep(5000) }
        #expect(run.isRunning)
        #expect(try titles("best", "--take", "1") == ["記事10"])
        try workplace.write("go", "")
        _ = workplace.waitForExit(run)
    }

    @Test("writes a page, replaces its own page, and no other file")
    func output() throws {
        let first = try digest("--output", "away.html")
        #expect(first.status == 0 && first.output == "")
        #expect(first.errors.contains("11件のうち11件を away.html に書き出しました"))
        #expect(workplace.read("away.html").hasPrefix("<!DOCTYPE html>"))
        #expect(try digest("--take", "3", "-o", "away.html").status == 0)
        #expect(try digest("--quiet", "-o", "away.html").errors == "")
        // A page of a sink, another file, and a text that is no page.
        try workplace.write("page.html", workplace.read("away.html").replacing(" data-catch-up", with: ""))
        try workplace.write("notes.md", "mine")
        for name in ["page.html", "notes.md", "config.yaml"] {
            let text = workplace.read(name)
            let refused = try digest("-o", name)
            #expect(refused.status == (name == "config.yaml" ? 64 : 73), "\(refused.errors)")
            #expect(refused.errors.contains(name) && workplace.read(name) == text)
        }
        for name in ["state.sqlite", "archive.jsonl"] { #expect(try digest("-o", name).status == 64) }
        #expect(try digest("-o", "none/there/away.txt").status != 0)
    }

    @Test(
        "wrong words are answered with what was meant",
        arguments: [
            (["bset"], 64, "「best」の間違いではありませんか"), (["--format", "htlm"], 64, "html"),
            (["--by", "bookmark"], 64, "「bookmarks」の間違いではありませんか"), (["--since", "2999-01-01"], 64, "過去の日時"),
            (["--since", "0d"], 64, "過去の日時"), (["--take", "0"], 64, "1から1000"), (["--take", "1001"], 64, "1から1000"),
            (["--since", "someday"], 64, "someday"), (["--by", ""], 64, "--by"), (["--output", ""], 64, "--output"),
        ])
    func mistakes(arguments: [String], status: Int32, told: String) throws {
        let outcome = try workplace.run(["digest"] + arguments, environment: ["LANG": "ja_JP.UTF-8"])
        #expect(outcome.status == status, "\(outcome.output)")
        #expect(outcome.errors.contains(told), "\(outcome.errors)")
        #expect(outcome.output == "")
    }

    @Test("without a state it says so, and writes nothing")
    func noState() throws {
        let outcome = try workplace.run("digest", "--state", "none.sqlite", "-o", "away.html")
        #expect(outcome.status == 0 && outcome.errors.contains("状態データベースがまだなく"))
        #expect(!workplace.exists("away.html") && !workplace.exists("none.sqlite"))
    }

    @Test("without a configuration the state's pipelines count")
    func noConfiguration() throws {
        try FileManager.default.removeItem(atPath: workplace.path("config.yaml"))
        let outcome = try workplace.run("digest", "--state", "state.sqlite", "--since", "2026-11-01", "--take", "1")
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("記事10"))
    }
}
