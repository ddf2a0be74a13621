import ArgumentParser

extension RootCommand {
    /// Reads the arguments of a process, without the name of its program. Throws what the library throws.
    ///
    /// A command is read alone first: to read it among all commands, the library looks at every one of them, and at the
    /// help of every option. Whatever is not plainly a command with its options is left to the library as a whole, so that
    /// help and mistakes read the same.
    static func read(_ arguments: [String]) throws -> any ParsableCommand {
        if let command = readAlone(arguments) { return command }
        return try parseAsRoot(arguments)
    }

    /// Reads a plain command line of the commands that are called most often; nil for any other.
    static func readWithoutLibrary(_ arguments: [String]) -> (any Subcommand)? {
        let words = arguments.dropFirst()
        return HelpTexts.$areWanted.withValue(false) {
            switch arguments.first {
            case "run": RunCommand.readPlainly(words)
            case "collect": CollectCommand.readPlainly(words)
            case "check": CheckCommand.readPlainly(words)
            case "status": StatusCommand.readPlainly(words)
            default: nil
            }
        }
    }

    private static func readAlone(_ arguments: [String]) -> (any Subcommand)? {
        guard let name = arguments.first, let type = single.first(where: { $0.name == name })?.type else { return nil }
        return HelpTexts.$areWanted.withValue(false) {
            // For `--help` the library returns a command of its own.
            (try? type.parseAsRoot(Array(arguments.dropFirst()))) as? any Subcommand
        }
    }
}

/// Whether the texts of options are wanted. They are not while a command line is read that asks for none.
enum HelpTexts {
    @TaskLocal static var areWanted = true
}
