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

    @Argument(help: .localized("help.init.sources", valueName: "source"), completion: .shortForms)
    var sources: [String] = []

    @Option(name: .customLong("at"), help: .localized("help.init.at", valueName: "time"))
    var time: String?

    @Option(name: .customLong("to"), help: .localized("help.init.to", valueName: "path"), completion: .file())
    var output: String?

    @Flag(help: .localized("help.init.no_run"))
    var noRun = false

    @Option(help: .localized("help.init.replay", valueName: "dir"), completion: .directory)
    var replay: String?

    func validate() throws {
        guard replay == nil || !noRun else { throw ValidationError(Surroundings.localized("usage.replay_runs")) }
    }

    var fetches: Bool { true }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let file = NewFile(path: common.config, context: context)
        try await file.requireAbsence()
        let starter = try await starter(context)
        // Nothing is written before it is clear that the run can begin.
        let setting = try await setting(of: starter, context)
        let printer = NoticePrinter(context, common)
        let resolved = noRun ? starter : await resolved(starter, over: setting.transport, context, printer)
        try await file.write(resolved.text)
        printer.remark(context.localized("init.written", ["file": .text(VisibleText.line(common.config))]))
        var scheduled = common
        // The state of recorded answers is not that of the configuration.
        if replay != nil { scheduled.state = nil }
        let plan = try await PlanLoading(context, scheduled).plan(for: .check)
        let entry = try await CronEntry(context, scheduled, of: plan)
        for line in entry.lines { try context.console.print(line) }
        let commands = ["cron", "systemd"].map { MessageArgument.text(scheduled.command("\($0) --install")) }
        printer.remark(context.localized("init.cron", ["cron": commands[0], "systemd": commands[1]]))
        guard !noRun, var fetching = try? FetchOptions.parse([]) else { return .done }
        fetching.replay = replay
        if replay == nil {
            printer.remark(context.localized("init.running"))
        } else {
            let time = DatedText.minute(setting.now, setting.zone)
            printer.remark(context.localized("init.replaying", ["time": .text(time)]))
        }
        var options = RunOptions()
        options.pipelines = [starter.pipeline]
        let status = try await RunSession(context, common, fetching, preview: nil).perform(options)
        for path in await digests(setting, context) {
            printer.remark(context.localized("init.digest", ["file": .text(VisibleText.line(path))]))
        }
        if replay != nil, let state = common.state {
            let arguments = [
                "state": MessageArgument.text(VisibleText.line(state)), "command": .text(scheduled.command("run")),
            ]
            printer.remark(context.localized("init.replayed", arguments))
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

    /// Where the first run fetches, and when: now, or in the recording.
    private struct Setting {
        let transport: any HTTPTransport
        let now: Timestamp
        let zone: Zone
    }

    /// Throws what keeps the first run from beginning: no recording, or no state of its own for it.
    private func setting(
        of starter: StarterConfiguration, _ context: CommandContext
    ) async throws(CommandFailure) -> Setting {
        let reader = PlanReader(
            registry: context.registry, purpose: .replay, variables: ProcessEnvironment.variables)
        let (bytes, path) = (Array(starter.text.utf8), common.config)
        let reading = await context.blocking.run { reader.read(bytes, path: path) }
        guard let plan = reading.plan else {
            throw CommandFailure(.usage, reading.errorSentences(context.localized))
        }
        if replay != nil { _ = try await RunSession.replayState(of: plan, context, common) }
        let factory = DependencyFactory(context, common, replay: replay)
        let dependencies = try await factory.dependencies(for: plan)
        return Setting(
            transport: dependencies.transport, now: dependencies.clock.now,
            zone: await factory.zone(of: plan, with: dependencies))
    }

    /// Puts the feeds of sites in place of their pages. A site that does not answer stays: the first run tells it.
    private func resolved(
        _ starter: StarterConfiguration, over transport: any HTTPTransport, _ context: CommandContext,
        _ printer: NoticePrinter
    ) async -> StarterConfiguration {
        let addresses = starter.sources.map(\.text).filter { Address.isHTTP($0) }
        let finder = FeedFinder(transport, addresses: addresses)
        await withTaskGroup(of: Void.self) { group in
            for address in addresses {
                group.addTask { _ = try? await finder.send(Trial.request(for: address)) }
            }
        }
        for site in finder.sites { printer.remark(site.told(context.localized)) }
        return starter.resolved(finder.sites, context.localized)
    }

    /// The digests that the first run has written.
    private func digests(_ setting: Setting, _ context: CommandContext) async -> [String] {
        guard var plan = await PlanLoading(context, common).read(for: .check).plan else { return [] }
        plan.settings.zone = setting.zone
        let services = DependencyFactory(context, common).services(for: plan.settings)
        let (sinks, pipelines) = (plan.sinks, plan.pipelines.map(\.name))
        return await context.blocking.run {
            sinks.compactMap { planned -> String? in
                let sink = try? planned.make(services) as? any FileWriting
                // What a sink writes beside the digest, such as a page of what was left out, has a longer name.
                return sink?.targets(of: pipelines, at: setting.now)?.min { $0.utf8.count < $1.utf8.count }
            }.filter { access($0, R_OK) == 0 }
        }
    }
}
