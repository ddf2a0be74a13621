import ArgumentParser
import FeedJSON
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban show ID`: one stored entry with its body.
struct ShowCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Shows a stored entry with its body.",
        discussion: """
            The id is the `key` of a digest, of `kawaraban list` and of JSON outputs. An address is understood, too.

              kawaraban show e42
              kawaraban show https://blog.example/post --html > post.html
            """)

    @OptionGroup var common: CommonOptions

    @Argument(help: ArgumentHelp("The entry.", valueName: "id-or-url"))
    var entry: String

    @Flag(help: "Prints JSON: what sinks write, with `first_seen`, `last_seen` and `pipelines`.")
    var json = false

    @Flag(help: "Prints a page of HTML, sanitised as in digests.")
    var html = false

    func validate() throws {
        guard !json || !html else { throw ValidationError("--json and --html exclude each other") }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let selected = try await EntrySelection(reading: reading).find(entry)
        let ids = selected.ids
        let found = try await reading.look { state throws(StageError) in
            (
                entries: try state.entries(ids, withBodies: true),
                states: try ids.map { id throws(StageError) in try state.states(of: id) }
            )
        }
        if json {
            var writer = JSONWriter()
            for (entry, states) in zip(found.entries, found.states) {
                entry.write(states, zone: reading.zone, into: &writer)
            }
            try context.console.print(bytes: writer.bytes)
            return .done
        }
        if html {
            guard let entry = found.entries.first else { return .done }
            let digest = EntryPage.digest(
                of: entry.digestEntry(reading.plan), zone: reading.zone, now: entry.lastSeen)
            try context.console.print(document: HTMLDigest.render(digest))
            return .done
        }
        for (number, entry) in found.entries.enumerated() {
            if number > 0 { try context.console.print("") }
            let page = EntryPage(
                entry: entry, plan: reading.plan, zone: reading.zone, columns: context.console.printColumns)
            for line in page.lines { try context.console.print(line) }
        }
        return .done
    }
}
