import ArgumentParser
import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban digest`: a page of the best entries of a time, for somebody who was away. It changes nothing.
struct DigestCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "digest",
        abstract: Surroundings.localized("help.digest"),
        discussion: Surroundings.localized("help.digest.discussion")
            + "\n\n" + Surroundings.localized("help.digest.examples"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.digest.pipelines", valueName: "pipelines"), completion: .pipelines)
    var pipelines: [String] = []

    @Option(help: .localized("help.digest.since", valueName: "time"))
    var since: SinceOption = .usual

    @Option(help: .localized("help.digest.take", valueName: "count"))
    var take = 30

    @Option(
        help: .localized("help.digest.by", valueName: "order"),
        completion: .list(["buzz", "date"] + NumberName.ofReaders))
    var by = "buzz"

    @Option(help: .localized("help.digest.format", valueName: "format"), completion: .formats)
    var format: String?

    @Option(name: [.short, .long], help: .localized("help.digest.output", valueName: "file"), completion: .file())
    var output: String?

    func validate() throws {
        guard (1...1000).contains(take) else { throw ValidationError(Surroundings.localized("usage.take")) }
        guard !by.isEmpty else { throw ValidationError(Surroundings.localized("usage.empty_order")) }
        guard output?.isEmpty != true else { throw ValidationError(Surroundings.localized("usage.empty_output")) }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let reading = try await StateReading.open(context, common)
        let start = since.moment(now: reading.now, zone: reading.zone)
        guard start < reading.now else {
            throw CommandFailure(.usage, context.localized("catch_up.not_past"))
        }
        let names = try await names(reading, context.localized)
        let page = try CatchUpPage(context, common, reading, output: output, format: format)
        try await page.check(statePath: reading.path)
        let printer = NoticePrinter(context, common)
        if reading.state.isImagined {
            remark(.message("list.nothing_collected"), printer, context)
            return .done
        }
        let digest = CatchUpDigest(
            reading: reading, pipelines: names, since: start, order: order, limit: take,
            locale: reading.plan?.settings.locale ?? context.localized.language,
            services: DependencyFactory(context, common).services(for: reading.plan?.settings, zone: reading.zone))
        let outcome = try await digest.make()
        try requireNumber(among: outcome, context.localized)
        try await page.write(outcome.digest)
        if outcome.isCut {
            let limit = MessageArgument.grouped(CatchUpDigest.mostCandidates)
            remark(.message("catch_up.cut", ["limit": limit]), printer, context)
        }
        if let output {
            remark(
                .message(
                    "catch_up.written",
                    [
                        "count": .grouped(outcome.digest.entries.count),
                        "offered": .grouped(outcome.digest.catchUp?.offered ?? 0),
                        "file": .text(VisibleText.line(output)),
                    ]), printer, context)
        }
        return .done
    }

    private var order: CatchUp.Order {
        switch by {
        case "buzz": .buzz
        case "date": .date
        default: .number(by)
        }
    }

    private func remark(_ text: LocalizedText, _ printer: NoticePrinter, _ context: CommandContext) {
        guard !common.quiet else { return }
        printer.remark(context.localized("catch_up.remark", ["remark": .message(text)]))
    }

    /// Returns the names of the pipelines: the given ones, or those of the configuration, or those of the state if there
    /// is no configuration.
    private func names(_ reading: StateReading, _ localized: Localizer) async throws(CommandFailure) -> [String] {
        let stored = try await reading.query { state throws(StageError) in try state.pipelineNames() }
        let configured = reading.plan?.pipelines.filter { !$0.carriesNotices }.map(\.name)
        guard !pipelines.isEmpty else { return configured ?? stored }
        let known = Set(stored).union(configured ?? []).sorted()
        for name in pipelines { try KnownName.require(name, among: known, .pipeline, localized) }
        var seen: Set<String> = []
        return pipelines.filter { seen.insert($0).inserted }
    }

    /// Throws if the order is by a number that no entry has: the name is probably wrong.
    private func requireNumber(among outcome: CatchUpDigest.Outcome, _ localized: Localizer) throws(CommandFailure) {
        guard case .number(let name) = order, !outcome.numberNames.contains(name),
            !NumberName.standard.contains(name)
        else { return }
        let known = (["buzz", "date"] + outcome.numberNames.union(NumberName.ofReaders).sorted())
        var arguments: [String: MessageArgument] = ["name": .text(Diagnostic.printable(name))]
        if let meant = Spelling.nearest(to: name, among: known) {
            arguments["meant"] = .text(Diagnostic.printable(meant))
        } else {
            arguments["names"] = .row(known.map(Diagnostic.printable))
        }
        throw CommandFailure(.usage, localized("catch_up.no_number", arguments))
    }
}
