import ArgumentParser
import FeedJSON
import FeedMessages
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban why URL-or-ID`: prints the history of an entry.
struct WhyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: Surroundings.localized("help.why"),
        discussion: Surroundings.localized("help.why.discussion")
            + "\n\n" + Surroundings.localized("help.why.examples"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.why.entry", valueName: "url-or-id"))
    var entry: String

    @Flag(help: .localized("help.why.json"))
    var json = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let selected = try await EntrySelection(reading: reading, localized: context.localized).find(entry)
        let ids = selected.ids
        let histories = try await reading.query { state throws(StageError) in try state.histories(of: ids) }
        if json {
            var writer = JSONWriter()
            for history in histories {
                EntryHistoryJSON(history: history, plan: reading.plan, zone: reading.zone).write(into: &writer)
            }
            try context.console.print(bytes: writer.bytes)
            return .done
        }
        for (number, history) in histories.enumerated() {
            if number > 0 { try context.console.print("") }
            let story = EntryHistoryText(
                history, plan: reading.plan, zone: reading.zone, now: reading.now, context.localized)
            for line in story.lines { try context.console.print(text: line) }
        }
        if !common.quiet {
            for remark in remarks(on: selected, reading) {
                let line = context.localized("why.remark", ["remark": .message(remark)])
                NoticePrinter(context, common).remark(VisibleText.line(line))
            }
        }
        return .done
    }

    private func remarks(on selected: EntrySelection.Selected, _ reading: StateReading) -> [LocalizedText] {
        var remarks: [LocalizedText] = []
        if let address = selected.address {
            remarks.append(.message("why.other_address", ["address": .text(address)]))
        }
        if selected.isMention { remarks.append(.message("why.only_mentioned")) }
        if selected.ids.count == EntrySelection.limit { remarks.append(.message("why.may_be_more")) }
        if reading.plan == nil { remarks.append(.message("why.no_places")) }
        return remarks
    }
}
