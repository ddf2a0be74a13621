import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// `check --online`: fetches each source once with an empty temporary state, so that nothing is delivered, remembered
/// or counted. Of a state in PostgreSQL the server is asked, and nothing is changed there.
struct OnlineCheck {
    private let context: CommandContext
    private let common: CommonOptions
    private var catalogue: Catalogue { context.catalogue }

    init(_ context: CommandContext, _ common: CommonOptions) {
        self.context = context
        self.common = common
    }

    /// Prints a line for the server of the state, if it has one, and for each source. Returns status 1 if any failed.
    func perform(_ plan: Plan) async throws(CommandFailure) -> ExitStatus {
        let server = common.state == nil ? await findings(on: plan.settings.state) : []
        for finding in server { try context.console.print(text: line(finding)) }
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
        let hasFailed =
            server.contains { $0.grade == .bad } || report.sources.values.contains { $0.kind == .failed }
        return hasFailed ? .attention : .done
    }

    /// What prevents a run from using the server of a state, or that it suits. None for a state in a file.
    private func findings(on address: StateAddress) async -> [Finding] {
        guard address.path == nil else { return [] }
        do throws(StageError) {
            let facts = try await context.blocking.run { () throws(StageError) in try StateFile.server(at: address) }
            // A state that a newer version made, or that went elsewhere, is refused when it is opened. One of an older
            // version is upgraded by the next run.
            do throws(StageError) {
                try await StateFile.open(address, mode: .readOnly, now: SystemClock().now).close()
            } catch {
                guard error.code == .stateOutdated else { throw error }
            }
            let findings = facts.map { ServerExamination(facts: $0).findings } ?? []
            let faults = findings.filter { $0.grade == .bad }
            return faults.isEmpty ? Array(findings.prefix(1)) : faults
        } catch {
            return [.bad("state", error, catalogue)]
        }
    }

    private func line(_ finding: Finding) -> String {
        let localized = context.localized
        let arguments: [String: MessageArgument] = [
            "source": "settings.state", "reason": .text(finding.sentence(localized)),
        ]
        guard finding.grade == .bad else { return localized("check.online.answers", arguments) }
        return localized("check.online.failed", arguments)
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
