import FeedTesting
import Glibc
import Testing

@testable import FeedConfiguration

@Suite("a program that prints a secret")
struct SecretCommandTests {
    private func run(_ script: String, timeout: Int64 = 60_000) -> Result<[UInt8], SecretCommand.Failure> {
        let environment = ConfigEnvironment(variables: ["PATH": "/usr/bin:/bin"])
        return SecretCommand.run(["/bin/sh", "-c", script], in: environment, timeout: timeout)
    }

    private func text(_ outcome: Result<[UInt8], SecretCommand.Failure>) -> String {
        switch outcome {
        case .success(let bytes): String(decoding: bytes, as: UTF8.self)
        case .failure(let failure): failure.reason
        }
    }

    @Test(
        "P23 is killed at its time limit, whatever it does with signals, children and pipes",
        arguments: [
            "sleep 600", "trap '' TERM HUP INT; sleep 600", "(sleep 600 &); echo secret",
            "(setsid sleep 40 &); echo secret", "exec >&-; sleep 600",
        ])
    func hangs(script: String) {
        let begun = ContinuousClock.now
        let outcome = run(script, timeout: 300)
        #expect(["gave no answer within 10 s", "ended with exit status 137"].contains(text(outcome)))
        // Far less than the child sleeps, and enough for a machine that has much else to do.
        #expect(begun.duration(to: .now) < .seconds(30))
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
