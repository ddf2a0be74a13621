import ArgumentParser
import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state check`: checks that the database is intact and follows the rules of the ledger.
struct StateCheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: Surroundings.localized("help.state_check"),
        discussion: Surroundings.localized("help.state_check.discussion"))

    @OptionGroup var common: CommonOptions

    @Flag(help: .localized("help.state_check.json"))
    var json = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let result = try await reading.query { state throws(StageError) in try state.check() }
        if json {
            try context.console.print(bytes: document(result))
        } else if reading.state.isImagined {
            try context.console.print(text: context.localized("state.none"))
        } else {
            for line in lines(result, context.localized) { try context.console.print(text: line) }
        }
        return result.isSound ? .done : .internalError
    }

    private func lines(_ result: StateCheckResult, _ localized: Localizer) -> [String] {
        guard result.flaws.isEmpty else {
            return result.flaws.map { flaw in
                VisibleText.line(localized("state.check.damaged", ["flaw": MessageArgument(flaw)]))
            } + [localized("state.check.damaged.cure")]
        }
        let broken = result.broken.map { broken in
            localized("state.check.broken", ["rule": MessageArgument(broken.rule), "rows": .number(broken.rows)])
        }
        guard let contents = result.contents?.text(in: localized.language) else { return broken }
        return broken
            + [broken.isEmpty ? localized("state.check.sound", ["contents": .message(contents)]) : localized(contents)]
    }

    private func document(_ result: StateCheckResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("sound", result.isSound)
        writer.name("flaws")
        writer.beginArray()
        for flaw in result.flaws { writer.value(flaw.text(in: .en)) }
        writer.endArray()
        writer.name("broken")
        writer.beginObject()
        for rule in result.broken { writer.member(rule.rule.text(in: .en), rule.rows) }
        writer.endObject()
        writer.member("feeds", result.contents?.feeds ?? 0)
        writer.member("entries", result.contents?.entries ?? 0)
        writer.member("open_messages", result.contents?.open ?? 0)
        writer.member("given_up", result.contents?.givenUp ?? 0)
        writer.member("bytes", Int(result.contents?.bytes ?? 0))
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
