import ArgumentParser
import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedPrograms
import FeedRendering
import FeedStages
import FeedSystem
import Glibc

/// `kawaraban systemd`: prints the service and the timer that the configuration needs, or places them.
struct SystemdCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "systemd",
        abstract: Surroundings.localized("help.systemd"),
        discussion: Surroundings.localized("help.systemd.discussion"))

    private static let usualName = "kawaraban"

    @OptionGroup var common: CommonOptions
    @OptionGroup var placing: PlacingOptions

    @Flag(help: .localized("help.systemd.system"))
    var system = false

    @Option(help: .localized("help.systemd.name", valueName: "name"))
    var name = Self.usualName

    func validate() throws {
        guard UnitFiles.isName(name) else { throw ValidationError(Surroundings.localized("usage.unit_name")) }
        guard !system || !placing.install && !placing.remove else {
            throw ValidationError(Surroundings.localized("usage.system_only_prints"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        if system { return try await printSandbox(context) }
        guard placing.install || placing.remove else { return try await printUnits(context) }
        let variables = ProcessEnvironment.variables
        guard let folder = UnitPlacing.folder(variables) else {
            throw CommandFailure(.cannotCreate, context.localized("systemd.no_home"))
        }
        let units = UnitPlacing(
            context: context, common: common, name: name, owner: absolutePath(common.config), folder: folder,
            programs: Programs(), variables: variables)
        guard placing.install else {
            for line in try await units.remove() { try context.console.print(text: line) }
            return .done
        }
        let files = try await files(context)
        for line in try await units.install(files) { try context.console.print(text: line) }
        await remark(hints(files, context), context)
        return .done
    }

    private func printUnits(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let units = try await files(context)
        let folder = "~/.config/systemd/user/"
        try print(units.service, as: folder + name + ".service", context)
        try context.console.print("")
        try print(units.timer, as: folder + name + ".timer", context)
        let command =
            "systemd \(placing.installing)" + (name == Self.usualName ? "" : " --name \(name)")
        let howToPlace = context.localized("systemd.how_to_place", ["command": .text(common.command(command))])
        await remark(hints(units, context) + [howToPlace], context)
        return .done
    }

    private func printSandbox(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let plan = try await PlanLoading(context, common).plan(for: .check)
        let home = "/var/lib/" + name
        // Not beside the outputs: a folder that is published must not hold it.
        let isFile = plan.settings.state.path != nil
        let call = try call(context).with(state: common.state == nil && isFile ? home + "/state/state.sqlite" : nil)
        let config = common.config
        let units = UnitFiles(
            name: name, call: call, timetable: Timetable(of: plan, every: placing.every),
            credentials: await context.blocking.run { CredentialNames.inFile(config) })
        let examination = Examination(context: context, common: common, now: SystemClock().now)
        let written = await examination.outputs(of: plan).map {
            PlaceExamination.fixedFolder(of: absolutePath($0.path))
        }
        let states = call.state.map { [PathParts($0).folder] } ?? []
        let foreign = Set(written + states).filter { $0 != home && !isPath($0, below: home) }.sorted()
        let lacking = await lackedValues(from: .systemManager, context)
        let hasVariables = !lacking.isEmpty || plan.namedFiles.contains { $0.use == .variables }
        let sandbox = UnitFiles.Sandbox(writtenFolders: foreign, hasVariables: hasVariables)
        try print(units.sandboxedService(sandbox), as: "/etc/systemd/system/\(name).service", context)
        try context.console.print("")
        try print(units.timer, as: "/etc/systemd/system/\(name).timer", context)
        let present = common.state == nil ? plan.settings.state.path : call.state
        let inside = SandboxExamination(
            name: name, call: call, sandbox: sandbox, credentials: units.credentials, files: plan.namedFiles,
            presentState: present.map(absolutePath), common: common)
        let sentences = await context.blocking.run { inside.sentences }
        let howToStart = context.localized("systemd.how_to_start", ["name": .text(name)])
        remark(sentences.map { context.localized($0) } + lacking + [howToStart], context)
        return .done
    }

    private func files(_ context: CommandContext) async throws(CommandFailure) -> UnitFiles {
        let plan = try await PlanLoading(context, common).plan(for: .check)
        let config = common.config
        return UnitFiles(
            name: name, call: try call(context), timetable: Timetable(of: plan, every: placing.every),
            credentials: await context.blocking.run { CredentialNames.inFile(config) })
    }

    private func call(_ context: CommandContext) throws(CommandFailure) -> ScheduledCall {
        let call = try ScheduledCall(context, common, worker: placing.worker)
        guard let fault = call.unitFault else { return call }
        throw CommandFailure(.configuration, context.localized(fault))
    }

    /// Prints a unit with its place above it.
    private func print(_ unit: String, as place: String, _ context: CommandContext) throws(CommandFailure) {
        try context.console.print(bytes: Array("# \(place)\n\(unit)".utf8))
    }

    private func remark(_ lines: [String], _ context: CommandContext) {
        guard !common.quiet else { return }
        for line in lines { NoticePrinter(context, common).remark(line) }
    }

    /// What the owner of a user's service has to arrange.
    private func hints(_ units: UnitFiles, _ context: CommandContext) async -> [String] {
        let folder = UnitPlacing.configurations(ProcessEnvironment.variables) ?? "~/.config"
        return units.credentials.map { credential in
            let file = VisibleText.line("\(folder)/\(name)/credentials/\(credential)")
            return context.localized("systemd.own_credential", ["file": .text(file)])
        } + (await lackedValues(from: .userManager, context))
    }

    /// Sentences about variables that are set here, and not in a run that systemd starts.
    private func lackedValues(from starter: RunStarter, _ context: CommandContext) async -> [String] {
        let examination = Examination(context: context, common: common, now: SystemClock().now)
        let missing = await examination.missing(underStarter: starter).filter { $0.origin == .variable }
        let file = starter == .systemManager ? MessageArgument.text(UnitFiles.variables(of: name)) : nil
        func told(_ key: String, _ arguments: [String: MessageArgument]) -> String {
            // messages: placing.lacks_*
            context.localized("placing.\(key)", file.map { arguments.merging(["file": $0]) { $1 } } ?? arguments)
        }
        return missing.map { told("lacks_value", ["place": .text($0.shownPlace), "what": .message($0.what)]) }
            + (ProcessEnvironment.proxyVariable.map {
                [told("lacks_proxy", ["starter": "systemd", "variable": .text($0)])]
            } ?? [])
    }
}
