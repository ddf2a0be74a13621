import FeedTesting
import Foundation
import Glibc
import MachineLaboratory

/// A folder in which a test runs the built program, as a user would.
final class Workplace {
    /// What a finished run left behind.
    struct Outcome {
        /// Exit status, or 128 plus the signal that ended it.
        let status: Int32
        let output: String
        let errors: String
    }

    private let temporary: TemporaryFolder
    var folder: String { temporary.path }

    init() throws { temporary = try TemporaryFolder() }

    /// The program beside the tests.
    static let program: String = {
        let tests = URL(fileURLWithPath: CommandLine.arguments[0]).resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("kawaraban").path
    }()

    func path(_ name: String) -> String { temporary(name) }

    func write(_ name: String, _ text: String) throws {
        let path = path(name)
        let parent = URL(fileURLWithPath: path).deletingLastPathComponent().path
        try FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(fileURLWithPath: path), options: .atomic)
    }

    func read(_ name: String) -> String {
        guard let data = FileManager.default.contents(atPath: path(name)) else { return "" }
        return String(decoding: data, as: UTF8.self)
    }

    func lines(_ name: String) -> [String] { read(name).split(separator: "\n").map(String.init) }

    func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: path(name)) }

    /// Starts `kawaraban` with arguments, in the folder, with a poor environment as cron gives it.
    func start(_ arguments: [String], environment: [String: String] = [:], wrapper: [String] = []) throws
        -> RunningProgram
    {
        try start(command: wrapper + [Self.program] + arguments, environment: environment)
    }

    private func start(command: [String], environment: [String: String]) throws -> RunningProgram {
        try write("stdout.txt", "")
        try write("stderr.txt", "")
        return try RunningProgram(
            command, in: folder,
            environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"].merging(environment) { $1 },
            output: path("stdout.txt"), errors: path("stderr.txt"))
    }

    /// Runs `kawaraban` to its end.
    @discardableResult
    func run(_ arguments: String..., environment: [String: String] = [:], wrapper: [String] = []) throws -> Outcome {
        try run(arguments, environment: environment, wrapper: wrapper)
    }

    /// The same with a list of arguments.
    func run(_ arguments: [String], environment: [String: String] = [:], wrapper: [String] = []) throws -> Outcome {
        waitForExit(try start(arguments, environment: environment, wrapper: wrapper))
    }

    /// Runs another program to its end, as `kawaraban` would be run.
    func runOther(_ command: [String], environment: [String: String] = [:]) throws -> Outcome {
        waitForExit(try start(command: command, environment: environment))
    }

    /// Waits for a started run; one that hangs is ended after five minutes, or after `seconds`, so that the test fails
    /// and not the machine.
    func waitForExit(_ process: RunningProgram, within seconds: Double = 300) -> Outcome {
        let deadline = Date(timeIntervalSinceNow: seconds)
        while process.isRunning, Date() < deadline { usleep(5000) }
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
        return Outcome(status: process.waitUntilExit(), output: read("stdout.txt"), errors: read("stderr.txt"))
    }
}
