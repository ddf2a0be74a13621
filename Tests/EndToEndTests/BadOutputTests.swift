import Foundation
import Glibc
import Testing

@Suite("an output that cannot be written")
struct BadOutputTests {
    private let workplace: Workplace
    private var feed = IssuedFeed(file: "one.xml")

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
            sinks:
              bad: { type: file, path: bad/archive.jsonl, format: jsonl, mode: append }
              good: { type: file, path: good.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: [one], sinks: [bad, good] }
            """)
        try feed.issue(10, in: workplace)
    }

    @Test("P08: a folder that is a file is told, the other sink is served, and the next run delivers")
    func folderIsAFile() throws {
        try workplace.write("bad", "not a folder")
        let outcome = try workplace.run("run")
        #expect(outcome.status == 73)
        #expect(outcome.errors.contains("bad"))
        #expect(try ids(inJSONLines: workplace.read("good.jsonl")).count == 10)
        // Told once: the second run that fails in the same way says nothing new.
        #expect(try workplace.run("run").status == 73)
        try FileManager.default.removeItem(atPath: workplace.path("bad"))
        #expect(try workplace.run("run").status == 0)
        #expect(try ids(inJSONLines: workplace.read("bad/archive.jsonl")).sorted() == feed.ids.sorted())
        #expect(try ids(inJSONLines: workplace.read("good.jsonl")).count == 10)
    }

    @Test("P07: a full disk is told in one line, and everything is delivered once there is room")
    mutating func fullDisk() throws {
        // A mount namespace of its own gives the first run a tiny disk; the next one sees the folder beneath it.
        let wrapper = [
            "/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c",
            "mount -t tmpfs -o size=8k tmpfs bad && exec \"$0\" \"$@\"",
        ]
        try FileManager.default.createDirectory(atPath: workplace.path("bad"), withIntermediateDirectories: true)
        let probe = wrapper.dropLast() + ["mount -t tmpfs -o size=8k tmpfs bad"]
        guard try workplace.runOther(Array(probe)).status == 0 else {
            print("skipped: this machine lets nobody mount a small disk")
            return
        }
        try feed.issue(100, in: workplace)
        let outcome = try workplace.run("run", wrapper: wrapper)
        #expect(outcome.status == 74)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(try workplace.run("run").status == 0)
        #expect(try ids(inJSONLines: workplace.read("bad/archive.jsonl")).sorted() == feed.ids.sorted())
        #expect(try ids(inJSONLines: workplace.read("good.jsonl")).sorted() == feed.ids.sorted())
    }

    @Test(
        "P15: what a closed standard output did not take is delivered by the next run", arguments: ["closed", "full"])
    func closedOutput(_ kind: String) throws {
        try workplace.write(
            "console.yaml",
            """
            version: 1
            defaults: { first_run: all }
            settings: { state: console.sqlite }
            sources:
              one: { type: file, path: one.xml }
            sinks:
              console: { type: stdout, format: jsonl }
            pipelines:
              all: { sources: [one], sinks: [console] }
            """)
        let redirection = kind == "closed" ? ">&-" : ">/dev/full"
        let outcome = try workplace.run(
            "run", "-c", "console.yaml", wrapper: ["/bin/sh", "-c", "exec \"$0\" \"$@\" \(redirection)"])
        #expect(outcome.status == 74)
        let next = try workplace.run("run", "-c", "console.yaml")
        #expect(next.status == 0)
        #expect(try ids(inJSONLines: next.output).count == 10)
        #expect(try workplace.run("run", "-c", "console.yaml").output.isEmpty)
    }

    @Test("P08: a state that cannot be written stops a run before it fetches")
    func stateInTheWay() throws {
        try workplace.write(".kawaraban", "not a folder")
        let outcome = try workplace.run("run")
        #expect(outcome.status == 73)
        #expect(!workplace.exists("good.jsonl"))
    }

    @Test("P16: a state that is not ours stays where it is, delivers nothing and says so")
    func foreignState() throws {
        try workplace.write(".kawaraban/state.sqlite", String(repeating: "not a database ", count: 100))
        let outcome = try workplace.run("run")
        #expect(outcome.status == 70)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!workplace.exists("good.jsonl"))
        #expect(workplace.read(".kawaraban/state.sqlite").hasPrefix("not a database"))
    }
}
