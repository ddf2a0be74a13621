import Foundation
import Testing

@Suite("a state that fails at each run")
struct RepeatedTroubleTests {
    private let bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }

    init() throws {
        bench = try ProcessTestBench(
            sinks: "  good: { type: file, path: good.jsonl, format: jsonl, mode: append }")
    }

    /// Lets what was told, and failed last, lie so many seconds back.
    private static func age(_ seconds: Int, _ fields: String...) -> String {
        let lock = ".kawaraban/state.sqlite.lock"
        let changes = fields.map { "\($0) -= \(seconds)" }.joined(separator: "; ")
        return "awk '$1 == \"told\" { \(changes) } { print }' \(lock) > aged && cat aged > \(lock)"
    }

    @Test("an evening of a full disk is one line under cron, one more after a day, and one when it is over")
    func fullDisk() throws {
        try FileManager.default.createDirectory(
            atPath: workplace.path(".kawaraban"), withIntermediateDirectories: true)
        let script = """
            mount -t tmpfs -o size=4m tmpfs .kawaraban || exit 99
            run() { "$0" run 2>> "$1"; echo $?; }
            run first
            cat /dev/zero > .kawaraban/ballast 2> /dev/null
            for n in 1 2 3 4; do run evening; done
            \(Self.age(86_400, "$4", "$5", "$6"))
            run reminder; run reminder
            rm .kawaraban/ballast
            run soon
            \(Self.age(7200, "$5"))
            run later; run later
            """
        let unshare = ["/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c"]
        let outcome = try workplace.runOther(unshare + [script, Workplace.program])
        guard outcome.status != 99, !outcome.errors.contains("unshare") else {
            return print("skipped: this machine lets nobody mount anything (unshare --mount --map-root-user --user)")
        }
        let statuses = outcome.output.split(separator: "\n").map(String.init)
        #expect(statuses == ["0"] + Array(repeating: "74", count: 6) + ["0", "0", "0"], "\(outcome)")
        for told in ["evening", "reminder"] {
            #expect(workplace.lines(told).count == 1, "\(workplace.read(told))")
            #expect(workplace.read(told).hasPrefix("kawaraban: state: the disk is full"))
        }
        #expect(workplace.read("first") == "" && workplace.read("soon") == "")
        #expect(workplace.lines("later").count == 1, "\(workplace.read("later"))")
        #expect(workplace.read("later").hasPrefix("kawaraban: state works again; it failed from "))
    }

    @Test("where not even the file of the lock can be written, each run tells why the state failed")
    func readOnly() throws {
        #expect(try workplace.run("run").status == 0)
        let preparation = "mount --bind .kawaraban .kawaraban && mount -o remount,bind,ro .kawaraban"
        for _ in 0..<2 {
            guard let outcome = try bench.run(mounting: preparation, "run") else { return }
            #expect(outcome.status == 73)
            #expect(outcome.complaints.count == 1, "\(outcome)")
        }
    }

    @Test("a damaged state is told once under cron, and at each run to who sits at a terminal or tries a dry run")
    func damaged() throws {
        #expect(try workplace.run("run").status == 0)
        let whole = try #require(FileManager.default.contents(atPath: workplace.path(".kawaraban/state.sqlite")))
        try workplace.write(".kawaraban/state.sqlite", String(repeating: "no database ", count: 1000))
        let first = try workplace.run("run")
        #expect(first.status == 70)
        #expect(first.complaints.count == 1, "\(first)")
        for _ in 0..<2 {
            let again = try workplace.run("run")
            #expect(again.status == 70)
            #expect(again.errors == "", "\(again)")
        }
        #expect(try workplace.run("run", "--dry-run").complaints.count == 1)
        let shown = try workplace.runOther(["/usr/bin/script", "-qec", "\(Workplace.program) run", "/dev/null"])
        #expect(shown.status == 70)
        #expect(shown.output.contains("kawaraban: state: "), "\(shown)")

        try whole.write(to: URL(fileURLWithPath: workplace.path(".kawaraban/state.sqlite")))
        try? FileManager.default.removeItem(atPath: workplace.path(".kawaraban/state.sqlite.damaged"))
        #expect(chmod(workplace.path(".kawaraban/state.sqlite"), 0o600) == 0)
        let age = try workplace.runOther(["/bin/sh", "-c", Self.age(7200, "$4", "$5")])
        #expect(age.status == 0)
        let over = try workplace.run("run")
        #expect(over.status == 0, "\(over)")
        #expect(over.complaints.count == 1)
        #expect(over.errors.contains("kawaraban: state works again"), "\(over)")
        #expect(try workplace.run("run").errors == "")
    }

    @Test("a report that cannot be written is told once beside a state that works, and once that it can be again")
    func report() throws {
        let arguments = ["run", "--report", "there/report.json"]
        try workplace.write("there", "not a folder")
        for count in [1, 0, 0] {
            let outcome = try workplace.run(arguments)
            #expect(outcome.status == 73)
            #expect(outcome.complaints.count == count, "\(outcome)")
        }
        // A run that is not to write one knows nothing of it.
        #expect(try workplace.run("run").errors == "")
        try FileManager.default.removeItem(atPath: workplace.path("there"))
        try FileManager.default.createDirectory(
            atPath: workplace.path("there"), withIntermediateDirectories: true)
        #expect(try workplace.runOther(["/bin/sh", "-c", Self.age(7200, "$5")]).status == 0)
        let over = try workplace.run(arguments)
        #expect(over.status == 0)
        #expect(over.complaints.count == 1 && over.errors.contains("kawaraban: report works again"), "\(over)")
        #expect(try workplace.run(arguments).errors == "")
    }
}
