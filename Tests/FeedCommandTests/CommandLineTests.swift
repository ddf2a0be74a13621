import ArgumentParser
import Testing

@testable import FeedCommand

@Suite("Command line")
struct CommandLineTests {
    @Test(
        "a wrong command line exits 64",
        arguments: [
            ["bogus"], ["plugins", "--bogus"], ["plugins", "--color", "pink"], ["plugins", "a", "b"],
            ["plugins", "--markdown", "--json"], ["plugins", "--log-level", "loud"], ["parse"], ["parse", "a", "b"],
            ["parse", "--batch", "a"], ["parse", "--batch", "--format", "text"],
            ["parse", "--batch", "--base-url", "https://e.example/"], ["parse", "a", "--base-url", "nonsense"],
            ["parse", "a", "--format", "xml"],
        ])
    func wrong(_ arguments: [String]) throws {
        #expect {
            _ = try RootCommand.parseAsRoot(arguments)
        } throws: { error in
            RootCommand.exitCode(for: error).rawValue == ExitStatus.usage.rawValue
        }
    }

    @Test(
        "help and version are results",
        arguments: [["--help"], ["--version"], ["plugins", "--help"], ["plugins", "--version"]])
    func help(_ arguments: [String]) throws {
        #expect {
            var command = try RootCommand.parseAsRoot(arguments)
            try command.run()
        } throws: { error in
            RootCommand.exitCode(for: error) == .success
        }
    }

    @Test("each command that is read alone is found by its name, and has no commands of its own")
    func namesOfSingleCommands() {
        for (name, type) in RootCommand.single {
            #expect(type.configuration.commandName == name)
            #expect(type.configuration.subcommands.isEmpty)
        }
    }

    @Test(
        "a command line reads the same whether its command is read alone or among all",
        arguments: [
            ["run"], ["run", "-c", "a.yaml", "--dry-run", "daily"], ["run", "--dry-run", "--", "--digests"],
            ["check", "--config=a.yaml"], ["status", "qiita", "--json"], ["list", "--search", "a b"],
            ["plugins", "--log-level", "debug", "feed"], ["state", "check"], ["parse", "a", "--format", "atom"],
        ])
    func readAlone(_ arguments: [String]) throws {
        let alone = try? String(describing: RootCommand.read(arguments))
        let among = try? String(describing: RootCommand.parseAsRoot(arguments))
        #expect(alone == among)
    }

    /// Pieces of command lines, plain and less plain.
    private static let pieces = [
        ["-c", "a.yaml"], ["--config=a=b.yaml"], ["--config", "a.yaml"], ["--state", "s"], ["--state=-s"], ["--quiet"],
        ["--log-level", "debug"], ["--log-level=loud"], ["--log-format", "json"], ["--color=never"],
        ["--color", "pink"],
        ["-ca.yaml"], ["--config="], ["--config"], ["--state", "--quiet"], ["--bogus"], ["--"], ["-"], ["word"], [""],
        ["--json"], ["-q"], ["--help"], ["help"], ["--quiet=yes"], ["--no-quiet"], ["-x"], ["--c", "a"], ["新聞"],
    ]
    private static let fetching = [
        ["--now"], ["--report", "r"], ["--metrics=m"], ["--strict"], ["--record", "d"], ["--replay=d"],
        ["--worker", "w"],
    ]

    @Test(
        "a command line that is read without the library reads as the library reads it",
        arguments: [
            ("run", fetching + [["--dry-run"], ["--digests"]]), ("collect", fetching), ("check", [["--online"]]),
            ("status", [["--failing"], ["--lines"]]),
        ])
    func readWithoutLibrary(_ name: String, _ own: [[String]]) {
        var plain = 0
        let pieces = Self.pieces + own
        let pairs = pieces.flatMap { piece in (own + Self.pieces.prefix(6)).map { piece + $0 } }
        for line in ([[]] + pieces + pairs).map({ [name] + $0 }) {
            guard let read = RootCommand.readWithoutLibrary(line) else { continue }
            let byLibrary = (try? RootCommand.read(line)).map { String(reflecting: $0) }
            #expect(String(reflecting: read) == byLibrary, "\(line)")
            plain += 1
        }
        #expect(plain > 30)
    }

    @Test(
        "cron's command lines are read without the library",
        arguments: [
            ["run", "-c", "/etc/kawaraban/config.yaml"], ["run", "--config=a.yaml", "--quiet", "daily", "weekly"],
            ["run", "--dry-run", "--digests"], ["collect", "--now"], ["check"], ["check", "--json"],
            ["status", "qiita"],
        ])
    func plainCommandLines(_ arguments: [String]) {
        #expect(RootCommand.readWithoutLibrary(arguments) != nil)
    }

    @Test(
        "a mistake or a wish for help reads the same whether its command is read alone or among all",
        arguments: [
            ["run", "--bogus"], ["run", "--digests"], ["run", "--version"], ["plugins", "a", "b"], ["parse"],
            ["status", "--help"], ["check", "-h"], ["bogus"], ["run", "--generate-completion-script", "bash"], [],
        ])
    func refusedAlone(_ arguments: [String]) {
        func told(_ read: ([String]) throws -> any ParsableCommand) -> String {
            do {
                var command = try read(arguments)
                try command.run()
                return "done"
            } catch {
                return RootCommand.fullMessage(for: error, columns: 100)
            }
        }
        let alone = told(RootCommand.read)
        #expect(alone == told { try RootCommand.parseAsRoot($0) })
        #expect(!alone.isEmpty)
    }
}
