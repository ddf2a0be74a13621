import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("the commands that look after the state")
struct StateCommandTests {
    private let workplace: Workplace
    private static let strace = "/usr/bin/strace"

    init() throws { workplace = try Workplace() }

    private func configure() throws {
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

    /// A state that knows `count` entries, all delivered.
    private func deliver(_ count: Int) throws {
        try configure()
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(count, in: workplace)
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.lines("archive.jsonl").count == count)
    }

    @Test("replay delivers again to a sink; check finds nothing wrong; prune tells the size")
    func replays() throws {
        try deliver(3)
        #expect(
            try workplace.run("state", "replay", "--sink", "archive", "--since", "1d").output.hasPrefix("3 entries"))
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.lines("archive.jsonl").count == 6)
        let check = try workplace.run("state", "check")
        #expect(check.status == 0)
        #expect(check.output.hasPrefix("sound: 1 feed, 3 entries, 0 messages on their way, 0 given up, "))
        #expect(try workplace.run("state", "prune").output.hasPrefix("deleted: 0 entries, "))
        #expect(try workplace.run("run").output.isEmpty)
        #expect(workplace.lines("archive.jsonl").count == 6)
    }

    @Test("P11 that a state is a copy is told once, by whichever command opens it first")
    func tellsCopy() throws {
        try deliver(1)
        try FileManager.default.copyItem(
            atPath: workplace.path(".kawaraban/state.sqlite"), toPath: workplace.path("copy.sqlite"))
        let first = try workplace.run("state", "retry", "--state", "copy.sqlite", "--log-format", "json")
        #expect(first.status == 0)
        #expect(first.errors.split(separator: "\n").count == 1)
        #expect(first.errors.hasPrefix("{\"time\":"))
        #expect(first.errors.contains("the state is a copy of "))
        #expect(try workplace.run("state", "retry", "--state", "copy.sqlite").errors.isEmpty)
    }

    @Test("a name that is none is refused with the one that was meant")
    func refusesNames() throws {
        try deliver(1)
        let outcome = try workplace.run("state", "replay", "--sink", "archve", "--since", "1d")
        #expect(outcome.status == 64)
        #expect(outcome.errors == "kawaraban: no sink is called \"archve\"; did you mean \"archive\"?\n")
    }

    @Test("P16 a damaged state delivers nothing at each run, says so in one line once, and goes on once it is repaired")
    func repairs() throws {
        try deliver(3)
        let state = workplace.path(".kawaraban/state.sqlite")
        #expect(truncate(state, 10_000) == 0)
        let run = try workplace.run("run")
        #expect(run.status == 70)
        #expect(run.errors.split(separator: "\n").count == 1)
        #expect(run.errors.contains("the state is damaged"))
        #expect(run.errors.contains("kawaraban state repair"))
        let again = try workplace.run("run")
        #expect(again.status == 70)
        #expect(again.errors == "")
        #expect(try workplace.run("state", "check").status == 70)
        #expect(workplace.lines("archive.jsonl").count == 3)
        #expect(try workplace.run("state", "repair").status == 0)
        #expect(try workplace.run("run").status == 0)
        #expect(try workplace.run("state", "check").status == 0)
    }

    @Test("forget --all puts the state aside, so that everything counts as new")
    func forgetsAll() throws {
        try deliver(2)
        let outcome = try workplace.run("state", "forget", "--all")
        #expect(outcome.status == 0)
        #expect(outcome.output.hasPrefix("the state was moved to "))
        let run = try workplace.run("run")
        #expect(run.status == 0)
        #expect(run.errors.isEmpty)
        #expect(workplace.lines("archive.jsonl").count == 4)
    }

    @Test("P17 a state from before the first release is refused by every command, until it is put aside")
    func refusesUnreleased() throws {
        try deliver(2)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: workplace.path(".kawaraban/state.sqlite")))
        // Where a database of SQLite has its `user_version`, the highest byte first.
        try file.seek(toOffset: 60)
        try file.write(contentsOf: [0, 0, 0, 9])
        try file.close()
        let commands = [
            ["run"], ["run", "--dry-run"], ["status"], ["list"], ["state", "check"], ["state", "retry"],
            ["state", "prune"], ["state", "forget", "--sink", "archive"],
        ]
        for command in commands {
            let program = try workplace.start(command)
            let outcome = workplace.waitForExit(program)
            #expect(outcome.status == 70, "\(command)")
            #expect(
                outcome.errors.contains(
                    "the state is from before the first release; start again: `kawaraban state forget --all` moves it aside"
                ),
                "\(command)")
        }
        #expect(try workplace.run("state", "forget", "--all").status == 0)
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.lines("archive.jsonl").count == 4)
    }

    @Test("does not make a state where there is none")
    func makesNone() throws {
        try configure()
        for words in [["state", "retry"], ["state", "prune"], ["state", "repair"]] {
            let program = try workplace.start(words)
            #expect(workplace.waitForExit(program).status == 73)
        }
        #expect(try workplace.run("state", "check").status == 0)
        #expect(!workplace.exists(".kawaraban/state.sqlite"))
    }

    @Test(
        "P12 a file system without locks is refused with 70 and its reason",
        .enabled(if: access(strace, X_OK) == 0, "strace is not installed"))
    func needsLocks() throws {
        try deliver(1)
        let wrapper = [
            Self.strace, "-f", "-o", workplace.path("trace"), "-e", "trace=flock", "-e", "inject=flock:error=ENOLCK",
        ]
        let outcome = try workplace.run("run", wrapper: wrapper)
        guard !outcome.errors.contains("ptrace") else { return }
        #expect(outcome.status == 70)
        #expect(outcome.errors.contains("a file system without locks"))
        #expect(workplace.lines("archive.jsonl").count == 1)
    }
}
