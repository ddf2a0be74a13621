import Foundation
import Glibc
import Testing

@Suite("the command line")
struct CommandTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func writeExample() throws {
        try workplace.write(
            "config.yaml",
            """
            version: 1
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
            sinks:
              archive: { type: file, path: archive.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: [one], sinks: [archive] }
            """)
    }

    @Test("a second run beside a first one ends at once with 75")
    func secondRun() throws {
        try writeExample()
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(3, in: workplace)
        #expect(try workplace.run("run").status == 0)
        let lock = open(workplace.path(".kawaraban/state.sqlite.lock"), O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        let begun = Date()
        #expect(try workplace.run("run").status == 75)
        #expect(Date().timeIntervalSince(begun) < 5)
        close(lock)
        #expect(try workplace.run("run").status == 0)
    }

    @Test("under cron a run without news says nothing at all")
    func silence() throws {
        try writeExample()
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(3, in: workplace)
        for _ in 0..<2 {
            let outcome = try workplace.run("run")
            #expect(outcome.status == 0)
            #expect(outcome.output.isEmpty)
            #expect(outcome.errors.isEmpty)
        }
        #expect(workplace.lines("archive.jsonl").count == 3)
    }

    @Test("a source that has never worked is told at its first failure, in one line, once")
    func deadSource() throws {
        try writeExample()
        try workplace.write("one.xml", "<html><body>We are moving.</body></html>")
        let first = try workplace.run("run")
        #expect(first.status == 1)
        #expect(first.errors.split(separator: "\n").count == 1)
        #expect(first.errors.contains("one"))
        let second = try workplace.run("run")
        #expect(second.status == 0)
        #expect(second.errors.isEmpty)
        #expect(try workplace.run("run", "--strict").status == 1)
    }

    @Test("a wrong configuration runs nothing and writes nothing")
    func wrongConfiguration() throws {
        try workplace.write("config.yaml", "version: 1\nsorces: {}\n")
        let outcome = try workplace.run("run")
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("config.yaml:2:1: error:"))
        #expect(outcome.errors.contains("sources"))
        #expect(!workplace.exists(".kawaraban"))
    }

    @Test("a wrong command line ends with 64, and an unknown pipeline does")
    func wrongCommandLine() throws {
        try writeExample()
        #expect(try workplace.run("rnu").status == 64)
        #expect(try workplace.run("run", "--no-such-option").status == 64)
        #expect(try workplace.run("run", "evening").status == 64)
        #expect(try workplace.run("--version").status == 0)
        #expect(try workplace.run("--help").status == 0)
    }

    @Test("a dry run shows what a sink would get, and keeps nothing")
    func dryRun() throws {
        try writeExample()
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(2, in: workplace)
        let outcome = try workplace.run("run", "--dry-run")
        #expect(outcome.status == 0)
        #expect(outcome.output.contains("Entry 1 of one.xml"))
        #expect(!workplace.exists("archive.jsonl"))
        #expect(!workplace.exists(".kawaraban"))
        #expect(try workplace.run("run").status == 0)
        #expect(try workplace.run("run", "--dry-run").output.hasSuffix("nothing new, nothing to deliver\n"))
        #expect(workplace.lines("archive.jsonl").count == 2)
    }

    @Test("a run report tells what happened, in JSON")
    func report() throws {
        try writeExample()
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(2, in: workplace)
        #expect(try workplace.run("run", "--report", "report.json").status == 0)
        let report = try JSONSerialization.jsonObject(with: Data(workplace.read("report.json").utf8)) as? [String: Any]
        let sources = report?["sources"] as? [String: [String: Any]]
        #expect(sources?["one"]?["outcome"] as? String == "loaded")
        #expect(sources?["one"]?["first_load"] as? Bool == true)
        #expect(sources?["one"]?["new"] as? Int == 2)
        let sinks = report?["sinks"] as? [String: [String: Any]]
        #expect(sinks?["archive"]?["delivered"] as? Int == 2)
        #expect(report?["exit"] as? Int == 0)
    }
}
