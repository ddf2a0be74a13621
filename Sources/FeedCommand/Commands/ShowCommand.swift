import ArgumentParser
import FeedJSON
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban show ID`: prints a stored entry with its body.
struct ShowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: Surroundings.localized("help.show"),
        discussion: Surroundings.localized("help.show.discussion")
            + "\n\n" + Surroundings.localized("help.show.examples"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.show.entry", valueName: "id-or-url"))
    var entry: String

    @Flag(help: .localized("help.show.json"))
    var json = false

    @Flag(help: .localized("help.show.html"))
    var html = false

    func validate() throws {
        guard !json || !html else { throw ValidationError(Surroundings.localized("usage.json_and_html")) }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let selected = try await EntrySelection(reading: reading, localized: context.localized).find(entry)
        let ids = selected.ids
        let found = try await reading.query { state throws(StageError) in
            (
                entries: try state.entries(ids, withBodies: true),
                states: try ids.map { id throws(StageError) in try state.states(of: id) },
                numbers: try ids.map { id throws(StageError) in try state.numberTracks(of: id) }
            )
        }
        if json {
            var writer = JSONWriter()
            for ((entry, states), numbers) in zip(zip(found.entries, found.states), found.numbers) {
                entry.write(states, numbers: numbers, zone: reading.zone, into: &writer)
            }
            try context.console.print(bytes: writer.bytes)
            return .done
        }
        if html {
            guard let entry = found.entries.first else { return .done }
            let digest = EntryPage.digest(
                of: entry.digestEntry(reading.plan), zone: reading.zone, locale: context.localized.language,
                now: entry.lastSeen)
            var options = HTMLOptions()
            options.bodies = .full
            try context.console.print(document: HTMLDigest.render(digest, options: options))
            return .done
        }
        for (number, entry) in found.entries.enumerated() {
            if number > 0 { try context.console.print("") }
            let page = EntryPage(
                entry: entry, numbers: found.numbers[number], plan: reading.plan, zone: reading.zone,
                columns: context.console.printColumns,
                localized: context.localized)
            for line in page.lines { try context.console.print(text: line) }
        }
        return .done
    }
}
