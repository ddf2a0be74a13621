import ArgumentParser
import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban list`: prints stored entries, newest first.
struct ListCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: Surroundings.localized("help.list"),
        discussion: Surroundings.localized("help.list.discussion")
            + "\n\n" + Surroundings.localized("help.list.examples"))

    @OptionGroup var common: CommonOptions

    @Option(help: .localized("help.list.source", valueName: "name"), completion: .sources)
    var source: [String] = []

    @Option(help: .localized("help.list.since", valueName: "time"))
    var since: SinceOption?

    @Option(help: .localized("help.list.search", valueName: "text"))
    var search: String?

    @Option(help: .localized("help.list.sink", valueName: "name"), completion: .sinks)
    var sink: String?

    @Option(help: .localized("help.list.pipeline", valueName: "name"), completion: .pipelines)
    var pipeline: String?

    @Option(help: .localized("help.list.limit", valueName: "count"))
    var limit = 50

    @Flag(help: .localized("help.list.json"))
    var json = false

    func validate() throws {
        guard (1...1_000_000).contains(limit) else { throw ValidationError(Surroundings.localized("usage.limit")) }
        guard search?.isEmpty != true else { throw ValidationError(Surroundings.localized("usage.empty_search")) }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        try await requireNames(reading, context.localized)
        var wanted = EntrySearch()
        wanted.sources = Set(source)
        wanted.since = since?.moment(now: reading.now, zone: reading.zone)
        wanted.sink = sink
        wanted.pipeline = pipeline
        let finding = EntryFinder(
            reading: reading, search: wanted, text: search.map(EntryText.init), limit: limit)
        let found = try await finding.find(withBodies: json)
        try await print(found.entries, reading, context)
        for remark in remarks(on: found, reading) {
            NoticePrinter(context, common).remark(context.localized("list.remark", ["remark": .message(remark)]))
        }
        return .done
    }

    private func requireNames(_ reading: StateReading, _ localized: Localizer) async throws(CommandFailure) {
        if !source.isEmpty {
            let known = try await reading.query { state throws(StageError) in try state.sourceNames() }
            let names = Set(known).union(reading.plan?.sources.map(\.name) ?? []).sorted()
            for name in source { try KnownName.require(name, among: names, .source, localized) }
        }
        if let pipeline {
            let known = try await reading.query { state throws(StageError) in try state.pipelineNames() }
            let names = Set(known).union(reading.plan?.pipelines.map(\.name) ?? []).sorted()
            try KnownName.require(pipeline, among: names, .pipeline, localized)
        }
        if let sink {
            let known = try await reading.query { state throws(StageError) in try state.sinkNames() }
            let names = Set(known).union(reading.plan?.sinks.map(\.name) ?? []).sorted()
            try KnownName.require(sink, among: names, .sink, localized)
        }
    }

    private func print(
        _ entries: [StoredEntry], _ reading: StateReading, _ context: CommandContext
    ) async throws(CommandFailure) {
        let console = context.console
        let ids = entries.map(\.id)
        let states = try await reading.query { state throws(StageError) in
            var states: [EntryID: [String: EntryHistory.InPipeline.State]] = [:]
            for id in ids { states[id] = try state.states(of: id) }
            return states
        }
        if json {
            var writer = JSONWriter()
            for entry in entries { entry.write(states[entry.id] ?? [:], zone: reading.zone, into: &writer) }
            return try console.print(bytes: writer.bytes)
        }
        let table = EntryTable(
            entries: entries, states: states, pipeline: pipeline, zone: reading.zone, columns: console.printColumns,
            localized: context.localized)
        for line in table.lines { try console.print(line) }
    }

    /// Returns remarks on the result: nothing was found, there is more, or not all texts were searched.
    private func remarks(on found: EntryFinder.Found, _ reading: StateReading) -> [LocalizedText] {
        guard !common.quiet else { return [] }
        var remarks: [LocalizedText] = []
        if reading.state.isImagined { return [.message("list.nothing_collected")] }
        if found.entries.isEmpty { remarks.append(.message("list.no_such_entry")) }
        if found.hasMore { remarks.append(.message("list.more")) }
        let dates = DigestDates(zone: reading.zone)
        if let moment = found.textsSearchedSince {
            var arguments = ["moment": MessageArgument.text(dates.minute(moment))]
            if let end = found.searchedSince { arguments["end"] = .text(dates.minute(end)) }
            remarks.append(.message("list.texts_not_searched", arguments))
        }
        return remarks
    }
}
