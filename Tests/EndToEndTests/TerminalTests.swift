import FeedRendering
import Foundation
import Testing

/// What people see who run the program by hand: in a terminal of some width, or through a pipe.
@Suite("on a terminal")
struct TerminalTests {
    private let workplace: Workplace

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: UTC }
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
            sinks:
              page: { type: file, path: "out/{{pipeline}}.html", format: html }
              screen: { type: stdout, format: text }
            pipelines:
              all:
                sources: [one]
                filters:
                  - drop: { title: { contains: "Entry 1 " } }
                  - take: 3
                sinks: [page]
              weekly: { schedule: "0 7 * * 1", sources: [one], sinks: [screen] }
            """)
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(6, in: workplace)
    }

    /// Runs it in a terminal of some width, and returns what stands there.
    private func onTerminal(
        _ arguments: String, columns: Int, environment: [String: String] = [:]
    ) throws -> [String] {
        let command = "stty cols \(columns) rows 40; exec \"\(Workplace.program)\" \(arguments)"
        let outcome = try workplace.runOther(
            ["/usr/bin/script", "-qec", command, "/dev/null"],
            environment: ["TERM": "xterm"].merging(environment) { $1 })
        return outcome.output.replacing("\r\n", with: "\n").split(separator: "\n").map(String.init)
    }

    @Test("U01 a dry run lists titles by sink and what it would deliver, and prints no digest unless asked")
    func dryRun() throws {
        let piped = try workplace.run("run", "--dry-run")
        #expect(piped.status == 0, "\(piped)")
        #expect(
            piped.output.split(separator: "\n") == [
                "→ page: 3 entries to out/all.html", "  one  Entry 5 of one.xml", "  one  Entry 4 of one.xml",
                "  one  Entry 3 of one.xml", "→ page: out/all-omitted.html",
                "= all     due            3 kept     1 dropped by drop#1, 2 for later",
                piped.output.split(separator: "\n").first { $0.hasPrefix("= weekly") } ?? "= weekly",
                "→ page    would deliver  3 entries  out/all.html, out/all-omitted.html",
                "→ screen  nothing new", "1 source fetched, 6 new, would deliver 3",
            ])
        #expect(!workplace.exists("out") && !workplace.exists(".kawaraban"))
        let digests = try workplace.run("run", "--dry-run", "--digests")
        #expect(digests.output.contains("<!DOCTYPE html>") && digests.output.contains("Entry 5 of one.xml"))
        #expect(try workplace.run("run", "--digests").status == 64)
    }

    @Test(
        "U01 U02 nothing for people is wider than the terminal, in either language", arguments: [40, 80, 120],
        ["C", "ja_JP.UTF-8"])
    func widths(columns: Int, locale: String) throws {
        let config = workplace.read("config.yaml")
            .replacing("one: { type", with: "gone: { type: file, path: \(workplace.folder)/none.xml }\n  one: { type")
            .replacing("sources: [one]\n", with: "sources: [one, gone]\n")
        try workplace.write("config.yaml", config)
        try workplace.write("wrong.yaml", config.replacing("page:", with: "pgae:"))
        for arguments in [
            "run --dry-run", "run", "run wekly", "status", "status one", "status gone", "status --lines", "list",
            "list --limit 1", "why e1", "show e1", "doctor", "check", "check -c wrong.yaml", "run -c wrong.yaml",
            "check --online", "plugins", "plugins webhook", "state check", "state save one.state", "--help",
            "run --help", "rnu", "state retry --bogus", "show e999",
        ] {
            let lines = try onTerminal(arguments, columns: columns, environment: ["LANG": locale, "NO_COLOR": "1"])
            let shown = lines.map { $0.components(separatedBy: "\r\u{1B}[K").last ?? "" }
            #expect(!shown.isEmpty, "\(arguments)")
            for line in shown {
                // Paths and addresses are whole, as are examples.
                let isWhole = [workplace.folder, "https://", "  kawaraban ", "  */15"].contains { line.contains($0) }
                #expect(isWhole || DisplayWidth.of(line) <= columns, "\(arguments): \(line)")
            }
            #expect(!lines.joined().contains("\u{1B}[3"))
        }
    }

    @Test("what is printed for a program or a file has no colour and no broken line")
    func piped() throws {
        for arguments in [["run"], ["status"], ["list"], ["doctor"], ["check"], ["plugins", "webhook"], ["--help"]] {
            let outcome = try workplace.run(arguments, environment: ["TERM": "xterm", "COLUMNS": "40"])
            #expect(!(outcome.output + outcome.errors).contains("\u{1B}"), "\(arguments)")
        }
        let manual = try workplace.run("plugins", "webhook").output.split(separator: "\n")
        #expect(manual.contains { $0.count > 80 })
    }

    @Test("U02 a pipeline that is not due says when it is, and how to have it now; a dropped entry has its filter")
    func notDue() throws {
        let lines = try onTerminal("run", columns: 120)
        let weekly = try #require(lines.first { $0.contains("= weekly") })
        #expect(weekly.contains("not due") && weekly.contains(" 07:00; `kawaraban run weekly` delivers it now"))
        #expect(
            lines.contains { $0.hasPrefix("= all") && $0.hasSuffix("1 dropped by drop#1, 2 for later") }, "\(lines)")
        let named = try onTerminal("run weekly", columns: 120)
        #expect(!named.contains { $0.contains("= all") || $0.contains("→ page") }, "\(named)")
    }

    @Test("U09 the line of progress is gone before a digest is printed, and stays away")
    func progress() throws {
        let lines = try onTerminal("run weekly", columns: 80)
        let first = try #require(lines.first { $0.contains("weekly") && !$0.contains("=") })
        #expect(first.hasSuffix("\r\u{1B}[Kweekly") || first == "weekly", "\(lines)")
        let after = lines.drop { $0 != first }.dropFirst().filter { $0.contains("\u{1B}[K") }
        #expect(after.isEmpty, "\(after)")
    }

    @Test("U09 a mistyped command, pipeline, source or type is answered with the one that was meant")
    func meant() throws {
        for (arguments, meant) in [
            (["rnu"], "`kawaraban run`"), (["help", "lsit"], "`kawaraban list`"),
            (["state", "chekc"], "`kawaraban state check`"), (["plugins", "qita"], "\"qiita\""),
            (["run", "wekly"], "\"weekly\""), (["status", "onee"], "\"one\""),
            (["parse", "one.xml", "--as", "qita"], "\"qiita\""),
        ] {
            let outcome = try workplace.run(arguments)
            #expect(outcome.status == 64)
            #expect(outcome.errors.hasSuffix("; did you mean \(meant)?\n"), "\(outcome.errors)")
        }
        let unknown = try workplace.run("xyzzy", environment: ["LANG": "ja_JP.UTF-8"])
        #expect(unknown.errors == "kawaraban: 「xyzzy」というコマンドはありません。一覧は `kawaraban --help` で確認できます\n")
        #expect(try workplace.run("rnu", "--log-format", "json").errors.hasPrefix("{\"time\":"))
    }

    @Test("U05 every source of `check --online` says how long it took, however fast it was")
    func online() throws {
        let outcome = try workplace.run("check", "--online")
        #expect(outcome.output.firstMatch(of: /ok +one: 6 entries in [0-9.]+ m?s\n/) != nil, "\(outcome)")
    }

    @Test("U04 doctor and a report tell days in the zone that status tells them in")
    func zone() throws {
        let config = workplace.read("config.yaml").replacing("timezone: UTC", with: "timezone: Pacific/Kiritimati")
        try workplace.write("config.yaml", config)
        #expect(try workplace.run("run").status == 0)
        let clock = try workplace.run("doctor").output.split(separator: "\n").first { $0.hasPrefix("ok    clock") }
        #expect(clock?.hasSuffix(" +14:00") == true, "\(clock ?? "")")
    }

    @Test("U08 check shows the line of a mistake with a caret below its place, full-width characters counted as two")
    func carets() throws {
        try workplace.write(
            "wrong.yaml",
            """
            version: 1
            sources:
              one: { type: file, title: 朝のニュース, path: one.xml, refersh: 1h }
              two: { type: qiita, tag: swift, token: { env: A, evn: B } }
            sinks:
              page: { type: stdout }
            pipelines:
              all: { sources: [one, two], sinks: [page] }
            """)
        let outcome = try workplace.run("check", "-c", "wrong.yaml")
        #expect(outcome.status == 78)
        let lines = outcome.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let mark = try #require(lines.firstIndex { $0.contains("^") })
        #expect(lines[mark - 1] == "    3 | one: { type: file, title: 朝のニュース, path: one.xml, refersh: 1h }")
        let before = lines[mark].prefix { $0 != "^" }.count
        let wanted = lines[mark - 1].components(separatedBy: "refersh")[0]
        #expect(before == DisplayWidth.of(wanted))
        // A line with a token is not repeated.
        #expect(lines.count { $0.contains("^") } == 1, "\(lines)")
        // Nobody reads a picture in the mail of cron.
        #expect(try !workplace.run("run", "-c", "wrong.yaml").errors.contains("^"))
        let narrow = try onTerminal("check -c wrong.yaml", columns: 40)
        #expect(narrow.contains { $0.hasPrefix("    3 | …") && DisplayWidth.of($0) <= 40 }, "\(narrow)")
    }
}
