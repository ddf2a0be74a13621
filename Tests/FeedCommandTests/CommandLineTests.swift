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
}
