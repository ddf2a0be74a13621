import ArgumentParser
import FeedConfiguration
import FeedMessages
import FeedRendering

/// `kawaraban plugins [TYPE]`: lists the built-in stages, or prints the manual of a type.
struct PluginsCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "plugins", abstract: Surroundings.localized("help.plugins"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.plugins.type"), completion: .types)
    var type: String?

    @Flag(help: .localized("help.plugins.json"))
    var json = false

    @Flag(help: .localized("help.plugins.markdown"))
    var markdown = false

    func validate() throws {
        guard !markdown || (type == nil && !json) else {
            throw ValidationError(Surroundings.localized("usage.markdown_alone"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let manuals = context.registry.manuals.filter { type == nil || $0.type == type }
        if let type, manuals.isEmpty {
            var arguments = ["type": MessageArgument.text(VisibleText.line(type))]
            if let meant = Spelling.nearest(to: type, among: Set(context.registry.manuals.map(\.type)).sorted()) {
                arguments["meant"] = .text(meant)
            }
            throw CommandFailure(.usage, context.localized("plugins.unknown", arguments))
        }
        if json {
            try context.console.print(
                bytes: ManualJSON.document(manuals, isWhole: type != nil, context.localized) + [UInt8(ascii: "\n")])
            return .done
        }
        let text = ManualText(localized: context.localized)
        let lines =
            if markdown {
                ManualMarkdown(localized: context.localized).reference(manuals)
            } else if type == nil {
                text.list(manuals)
            } else {
                manuals.map(text.page).joined(separator: [""]).map { $0 }
            }
        // The reference is a file, whose lines stay as they are.
        for line in lines { try markdown ? context.console.print(line) : context.console.print(text: line) }
        return .done
    }
}
