import ArgumentParser
import FeedEngine
import FeedModel
import FeedPrograms
import FeedRendering
import FeedStages
import FeedSystem

/// `kawaraban cron`: prints the line for crontab(5) that the configuration needs, or places it.
struct CronCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "cron",
        abstract: Surroundings.localized("help.cron"),
        discussion: Surroundings.localized("help.cron.discussion"))

    @OptionGroup var common: CommonOptions
    @OptionGroup var placing: PlacingOptions

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let marks = MarkedLines(name: absolutePath(common.config))
        let crontab = CronPlacing(
            context: context, marks: marks, programs: Programs(), variables: ProcessEnvironment.variables)
        guard !placing.remove else {
            let outcome = try await crontab.place(nil)
            report(outcome, context)
            return .done
        }
        let plan = try await PlanLoading(context, common).plan(for: .check)
        let entry = try await CronEntry(context, common, of: plan, every: placing.every, worker: placing.worker)
        guard placing.install else {
            try context.console.print(bytes: marks.block(entry.lines))
            let printer = NoticePrinter(context, common)
            if !common.quiet { for hint in await entry.hints(placing) { printer.remark(hint) } }
            return .done
        }
        let outcome = try await crontab.place(entry.lines)
        try context.console.print(bytes: marks.block(entry.lines))
        report(outcome, context)
        if !common.quiet {
            for hint in await entry.hints(placing) { NoticePrinter(context, common).remark(hint) }
        }
        return .done
    }

    private func report(_ outcome: CronPlacing.Outcome, _ context: CommandContext) {
        guard !common.quiet else { return }
        let line =
            switch outcome {
            case .placed: context.localized("cron.placed")
            case .replaced: context.localized("cron.replaced")
            case .removed: context.localized("cron.removed")
            case .unchanged where placing.remove: context.localized("cron.nothing_to_remove")
            case .unchanged: context.localized("cron.unchanged")
            }
        NoticePrinter(context, common).remark(line)
    }
}

/// Whether a command prints what is needed, places it or takes it away.
struct PlacingOptions: ParsableArguments {
    @Flag(help: .localized("help.placing.install"))
    var install = false

    @Flag(help: .localized("help.placing.remove"))
    var remove = false

    @Option(help: .localized("help.placing.every", valueName: "minutes"))
    var every: Int?

    @Option(help: .localized("help.fetch.worker", valueName: "name"))
    var worker: String?

    /// The options of the same call that places it, for a hint that can be copied.
    var installing: String {
        (["--install"] + (every.map { ["--every", "\($0)"] } ?? [])
            + (worker.map { ["--worker", VisibleText.line(ScheduledCall.quoted($0))] } ?? []))
            .joined(separator: " ")
    }

    func validate() throws {
        try WorkerName.validate(worker)
        guard every.map({ (1...60).contains($0) && 60 % $0 == 0 }) ?? true else {
            throw ValidationError(Surroundings.localized("usage.every"))
        }
        guard !install || !remove else {
            throw ValidationError(Surroundings.localized("usage.install_and_remove"))
        }
    }
}
