import ArgumentParser
import FeedJSON
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state check`: whether the database is whole and keeps the rules of the ledger.
struct StateCheckCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "check",
        abstract: "Reads the whole state and tells whether it is sound; changes nothing.",
        discussion: "Exits with 70 if anything is wrong. A run may be at work meanwhile.")

    @OptionGroup var common: CommonOptions

    @Flag(help: "Prints JSON.")
    var json = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let result = try await reading.look { state throws(StageError) in try state.check() }
        if json {
            try context.console.print(bytes: document(result))
        } else if reading.state.isImagined {
            try context.console.print("there is no state yet: nothing was collected")
        } else {
            for line in lines(result) { try context.console.print(line) }
        }
        return result.isSound ? .done : .internalError
    }

    private func lines(_ result: StateCheckResult) -> [String] {
        guard result.flaws.isEmpty else {
            return result.flaws.map { "damaged: \(VisibleText.line($0))" } + [
                "`kawaraban state repair` saves what can be read"
            ]
        }
        let broken = result.broken.map { "broken: \($0.rule), but not \(StateEditing.count($0.rows, "row", "rows"))" }
        let contents = [
            StateEditing.count(result.feeds, "feed", "feeds"), StateEditing.count(result.entries, "entry", "entries"),
            StateEditing.count(result.open, "message on its way", "messages on their way"),
            "\(result.givenUp) given up", Span.roundSize(result.bytes),
        ].joined(separator: ", ")
        return broken + [broken.isEmpty ? "sound: \(contents)" : contents]
    }

    private func document(_ result: StateCheckResult) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("sound", result.isSound)
        writer.name("flaws")
        writer.beginArray()
        for flaw in result.flaws { writer.value(flaw) }
        writer.endArray()
        writer.name("broken")
        writer.beginObject()
        for rule in result.broken { writer.member(rule.rule, rule.rows) }
        writer.endObject()
        writer.member("feeds", result.feeds)
        writer.member("entries", result.entries)
        writer.member("open_messages", result.open)
        writer.member("given_up", result.givenUp)
        writer.member("bytes", Int(result.bytes))
        writer.endObject()
        return writer.bytes + [UInt8(ascii: "\n")]
    }
}
