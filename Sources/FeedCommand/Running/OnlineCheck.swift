import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState

/// `check --online`: fetches each source once with an empty temporary state, so that nothing is delivered, remembered
/// or counted.
struct OnlineCheck {
    private let context: CommandContext
    private let common: CommonOptions
    private var catalogue: Catalogue { context.catalogue }

    init(_ context: CommandContext, _ common: CommonOptions) {
        self.context = context
        self.common = common
    }

    /// Prints a line for each source. Returns status 1 if any failed.
    func perform(_ plan: Plan) async throws(CommandFailure) -> ExitStatus {
        let folder = try await TemporaryFolder.make(context)
        let outcome = await attempt(plan, in: folder)
        await folder.remove(context.blocking)
        let report = try outcome.get()
        let failing = ChangeLines(catalogue: catalogue, zone: plan.settings.zone)
        for source in plan.sources {
            guard let outcome = report.sources[source.name] else { continue }
            try context.console.print(text: line(source.name, outcome, failing))
        }
        if report.wasCancelled { return context.signals.status ?? .terminated }
        return report.sources.values.contains { $0.kind == .failed } ? .attention : .done
    }

    private func attempt(_ plan: Plan, in folder: TemporaryFolder) async -> Result<RunReport, CommandFailure> {
        do throws(CommandFailure) {
            let dependencies = try await DependencyFactory(context, common).dependencies(for: plan)
            let state: any StateStore
            do throws(StageError) {
                state = try await StateFile.open(.file(folder.path + "/state.sqlite"), now: dependencies.clock.now)
            } catch {
                throw CommandFailure(.state(error), ChangeLines(catalogue: catalogue, zone: .utc).line("state", error))
            }
            var options = RunOptions()
            options.collectsOnly = true
            options.ignoresRefresh = true
            let report = await Run(plan, state: state, dependencies: dependencies).execute(options)
            // An error here loses nothing: this state is deleted anyway.
            try? await state.close()
            return .success(report)
        } catch {
            return .failure(error)
        }
    }

    private func line(_ name: String, _ outcome: SourceOutcome, _ failing: ChangeLines) -> String {
        let localized = context.localized
        var arguments = ["source": MessageArgument.text(VisibleText.line(name))]
        switch outcome.kind {
        case .loaded, .unchanged:
            arguments["entries"] = .number(outcome.entries)
            arguments["time"] = .text(Quantity.taken(outcome.seconds, in: localized.language))
            return localized("check.online.ok", arguments)
        case .skipped:
            arguments["reason"] = MessageArgument(outcome.skipReason.map(catalogue.reason) ?? "")
            return localized("check.online.skipped", arguments)
        case .failed:
            arguments["reason"] = MessageArgument(outcome.error.map(failing.sentence) ?? "")
            return localized("check.online.failed", arguments)
        }
    }
}
