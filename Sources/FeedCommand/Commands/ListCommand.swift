import ArgumentParser
import FeedEngine
import FeedJSON
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban list`: stored entries, the newest first.
struct ListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists stored entries, the newest first.",
        discussion: """
            A line an entry: its key (which `show` and `why` take), its date, its source, where it stands and its title. \
            What is said holds together: --source, --pipeline, --sink, --since and --search narrow each other.

              kawaraban list --since 2d --search swift
              kawaraban list --source zenn --source qiita --json | jq -r .url
            """)

    @OptionGroup var common: CommonOptions

    @Option(help: ArgumentHelp("Entries of this source; may be given again.", valueName: "name"))
    var source: [String] = []

    @Option(
        help: ArgumentHelp(
            "Entries dated since then: 2d, 12h, 2026-11-20 or 2026-11-20T07:00:00+09:00.", valueName: "time"))
    var since: SinceOption?

    @Option(
        help: ArgumentHelp(
            "Entries with this in their title, text, address, author or tag; case and width do not matter.",
            valueName: "text"))
    var search: String?

    @Option(help: ArgumentHelp("Entries that wait for this sink, were delivered to it or given up.", valueName: "name"))
    var sink: String?

    @Option(help: ArgumentHelp("Entries that this pipeline has.", valueName: "name"))
    var pipeline: String?

    @Option(help: ArgumentHelp("So many at most.", valueName: "count"))
    var limit = 50

    @Flag(help: "Prints JSON, one object a line: what sinks write, with `first_seen`, `last_seen` and `pipelines`.")
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError("--limit takes 1 to 1000000") }
        guard search?.isEmpty != true else { throw ValidationError("--search needs something to look for") }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        try await requireNames(reading)
        var wanted = EntrySearch()
        wanted.sources = Set(source)
        wanted.since = since?.moment(now: reading.now, zone: reading.zone)
        wanted.sink = sink
        wanted.pipeline = pipeline
        let finding = EntryFinding(
            reading: reading, search: wanted, text: search.map(EntryText.init), limit: limit)
        let found = try await finding.find(withBodies: json)
        try await print(found.entries, reading, context.console)
        for line in remarks(on: found, reading) { Voice(context, common).remark("kawaraban: list: \(line)") }
        return .done
    }

    private func requireNames(_ reading: StateReading) async throws(CommandFailure) {
        if !source.isEmpty {
            let known = try await reading.look { state throws(StageError) in try state.sourceNames() }
            let names = Set(known).union(reading.plan?.sources.map(\.name) ?? []).sorted()
            for name in source { try KnownName.require(name, among: names, what: "source") }
        }
        if let pipeline {
            let known = try await reading.look { state throws(StageError) in try state.pipelineNames() }
            let names = Set(known).union(reading.plan?.pipelines.map(\.name) ?? []).sorted()
            try KnownName.require(pipeline, among: names, what: "pipeline")
        }
        if let sink {
            let known = try await reading.look { state throws(StageError) in try state.sinkNames() }
            let names = Set(known).union(reading.plan?.sinks.map(\.name) ?? []).sorted()
            try KnownName.require(sink, among: names, what: "sink")
        }
    }

    private func print(
        _ entries: [StoredEntry], _ reading: StateReading, _ console: Console
    ) async throws(CommandFailure) {
        let ids = entries.map(\.id)
        let states = try await reading.look { state throws(StageError) in
            var states: [EntryID: [String: EntryLife.InPipeline.State]] = [:]
            for id in ids { states[id] = try state.states(of: id) }
            return states
        }
        if json {
            var writer = JSONWriter()
            for entry in entries { entry.write(states[entry.id] ?? [:], zone: reading.zone, into: &writer) }
            return try console.print(bytes: writer.bytes)
        }
        let table = EntryTable(
            entries: entries, states: states, pipeline: pipeline, zone: reading.zone, columns: console.printColumns)
        for line in table.lines { try console.print(line) }
    }

    private func remarks(on found: EntryFinding.Found, _ reading: StateReading) -> [String] {
        guard !common.quiet else { return [] }
        var remarks: [String] = []
        if reading.state.isImagined { return ["there is no state yet: nothing was ever collected"] }
        if found.entries.isEmpty { remarks.append("no such entry") }
        if found.hasMore { remarks.append("there are more: --limit shows them") }
        let dates = DigestDates(zone: reading.zone)
        if let moment = found.textsSince {
            remarks.append(
                "before \(dates.minute(moment)) only titles, addresses, authors and tags were searched, no texts"
                    + (found.titlesSince.map { "; and nothing before \(dates.minute($0))" } ?? "")
                    + ": narrow it with --source or --since")
        }
        return remarks
    }
}
