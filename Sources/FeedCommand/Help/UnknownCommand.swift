import ArgumentParser
import FeedConfiguration
import FeedMessages
import FeedRendering

/// A word on the command line that stands in place of a command and is none.
struct UnknownCommand {
    let word: String
    /// The words before it, such as `kawaraban state`.
    let group: String
    /// The command that was probably meant, or nil.
    let meant: String?

    /// Finds the word in the arguments of a process, without the name of its program; nil if all commands are known.
    init?(in arguments: some Sequence<String>) {
        var command: any ParsableCommand.Type = RootCommand.self
        var path = [RootCommand.name]
        for (place, argument) in arguments.enumerated() {
            let known = command.configuration.subcommands
            guard !known.isEmpty, !argument.hasPrefix("-") else { return nil }
            // `kawaraban help run` is `kawaraban run --help`.
            if place == 0, argument == "help" { continue }
            if let next = known.first(where: { $0.name == argument }) {
                command = next
                path.append(argument)
                continue
            }
            word = argument
            group = path.joined(separator: " ")
            meant = Spelling.nearest(to: argument, among: known.map { $0.name })
            return
        }
        return nil
    }

    /// Returns the line about it.
    func line(_ localized: Localizer) -> String {
        var arguments: [String: MessageArgument] = [
            "word": .text(String(VisibleText.line(word).prefix(60))), "group": .text(group),
        ]
        if let meant { arguments["meant"] = .text("\(group) \(meant)") }
        return localized("usage.unknown_command", arguments)
    }
}

extension ParsableCommand {
    /// The word that calls the command. Every command of this program sets it.
    fileprivate static var name: String { configuration.commandName ?? "" }
}
