import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedStages
import FeedSystem

/// Reads the configuration that the command line names.
struct PlanLoading {
    private let context: CommandContext
    private let common: CommonOptions

    init(_ context: CommandContext, _ common: CommonOptions) {
        self.context = context
        self.common = common
    }

    /// The plan and everything that is wrong, whatever it is.
    func read(for purpose: PlanReader.Purpose) async -> PlanReading {
        // A replay compares `--state` with what the file says.
        let statePath = purpose == .replay ? nil : common.state
        let reader = PlanReader(
            registry: context.registry, purpose: purpose, variables: ProcessEnvironment.variables, statePath: statePath,
            // Under cron they would be a mail at each run; that the program failed is told once, by the run.
            passesMessages: context.console.isTerminal || common.logLevel != nil)
        let path = common.config
        let reading = await context.blocking.run { reader.read(path: path) }
        if let locale = reading.locale { context.outputLanguage.configure(locale) }
        return reading
    }

    /// The plan, or every mistake at once with exit status 78. Warnings are told to those who sit at a terminal.
    func plan(for purpose: PlanReader.Purpose) async throws(CommandFailure) -> Plan {
        let reading = await read(for: purpose)
        guard let plan = reading.plan else {
            throw CommandFailure(.configuration, reading.notices(context.localized, where: { $0.severity == .error }))
        }
        if context.console.isTerminal, !common.quiet {
            let printer = NoticePrinter(context, common)
            for notice in reading.notices(context.localized) { printer.print(notice) }
        }
        return plan
    }
}

extension PlanReading {
    /// A line for each of these mistakes, and how many more there are.
    func lines(_ localized: Localizer) -> [String] {
        let lines = diagnostics.map { $0.line(in: localized.language) }
        return omitted > 0 ? lines + [localized("check.more", ["count": .number(omitted)])] : lines
    }

    /// The same, for whoever tells them.
    func notices(_ localized: Localizer, where isShown: (Diagnostic) -> Bool = { _ in true }) -> [Notice] {
        let notices = diagnostics.filter(isShown).map { Notice($0, localized) }
        guard omitted > 0 else { return notices }
        return notices + [Notice(.warning, "diagnostic", localized("check.more", ["count": .number(omitted)]))]
    }
}

extension CommandContext {
    /// By which clock the machine is set.
    func systemZone() async -> Zone {
        await blocking.run { ZoneReader().systemZone(variables: ProcessEnvironment.variables) }
    }
}

/// Where the state lies, as the command line or the configuration says; with `--state` the configuration may be broken
/// or missing.
struct StateLocation {
    let path: String
    /// What the configuration says, or nil if it cannot be used.
    let plan: Plan?
    /// The zone in which times are shown.
    let zone: Zone

    /// Finds it, or tells every mistake of the configuration.
    static func find(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure) -> StateLocation {
        let reading = await PlanLoading(context, common).read(for: .check)
        guard let path = common.state ?? reading.plan?.settings.statePath else {
            throw CommandFailure(
                .configuration,
                reading.notices(context.localized, where: { $0.severity == .error }) + [
                    Notice(
                        .error, "failure", context.localized("config.state_unknown"))
                ])
        }
        let system = await context.systemZone()
        return StateLocation(path: path, plan: reading.plan, zone: reading.plan?.settings.zone ?? system)
    }
}
