import ArgumentParser
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// `kawaraban init`: asks what to read, when and where to write, writes the configuration, shows the line for cron, and
/// runs the first digest.
struct InitCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: Surroundings.localized("help.init"),
        discussion: Surroundings.localized("help.init.discussion")
            + "\n\n" + Surroundings.localized("help.init.examples"))

    @OptionGroup var common: CommonOptions

    @Argument(help: .localized("help.init.sources", valueName: "source"))
    var sources: [String] = []

    @Option(name: .customLong("at"), help: .localized("help.init.at", valueName: "time"))
    var time: String?

    @Option(name: .customLong("to"), help: .localized("help.init.to", valueName: "path"))
    var output: String?

    @Flag(help: .localized("help.init.no_run"))
    var noRun = false

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let file = NewFile(path: common.config, context: context)
        try await file.requireAbsence()
        let starter = try await starter(context)
        let printer = NoticePrinter(context, common)
        let resolved = noRun ? starter : await resolved(starter, context, printer)
        try await file.write(resolved.text)
        printer.remark(context.localized("init.written", ["file": .text(VisibleText.line(common.config))]))
        let plan = try await PlanLoading(context, common).plan(for: .check)
        let entry = try await CronEntry(context, common, of: plan, every: nil)
        for line in entry.lines { try context.console.print(line) }
        printer.remark(context.localized("init.cron", ["command": .text(common.command("cron --install"))]))
        guard !noRun, let fetching = try? FetchOptions.parse([]) else { return .done }
        printer.remark(context.localized("init.running"))
        var options = RunOptions()
        options.pipelines = [starter.pipeline]
        let status = try await RunSession(context, common, fetching, preview: nil).perform(options)
        for path in await digests(context) {
            printer.remark(context.localized("init.digest", ["file": .text(VisibleText.line(path))]))
        }
        return status
    }

    /// Asks for what the command line leaves out.
    private func starter(_ context: CommandContext) async throws(CommandFailure) -> StarterConfiguration {
        let isTalking = isatty(STDIN_FILENO) == 1 && context.console.isTerminal
        let missing = [
            sources.isEmpty ? "SOURCE…" : nil, time == nil ? "--at" : nil, output == nil ? "--to" : nil,
        ].compactMap(\.self)
        guard isTalking || missing.isEmpty else {
            throw CommandFailure(.usage, context.localized("init.needs_flags", ["flags": .row(missing)]))
        }
        let console = context.console
        let dialogue = StarterDialogue(
            context: context, common: common, columns: console.columns - 1, tell: { console.ask($0) },
            read: { readLine() })
        let draft = StarterConfiguration(
            sources: [], locale: context.outputLanguage.current,
            zone: await context.blocking.run { Self.machineZone },
            schema: await context.blocking.run { StarterConfiguration.schema(of: "/proc/self/exe") },
            localized: context.localized)
        return try await dialogue.starter(.init(sources: sources, time: time, output: output), from: draft)
    }

    /// The name of the machine's time zone, such as `Asia/Tokyo`; nil if it has none.
    private static var machineZone: String? {
        let parts = realPath("/etc/localtime").split(separator: "/")
        guard let folder = parts.firstIndex(of: "zoneinfo"), parts.count - folder > 2 else { return nil }
        return parts[(folder + 1)...].joined(separator: "/")
    }

    /// Puts the feeds of sites in place of their pages. A site that does not answer stays: the first run tells it.
    private func resolved(
        _ starter: StarterConfiguration, _ context: CommandContext, _ printer: NoticePrinter
    ) async -> StarterConfiguration {
        let addresses = starter.sources.map(\.text).filter { Address.isHTTP($0) }
        let finder = FeedFinder(DependencyFactory(context, common).network(for: nil), addresses: addresses)
        await withTaskGroup(of: Void.self) { group in
            for address in addresses {
                group.addTask { _ = try? await finder.send(Trial.request(for: address)) }
            }
        }
        for site in finder.sites { printer.remark(site.told(context.localized)) }
        return starter.resolved(finder.sites, context.localized)
    }

    /// The files that the first run has written.
    private func digests(_ context: CommandContext) async -> [String] {
        guard let plan = await PlanLoading(context, common).read(for: .check).plan else { return [] }
        let services = DependencyFactory(context, common).services(for: plan.settings)
        let pipelines = plan.pipelines.map(\.name)
        return await context.blocking.run {
            plan.sinks.flatMap { planned -> [String] in
                let sink = try? planned.make(services) as? any FileWriting
                return (sink?.targets(of: pipelines, at: SystemClock().now) ?? []).sorted()
            }.filter { access($0, R_OK) == 0 }
        }
    }
}
