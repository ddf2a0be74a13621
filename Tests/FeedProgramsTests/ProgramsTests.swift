import FeedMessages
import FeedSystem
import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@testable import FeedPrograms

@Suite("programs of others")
struct ProgramsTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func program(_ script: String, time: Duration = .seconds(60)) -> Program {
        var program = Program(["/bin/sh", "-c", script], in: folder.path, variables: ["PATH": "/usr/bin:/bin"])
        program.limits.time = time
        return program
    }

    private func run(_ script: String, time: Duration = .seconds(60)) async -> ProgramOutcome {
        await Programs().run(program(script, time: time))
    }

    /// The numbers of processes that a script wrote into files whose names begin with `child`.
    private func children(_ count: Int) async throws -> [pid_t] {
        try (1...count).map { try #require(pid_t(folder.text("child\($0)").dropLast())) }
    }

    @Test("P35 its answer, its messages and its exit status are told, and its input is whole")
    func answers() async {
        var asked = program("cat; echo one >&2; echo two >&2; exit 3")
        asked.input = [UInt8](repeating: 0x41, count: 3 << 20)
        let outcome = await Programs().run(asked)
        #expect(outcome.ending == .exited(3))
        #expect(outcome.output == asked.input)
        #expect(outcome.messages == ["one", "two"])
    }

    @Test("P35 a program that writes before it reads waits for nobody, and nobody for it")
    func readsAndWritesAtOnce() async {
        var asked = program(
            "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; cat >/dev/null; echo >&2; echo end >&2")
        asked.input = [UInt8](repeating: 0x41, count: 3 << 20)
        let outcome = await Programs().run(asked)
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output.count == 3_000_000)
        #expect(outcome.messages.last == "end")
    }

    @Test("P35, P47 a program that closes its input early is none of our failures")
    func closesInput() async {
        var asked = program("exec <&-; echo done")
        asked.input = [UInt8](repeating: 0x41, count: 3 << 20)
        let outcome = await Programs().run(asked)
        #expect(outcome == ProgramOutcome(.exited(0), output: Array("done\n".utf8)))
    }

    @Test("P47 what it starts ends when nobody reads it any more, as in a shell")
    func endsByPipe() async {
        #expect(
            await run("(yes; echo $? >status) 2>/dev/null | head -1 >/dev/null; cat status").output
                == Array("141\n".utf8))
    }

    @Test(
        "P35 whatever it has started ends with it: children, orphans, what has left its session",
        arguments: [
            "sleep 600 & echo $! >child1", "(sleep 600 & echo $! >child1)",
            "setsid sh -c 'echo $$ >child1; sleep 600' &",
            "(setsid sh -c 'trap \"\" TERM HUP INT; echo $$ >child1; while :; do sleep 1; done' &)",
            "nohup setsid setsid sh -c '(echo $$ >child1; exec sleep 600) &' >/dev/null 2>&1 &",
        ])
    func endsDescendants(script: String) async throws {
        let outcome = await run("\(script)\nwhile ! [ -s child1 ]; do :; done; echo done")
        #expect(outcome.ending == .exited(0))
        #expect(outcome.output == Array("done\n".utf8))
        for child in try await children(1) { #expect(!isAtWork(child)) }
    }

    @Test(
        "P35 its time limit ends it and all its descendants, whatever they do with signals",
        arguments: [
            "sleep 600", "trap '' TERM HUP INT; while :; do sleep 1; done", "exec >&- 2>&-; sleep 600", "kill -STOP $$",
            "(trap '' TERM; setsid sleep 600) & sleep 600",
        ])
    func endsAtItsTime(script: String) async throws {
        var asked = program("echo $$ >child1; \(script)", time: .seconds(3))
        asked.limits.grace = .milliseconds(300)
        let begun = ContinuousClock.now
        #expect(await Programs().run(asked).ending == .tooSlow)
        // Less than it sleeps, on a machine that has much else to do.
        #expect(begun.duration(to: .now) < .seconds(500))
        for child in try await children(1) { #expect(!isAtWork(child)) }
    }

    @Test("P35 it may end in order when its time is over, and what it wrote then is there")
    func endsInOrder() async {
        let outcome = await run("trap 'echo bye; exit 0' TERM; while :; do sleep 0.01; done", time: .seconds(3))
        #expect(outcome.ending == .tooSlow)
        #expect(outcome.output == Array("bye\n".utf8))
    }

    @Test("P35, P48 who stops waiting for it ends it, one that ignores that, too", arguments: ["", "trap '' TERM; "])
    func isStopped(trap: String) async throws {
        let asked = program("\(trap)echo $$ >child1; while :; do sleep 0.1; done")
        let task = Task { await Programs().run(asked) }
        try await eventually { (try? folder.text("child1").hasSuffix("\n")) == true }
        task.cancel()
        #expect(await task.value.ending == .stopped)
        for child in try await children(1) { #expect(!isAtWork(child)) }
    }

    @Test("P35 one that is not wanted any more is not started")
    func isNotStarted() async {
        let asked = program("echo here >started")
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await Programs().run(asked)
        }
        task.cancel()
        #expect(await task.value.ending == .stopped)
        #expect(throws: (any Error).self) { try folder.text("started") }
    }

    @Test("P35 a flood ends it at its bound, and the last lines of its messages are kept")
    func floods() async {
        var asked = program("yes")
        asked.limits.output = 1 << 20
        let outcome = await Programs().run(asked)
        #expect(outcome.ending == .tooMuchOutput)
        #expect(outcome.output.count == 1 << 20)
        let loud = await run("yes | head -c 20000000 >&2; head -c 9000000 /dev/zero >&2; echo >&2; echo end >&2")
        #expect(loud.ending == .exited(0))
        #expect(loud.messages.count == 2)
        #expect(loud.messages.last == "end")
        let kept = loud.messages.map(\.utf8.count).reduce(0, +)
        #expect(kept <= 65_536)
    }

    @Test("P35 one that is ended by a signal is told by its signal", arguments: [6, 9, 11, 15])
    func isSignalled(signal: Int) async {
        #expect(await run("kill -\(signal) $$").ending == .signalled(signal))
    }

    @Test("P36 it has the variables that it was given, and no descriptor of ours")
    func inherits() async throws {
        try folder.write("open", to: "file")
        let descriptor = open(folder("file"), O_RDONLY)
        defer { close(descriptor) }
        let outcome = await run("ls /proc/self/fd | wc -l; env | sed 's/=.*//' | sort; pwd; ulimit -c")
        let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
        // The three streams, and the folder that `ls` reads.
        #expect(lines.first == "4")
        let names = Set(lines.dropFirst().dropLast(2)).subtracting(["PWD", "OLDPWD", "SHLVL", "_"])
        #expect(names == ["PATH"])
        #expect(Array(lines.suffix(2)) == [folder.path, "0"])
    }

    @Test("P36 its secrets are files that it alone can read, and they are gone when it has ended, however that was")
    func secrets() async throws {
        for (end, ending) in [
            ("exit 0", ProgramEnding.exited(0)), ("kill -9 $$", .signalled(9)), ("sleep 600", .tooSlow),
        ] {
            var asked = program(
                "cd $CREDENTIALS_DIRECTORY; pwd; stat -c %a . token; cat token; mkdir more; touch more/file; env; \(end)",
                time: end == "sleep 600" ? .seconds(5) : .seconds(60))
            asked.secrets = ["token": Array("s3cret value".utf8)]
            asked.limits.grace = .zero
            let outcome = await Programs().run(asked)
            #expect(outcome.ending == ending)
            let lines = String(decoding: outcome.output, as: UTF8.self).split(separator: "\n").map(String.init)
            let place = try #require(lines.first)
            #expect(lines.dropFirst().prefix(2) == ["700", "400"])
            #expect(lines.dropFirst(3).first?.hasPrefix("s3cret value") == true)
            #expect(lines.dropFirst(4).allSatisfy { !$0.contains("s3cret") })
            #expect(access(place, F_OK) != 0)
        }
    }

    @Test("P36 what takes too much memory, or writes too long a file, ends itself alone")
    func limits() async {
        var hungry = program("exec python3 -c 'x = bytearray(300 << 20)'")
        hungry.limits.memory = 100 << 20
        let outcome = await Programs().run(hungry)
        #expect(outcome.ending == .exited(1))
        #expect(outcome.messages.last == "MemoryError")
        var long = program("head -c 9000000 /dev/zero >long; stat -c %s long")
        long.limits.fileSize = 1 << 20
        #expect(await Programs().run(long).output == Array("1048576\n".utf8))
    }

    @Test(
        "P36, P43 why it cannot be started is told",
        arguments: [
            (["./missing"], "cannot be started: the file does not exist"),
            (["missing-from-path"], "was not found in PATH"),
            (["./plain"], "cannot be started: it is not executable (chmod +x)"),
            (["./folder"], "cannot be started: it is a folder"),
            (
                ["./text"],
                "cannot be started: it is not a program; begin a script with a line such as `#!/usr/bin/python3`"
            ),
            (["./wrong"], "cannot be started: the program of its first line (/usr/bin/pyhton3) does not exist"),
            (["./windows"], "cannot be started: its first line ends in a carriage return"),
            ([], "cannot be started: the program is missing"),
            (["a\0b"], "cannot be started: its arguments contain a NUL"),
        ] as [([String], String)])
    func cannotStart(words: [String], reason: String) async throws {
        try folder.write("#!/bin/sh\n", to: "plain")
        try folder.write("", to: "folder/file")
        try folder.write("words\n", to: "text", mode: 0o755)
        try folder.write("#!/usr/bin/pyhton3\n", to: "wrong", mode: 0o755)
        try folder.write("#!/bin/sh\r\necho\r\n", to: "windows", mode: 0o755)
        let outcome = await Programs().run(Program(words, in: folder.path, variables: ["PATH": "/usr/bin:/bin"]))
        guard case .notStarted(let found) = outcome.ending else {
            Issue.record("\(outcome)")
            return
        }
        #expect(found.description == reason && outcome.output.isEmpty && outcome.messages.isEmpty)
    }

    @Test("P35 a program that somebody has open for writing for a moment begins a moment later")
    func busyFile() async throws {
        try folder.write("#!/bin/sh\necho here\n", to: "written", mode: 0o755)
        let file = open("\(folder.path)/written", O_WRONLY | O_CLOEXEC)
        // A thread of its own: tasks wait for each other on a busy machine, longer than the file may be open.
        Thread.detachNewThread {
            usleep(100_000)
            close(file)
        }
        let outcome = await Programs().run(
            Program(["./written"], in: folder.path, variables: ["PATH": "/usr/bin:/bin"]))
        #expect(String(decoding: outcome.output, as: UTF8.self) == "here\n")
    }

    @Test("P35 many of them run side by side, each with its own answer")
    func many() async {
        let answers = await withTaskGroup(of: String.self) { group in
            for number in 0..<40 {
                group.addTask { String(decoding: await run("sleep 0.05; echo \(number)").output, as: UTF8.self) }
            }
            var answers: Set<String> = []
            for await answer in group { answers.insert(answer) }
            return answers
        }
        #expect(answers == Set((0..<40).map { "\($0)\n" }))
    }
}

/// Whether a process is there that has not ended; nobody may wait for it.
func isAtWork(_ process: pid_t) -> Bool {
    guard case .success(let file) = SmallFile.read("/proc/\(process)/stat", limit: 4096) else { return false }
    return !String(decoding: file.bytes, as: UTF8.self).contains(") Z ")
}
