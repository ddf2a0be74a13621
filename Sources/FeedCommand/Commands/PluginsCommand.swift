import ArgumentParser
import FeedRendering

/// `kawaraban plugins [TYPE]`: what is built in, and the manual of each.
struct PluginsCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins", abstract: "Lists the stages that are built in, or shows the manual of one.")

    @OptionGroup var common: CommonOptions

    @Argument(help: "A type such as qiita: shows every option with type, default, range and help.")
    var type: String?

    @Flag(help: "Prints JSON.")
    var json = false

    @Flag(help: "Prints the manual of every stage as Markdown.")
    var markdown = false

    func validate() throws {
        guard !markdown || (type == nil && !json) else {
            throw ValidationError("--markdown prints the manual of every stage: leave out TYPE and --json")
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let manuals = context.registry.manuals.filter { type == nil || $0.type == type }
        if let type, manuals.isEmpty {
            throw CommandFailure(
                .usage, "kawaraban: no stage is called \"\(VisibleText.line(type))\"; `kawaraban plugins` lists them")
        }
        if json {
            try context.console.print(bytes: ManualJSON.document(manuals, isWhole: type != nil) + [UInt8(ascii: "\n")])
            return .done
        }
        let lines =
            if markdown {
                ManualMarkdown.reference(manuals)
            } else if type == nil {
                ManualText.list(manuals)
            } else {
                manuals.map(ManualText.page).joined(separator: [""]).map { $0 }
            }
        try context.console.print(lines.joined(separator: "\n"))
        return .done
    }
}
