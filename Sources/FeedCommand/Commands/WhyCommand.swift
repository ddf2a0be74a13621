import ArgumentParser
import FeedJSON
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban why URL-or-ID`: the life of an entry.
struct WhyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "why",
        abstract: "Tells the life of an entry: its source, each filter's verdict, where it was delivered.",
        discussion: """
            For an address that several entries have, each of them is told of. Filters are named with their place in the \
            configuration as it is now.

              kawaraban why https://blog.example/post
              kawaraban why e42 --json | jq .pipelines
            """)

    @OptionGroup var common: CommonOptions

    @Argument(
        help: ArgumentHelp("The entry: its address, or its key as `list` and digests have it.", valueName: "url-or-id"))
    var entry: String

    @Flag(help: "Prints JSON, one object a line.")
    var json = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let selected = try await EntrySelection(reading: reading).find(entry)
        let ids = selected.ids
        let lives = try await reading.look { state throws(StageError) in try state.lives(of: ids) }
        if json {
            var writer = JSONWriter()
            for life in lives { EntryLifeJSON(life: life, plan: reading.plan, zone: reading.zone).write(into: &writer) }
            try context.console.print(bytes: writer.bytes)
            return .done
        }
        for (number, life) in lives.enumerated() {
            if number > 0 { try context.console.print("") }
            let story = EntryStory(life, plan: reading.plan, zone: reading.zone, now: reading.now)
            for line in story.lines { try context.console.print(line) }
        }
        if !common.quiet {
            for line in remarks(on: selected, reading) { Voice(context, common).remark("kawaraban: why: \(line)") }
        }
        return .done
    }

    private func remarks(on selected: EntrySelection.Selected, _ reading: StateReading) -> [String] {
        var remarks: [String] = []
        if let address = selected.address {
            remarks.append("nothing has exactly this address; this is what is at \(VisibleText.line(address))")
        }
        if selected.isMention { remarks.append("no entry has this address as its own; these name it") }
        if selected.ids.count == EntrySelection.limit { remarks.append("there may be more than these") }
        if reading.plan == nil {
            remarks.append("the configuration cannot be used, so no places are told: see `kawaraban check`")
        }
        return remarks
    }
}
