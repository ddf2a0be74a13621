import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
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

    /// Returns the plan, if there is one, and all findings. It is read on `thread`, or on one of the command's threads.
    func read(for purpose: PlanReader.Purpose, on thread: SerialThreadExecutor? = nil) async -> PlanReading {
        // A replay compares `--state` with the path in the file.
        let statePath = purpose == .replay ? nil : common.state
        let reader = PlanReader(
            registry: context.registry, purpose: purpose, variables: ProcessEnvironment.variables, statePath: statePath,
            // Under cron these messages would make a mail at each run. The run itself reports the failed program once.
            passesMessages: context.console.isTerminal || common.logLevel != nil)
        let path = common.config
        let reading =
            if let thread {
                await thread.run { reader.read(path: path) }
            } else {
                await context.blocking.run { reader.read(path: path) }
            }
        if let locale = reading.locale { context.outputLanguage.configure(locale) }
        return reading
    }

    /// Returns the plan, or throws every mistake with exit status 78. Prints warnings if stderr is a terminal.
    func plan(
        for purpose: PlanReader.Purpose, on thread: SerialThreadExecutor? = nil
    ) async throws(CommandFailure) -> Plan {
        let reading = await read(for: purpose, on: thread)
        guard let plan = reading.plan else {
            throw CommandFailure(
                .configuration,
                reading.notices(
                    context.localized, columns: context.console.columns, where: { $0.severity == .error }))
        }
        if context.console.isTerminal, !common.quiet {
            let printer = NoticePrinter(context, common)
            for notice in reading.notices(context.localized, columns: context.console.columns) { printer.print(notice) }
        }
        return plan
    }
}

extension PlanReading {
    /// The most findings that are shown with their lines.
    private static let mostMarks = 20

    /// Returns a line for each finding with its place in the file below it, and one with the number of omitted ones.
    func lines(_ localized: Localizer, columns: Int?) -> [String] {
        let lines = diagnostics.enumerated().flatMap { index, diagnostic in
            DisplayWidth.hanging(diagnostic.line(in: localized.language), in: columns)
                + marks(of: diagnostic, index, columns: columns)
        }
        return omitted > 0 ? lines + [localized("check.more", ["count": .number(omitted)])] : lines
    }

    /// Returns a notice for each shown finding, and one with the number of omitted ones.
    func notices(
        _ localized: Localizer, columns: Int, where isShown: (Diagnostic) -> Bool = { _ in true }
    ) -> [Notice] {
        let notices = diagnostics.filter(isShown).enumerated().map { index, diagnostic in
            var notice = Notice(diagnostic, localized)
            notice.marks = marks(of: diagnostic, index, columns: columns)
            return notice
        }
        guard omitted > 0 else { return notices }
        return notices + [Notice(.warning, "diagnostic", localized("check.more", ["count": .number(omitted)]))]
    }

    private func marks(of diagnostic: Diagnostic, _ index: Int, columns: Int?) -> [String] {
        index < Self.mostMarks ? MarkedLine.lines(excerpt, at: diagnostic.place, columns: columns) : []
    }
}

extension CommandContext {
    /// Returns the time zone of the machine.
    func systemZone() async -> Zone {
        await blocking.run { ZoneReader().systemZone(variables: ProcessEnvironment.variables) }
    }
}

/// The place of the state from the command line or the configuration. With `--state` the configuration may be broken or
/// missing.
struct StateLocation {
    let address: StateAddress
    /// The configuration, or nil if it cannot be used.
    let plan: Plan?
    /// The zone in which times are shown.
    let zone: Zone

    /// The path of the state's file. Throws a usage error if it is none.
    func path(_ context: CommandContext) throws(CommandFailure) -> String {
        if let path = address.path { return path }
        throw CommandFailure(.usage, context.localized("state.no_file"))
    }

    /// Finds the place, or throws every mistake of the configuration with exit status 78.
    static func find(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure) -> StateLocation {
        let reading = await PlanLoading(context, common).read(for: .check)
        guard let address = common.state.map(StateAddress.file) ?? reading.plan?.settings.state else {
            throw CommandFailure(
                .configuration,
                reading.notices(
                    context.localized, columns: context.console.columns, where: { $0.severity == .error }) + [
                        Notice(
                            .error, "failure", context.localized("config.state_unknown"))
                    ])
        }
        let system = await context.systemZone()
        return StateLocation(address: address, plan: reading.plan, zone: reading.plan?.settings.zone ?? system)
    }
}
