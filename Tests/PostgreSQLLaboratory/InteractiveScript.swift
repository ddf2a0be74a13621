import FeedTesting
import Foundation
import Glibc
import MachineLaboratory

/// A script that runs beside the tests, reads orders line by line and answers each with a line. It ends when nobody can
/// order anything any more: when this is let go, or when the process ends, however that ends.
///
/// A class, because its `deinit` ends the script.
final class InteractiveScript {
    private let program: RunningProgram
    /// The end of a stream that no other process gets.
    private let orders: Int32
    /// The file that it writes its answers to, which has no name any more.
    private let answers: FileHandle
    private var told = 0

    /// Starts a script of the shell.
    ///
    /// - Parameters:
    ///   - arguments: `$1` and so on.
    ///   - environment: variables besides those of this process.
    init(_ script: String, _ arguments: [String], environment: [String: String] = [:]) throws {
        // Who has ended reads no orders; that is an error of one write and not the end of the tests.
        signal(SIGPIPE, SIG_IGN)
        let folder = try TemporaryFolder()
        try folder.write("", to: "answers")
        answers = try FileHandle(forReadingFrom: URL(fileURLWithPath: folder("answers")))
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw PostgreSQLServer.Failure(description: "no socket (errno \(errno))")
        }
        defer { close(ends[0]) }
        orders = ends[1]
        do {
            program = try RunningProgram(
                ["/bin/sh", "-c", script, "sh"] + arguments, in: "/",
                environment: ProcessInfo.processInfo.environment.merging(environment) { $1 }, input: ends[0],
                output: folder("answers"), errors: "/dev/null")
        } catch {
            close(orders)
            throw error
        }
    }

    deinit {
        close(orders)
        program.waitUntilExit()
    }

    /// Writes an order.
    func order(_ order: String) throws {
        let line = Array("\(order)\n".utf8)
        guard write(orders, line, line.count) == line.count else {
            throw PostgreSQLServer.Failure(description: "it reads no orders (errno \(errno))")
        }
    }

    /// Waits for its next answer. Throws if it ends before, or says nothing for five minutes.
    func answer() throws -> String {
        let deadline = ContinuousClock.now + .seconds(300)
        while ContinuousClock.now < deadline {
            // In this order: what it writes before its end counts.
            let isRunning = program.isRunning
            try answers.seek(toOffset: 0)
            let text = String(decoding: try answers.readToEnd() ?? Data(), as: UTF8.self)
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            if lines.count > told {
                told += 1
                return String(lines[told - 1])
            }
            guard isRunning else { throw PostgreSQLServer.Failure(description: "it has ended without an answer") }
            usleep(2000)
        }
        throw PostgreSQLServer.Failure(description: "it has not answered for five minutes")
    }

    /// Waits for its next answer, which must be a word.
    func expect(_ word: String) throws {
        let answer = try answer()
        guard answer == word else { throw PostgreSQLServer.Failure(description: "PostgreSQL: \(answer)") }
    }
}
