import Foundation
import Glibc
import MachineLaboratory
import Testing

@Suite("runs beside each other")
struct LockTests {
    private var bench: ProcessTestBench

    init() throws { bench = try ProcessTestBench(issuing: 3) }

    private var lockPath: String { bench.workplace.path(".kawaraban/state.sqlite.lock") }

    /// Starts one beside others, each with files of its own for what it says.
    private func start(_ count: Int) throws -> [(process: RunningProgram, errors: String)] {
        try (0..<count).map { number in
            for name in ["out-\(number).txt", "err-\(number).txt"] { try bench.workplace.write(name, "") }
            let process = try RunningProgram(
                [Workplace.program, "run"], in: bench.workplace.folder,
                environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"],
                output: bench.workplace.path("out-\(number).txt"),
                errors: bench.workplace.path("err-\(number).txt"))
            return (process, "err-\(number).txt")
        }
    }

    @Test("P09 of two that start at the same moment each either works or leaves with 75, silently, fifty times")
    mutating func two() throws {
        var turnedAway = 0
        for _ in 0..<50 {
            try bench.feed.issue(1, in: bench.workplace)
            let runs = try start(2)
            let statuses = runs.map { $0.process.waitUntilExit() }
            #expect(statuses.contains(0))
            #expect(statuses.allSatisfy { $0 == 0 || $0 == 75 }, "\(statuses)")
            for run in runs { #expect(bench.workplace.read(run.errors).isEmpty) }
            turnedAway += statuses.count { $0 == 75 }
        }
        #expect(turnedAway > 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("P09 ten at once deliver everything once")
    func ten() throws {
        let runs = try start(10)
        let statuses = runs.map { $0.process.waitUntilExit() }
        #expect(statuses.contains(0))
        #expect(statuses.allSatisfy { $0 == 0 || $0 == 75 }, "\(statuses)")
        for run in runs { #expect(bench.workplace.read(run.errors).isEmpty) }
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test(
        "P09 a holder that is stopped turns others away at once: silently while it is young, in one line when it is old"
    )
    func stoppedHolder() throws {
        // Something that holds the lock for as long as the test wants, stopped like a run under a debugger.
        #expect(try bench.workplace.run("run").status == 0)
        let script = "exec 9>>\"$0\" && flock -x 9 && echo $$ > \"$0\" && touch ready && kill -STOP $$ && true"
        for name in ["holder.txt", "holder-errors.txt"] { try bench.workplace.write(name, "") }
        let holder = try RunningProgram(
            ["/bin/sh", "-c", script, lockPath], in: bench.workplace.folder, environment: ["PATH": "/usr/bin:/bin"],
            output: bench.workplace.path("holder.txt"), errors: bench.workplace.path("holder-errors.txt"))
        defer {
            kill(holder.processIdentifier, SIGKILL)
            kill(holder.processIdentifier, SIGCONT)
            holder.waitUntilExit()
        }
        let deadline = Date(timeIntervalSinceNow: 60)
        while !bench.workplace.exists("ready"), Date() < deadline { usleep(2000) }
        let begun = ContinuousClock.now
        let young = try bench.workplace.run("run")
        let took = ContinuousClock.now - begun
        #expect(young.status == 75)
        #expect(young.errors.isEmpty)
        // A second is what it may take where nothing else runs; tests do run beside it. The holder would be waited for
        // without end.
        #expect(took < .seconds(60))
        let old = timespec(tv_sec: time(nil) - 3 * 3600, tv_nsec: 0)
        #expect(utimensat(AT_FDCWD, lockPath, [old, old], 0) == 0)
        let late = try bench.workplace.run("run")
        #expect(late.status == 75)
        #expect(late.complaints.count == 1)
        #expect(
            late.errors.contains("process \(holder.processIdentifier) has been using the state for 3 h"),
            "\(late.errors)")
    }

    @Test("P10 the lock of a run that was killed is no obstacle")
    mutating func staleLock() throws {
        #expect(try bench.workplace.run("run").status == 0)
        for _ in 0..<5 {
            try bench.feed.issue(1, in: bench.workplace)
            let process = try bench.workplace.start(["run"])
            usleep(20_000)
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
        }
        // What a reboot leaves: a lock file with the number of a process that is another one's now.
        try bench.workplace.write(".kawaraban/state.sqlite.lock", "1\n")
        let outcome = try bench.workplace.run("run")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("P34 while an old program is running, a new one leaves with 75, and goes on afterwards")
    mutating func upgrade() throws {
        // The old program is a copy that was replaced by rename, as packages do it, while it runs.
        let copy = bench.workplace.path("kawaraban-old")
        try FileManager.default.copyItem(atPath: Workplace.program, toPath: copy)
        try bench.writeConfiguration(
            sinks: "  archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }\n"
                + "  console: { type: stdout, format: jsonl }")
        let fifo = bench.workplace.path("reader")
        #expect(mkfifo(fifo, 0o600) == 0)
        try bench.feed.issue(2000, in: bench.workplace)
        // Nobody reads its output until the new program has been turned away: it stands in the middle of its work.
        let reader = open(fifo, O_RDWR | O_CLOEXEC)
        defer { close(reader) }
        try bench.workplace.write("old-errors.txt", "")
        let old = try RunningProgram(
            [copy, "run"], in: bench.workplace.folder,
            environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"], output: fifo,
            errors: bench.workplace.path("old-errors.txt"))
        let deadline = Date(timeIntervalSinceNow: 60)
        while bench.workplace.lines("out/archive.jsonl").count < 100, Date() < deadline { usleep(5000) }
        #expect(unlink(copy) == 0)
        #expect(try bench.workplace.run("run").status == 75)
        kill(old.processIdentifier, SIGTERM)
        #expect(old.waitUntilExit() == 143)
        let outcome = try bench.workplace.run("run")
        #expect(outcome.status == 0, "\(outcome.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl")
    }
}
