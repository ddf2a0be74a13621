import ArgumentParser
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

    @OptionGroup var common: CommonOptions
    @OptionGroup var placing: PlacingOptions

    @Flag(help: .localized("help.systemd.system"))
    var system = false

    @Option(help: .localized("help.systemd.name", valueName: "name"))
    var name = "kawaraban"

    func validate() throws {
        guard UnitFiles.isName(name) else { throw ValidationError(Surroundings.localized("usage.unit_name")) }
        guard !system || !placing.install && !placing.remove else {
            throw ValidationError(Surroundings.localized("usage.system_only_prints"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        guard placing.install || placing.remove else { return try await printUnits(context) }
        let variables = ProcessEnvironment.variables
        guard let folder = UnitPlacing.folder(variables) else {
            throw CommandFailure(.cannotCreate, context.localized("systemd.no_home"))
        }
        let units = UnitPlacing(
            context: context, common: common, name: name, owner: absolutePath(common.config), folder: folder,
            programs: Programs(), variables: variables)
        let told = placing.remove ? try await units.remove() : try await units.install(try await files(context))
        for line in told { try context.console.print(line) }
        return .done
    }

    private func files(_ context: CommandContext) async throws(CommandFailure) -> UnitFiles {
        let plan = try await PlanLoading(context, common).plan(for: .check)
        return UnitFiles(name: name, call: try call(context), timetable: Timetable(of: plan, every: placing.every))
    }

    private func call(_ context: CommandContext) throws(CommandFailure) -> ScheduledCall {
        let call = try ScheduledCall(context, common)
        guard let fault = call.unitFault else { return call }
        throw CommandFailure(.configuration, context.localized(fault))
    }

    private func printUnits(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let printer = NoticePrinter(context, common)
        guard system else {
            let units = try await files(context)
            let folder = "~/.config/systemd/user/"
            try print(units.service, as: folder + name + ".service", context)
            try context.console.print("")
            try print(units.timer, as: folder + name + ".timer", context)
            if !common.quiet {
                printer.remark(
                    context.localized("systemd.how_to_place", ["command": .text(common.command("systemd --install"))]))
            }
            return .done
        }
        let plan = try await PlanLoading(context, common).plan(for: .check)
        let home = "/var/lib/" + name
        // Not beside the outputs: a folder that is published must not hold it.
        let call = try call(context).with(state: common.state == nil ? home + "/state/state.sqlite" : nil)
        let units = UnitFiles(name: name, call: call, timetable: Timetable(of: plan, every: placing.every))
        let outputs = await Examination(context: context, common: common, now: SystemClock().now).outputs(of: plan)
        let folders = Set(outputs.map { PlaceExamination.fixedFolder(of: absolutePath($0.path)) })
        let foreign = folders.filter { $0 != home && !$0.hasPrefix(home + "/") }.sorted()
        let config = common.config
        let sandbox = UnitFiles.Sandbox(
            credentials: await context.blocking.run { CredentialNames.inFile(config) }, writtenFolders: foreign)
        try print(units.sandboxedService(sandbox), as: "/etc/systemd/system/\(name).service", context)
        try context.console.print("")
        try print(units.timer, as: "/etc/systemd/system/\(name).timer", context)
        guard !common.quiet else { return .done }
        for line in hints(call, sandbox, context) { printer.remark(line) }
        return .done
    }

    /// Prints a unit with its place above it.
    private func print(_ unit: String, as place: String, _ context: CommandContext) throws(CommandFailure) {
        try context.console.print(bytes: Array("# \(place)\n\(unit)".utf8))
    }

    /// What the owner of a sandboxed service has to arrange.
    private func hints(_ call: ScheduledCall, _ sandbox: UnitFiles.Sandbox, _ context: CommandContext) -> [String] {
        var hints: [String] = []
        let isInHome = ["/home/", "/root/", "/run/user/"].contains { call.config.hasPrefix($0) }
        var status = stat()
        let isClosed = stat(call.config, &status) == 0 && status.st_mode & 0o004 == 0
        if isInHome {
            hints.append(context.localized("systemd.config_in_home", ["name": .text(name)]))
        } else if isClosed {
            hints.append(context.localized("systemd.config_closed", ["file": .text(VisibleText.line(call.config))]))
        }
        for folder in sandbox.writtenFolders {
            let arguments: [String: MessageArgument] = [
                "folder": .text(VisibleText.line(folder)), "name": .text(name),
            ]
            hints.append(context.localized("systemd.foreign_folder", arguments))
        }
        for credential in sandbox.credentials {
            hints.append(
                context.localized("systemd.credential", ["file": .text("/etc/\(name)/credentials/\(credential)")]))
        }
        return hints + [context.localized("systemd.how_to_start", ["name": .text(name)])]
    }
}
