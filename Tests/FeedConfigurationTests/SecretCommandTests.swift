import FeedMessages
import FeedSystem
import FeedTesting
import Glibc
import Testing

@testable import FeedConfiguration

@Suite("a program that prints a secret")
struct SecretCommandTests {
    private func run(
        _ script: String, messages: Int32 = STDERR_FILENO, timeout: Duration = .seconds(60)
    ) -> Result<[UInt8], SecretCommand.Failure> {
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"])
        return SecretCommand.run(["/bin/sh", "-c", script], in: environment, messages: messages, timeout: timeout)
    }

    private func text(_ outcome: Result<[UInt8], SecretCommand.Failure>) -> String {
        switch outcome {
        case .success(let bytes): String(decoding: bytes, as: UTF8.self)
        case .failure(let failure): failure.reason.description
        }
    }

    @Test(
        "P23 is killed at its time limit, whatever it does with signals, children and pipes",
        arguments: [
            "sleep 600", "trap '' TERM HUP INT; sleep 600", "echo secret; sleep 600", "exec >&-; sleep 600",
            "exec >&- 2>&-; sleep 600",
        ])
    func hangs(script: String) {
        let begun = ContinuousClock.now
        let outcome = run(script, timeout: .milliseconds(300))
        #expect(text(outcome) == "gave no answer within 10 s")
        // Far less than it sleeps, and enough for a machine that has much else to do.
        #expect(begun.duration(to: .now) < .seconds(30))
    }

    @Test(
        "X18: its answer counts when it ends, whoever keeps its output open",
        arguments: ["(sleep 600 &)", "(setsid sleep 40 &)", "(trap '' TERM HUP; sleep 600 &)", "(cat /dev/zero >&2 &)"])
    func answersAndEnds(child: String) throws {
        let silence = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { close(silence) }
        let begun = ContinuousClock.now
        #expect(text(run("\(child); echo secret", messages: silence, timeout: .seconds(30))) == "secret\n")
        // The old program waited for its whole time.
        #expect(begun.duration(to: .now) < .seconds(20))
    }

    @Test("X18: an answer as long as may be is read whole although the program has ended")
    func longAnswer() {
        #expect(text(run("(sleep 600 &); head -c 16384 /dev/zero | tr '\\0' x")).utf8.count == 16_384)
    }

    @Test(
        "X18: what it has started ends with it, whether it answered, failed or was too slow",
        arguments: ["echo secret", "exit 3", "sleep 600"])
    func endsItsGroup(rest: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("trap '' TERM HUP INT; echo $$ >\(folder("child")); exec sleep 600", to: "script")
        let script = "sh \(folder("script")) & while ! [ -s \(folder("child")) ]; do :; done; \(rest)"
        _ = run(script, timeout: .seconds(rest == "sleep 600" ? 5 : 60))
        let number = try #require(pid_t(folder.text("child").dropLast()))
        for _ in 0..<3000 where isAtWork(number) { usleep(10_000) }
        #expect(!isAtWork(number))
    }

    /// Whether a process is there that has not ended; nobody may wait for it.
    private func isAtWork(_ process: pid_t) -> Bool {
        guard case .success(let file) = SmallFile.read("/proc/\(process)/stat", limit: 4096) else { return false }
        return !String(decoding: file.bytes, as: UTF8.self).contains(") Z ")
    }

    @Test(
        "P26, X18: of what it writes to its standard error 4 KiB are passed on, and it is not kept waiting",
        arguments: [
            ("echo why >&2", 4), ("head -c 3000 /dev/zero >&2", 3000), ("head -c 4096 /dev/zero >&2", 4096),
            ("head -c 9000000 /dev/zero >&2", 4097), ("yes 1234567 | head -c 9000000 >&2", 4096),
            ("(yes >&2 &)", 4096),
        ])
    func floods(script: String, passedOn: Int) throws {
        let folder = try TemporaryFolder()
        let messages = open(folder("messages"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(messages) }
        #expect(text(run("\(script); echo secret", messages: messages)) == "secret\n")
        let count = try folder.bytes("messages").count
        // Who floods while it ends may have been killed early.
        if script.hasPrefix("(") { #expect(count <= passedOn) } else { #expect(count == passedOn) }
    }

    @Test(
        "P24 is told by its exit status if it fails",
        arguments: [
            ("exit 1", 1), ("exit 127", 127), ("echo secret; exit 139", 139), ("kill -9 $$", 137), ("kill -11 $$", 139),
        ])
    func fails(script: String, status: Int) {
        #expect(text(run(script)) == "ended with exit status \(status)")
    }

    @Test("P24 is told if it is missing, not executable, or a folder", arguments: ["missing", "plain", "folder"])
    func cannotStart(name: String) throws {
        let folder = try TemporaryFolder()
        try folder.write("#!/bin/sh\n", to: "plain")
        try folder.write("", to: "folder/file")
        let outcome = SecretCommand.run(["./\(name)"], in: ConfigEnvironment(directory: folder.path))
        #expect(text(outcome).hasPrefix("cannot be started: "))
    }

    @Test(
        "P25 may print anything: too much is refused, what is empty or no text is no secret",
        arguments: [
            ("yes", "printed more than 16 KiB"), ("head -c 20000 /dev/zero", "printed more than 16 KiB"),
            ("printf '\\377\\376'", "malformed"), ("true", "empty"),
        ])
    func prints(script: String, complaint: String) throws {
        let folder = try TemporaryFolder()
        try folder.write(script, to: "script")
        let (secret, text) = SecretTests.read(
            "{ command: [/bin/sh, \(folder("script"))] }", variables: ["PATH": "/usr/bin:/bin"], runsCommands: true)
        #expect(secret == nil || secret?.isMissing == true)
        let messages = text.diagnostics.list.map(\.message)
        #expect(messages.contains { $0.contains(complaint) }, "\(messages)")
    }

    @Test("P27 finds its standard input empty, so that neither waits for the other")
    func reads() {
        #expect(text(run("cat; echo secret")) == "secret\n")
    }

    @Test("P29 has the environment that it was given, and no descriptor of ours")
    func inherits() throws {
        let folder = try TemporaryFolder()
        try folder.write("open", to: "file")
        let descriptor = open(folder("file"), O_RDONLY | O_CLOEXEC)
        defer { close(descriptor) }
        let target = text(run("readlink /proc/self/fd/\(descriptor); env | sort"))
        #expect(!target.contains("file"))
        #expect(target.contains("PATH=/usr/bin:/bin\n"))
        #expect(!target.contains("HOME="))
    }
}
