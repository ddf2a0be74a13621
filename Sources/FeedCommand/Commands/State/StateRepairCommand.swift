import ArgumentParser
import FeedMessages
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state repair`: saves what is readable of a damaged state, so that runs work again.
struct StateRepairCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: Surroundings.localized("help.state_repair"),
        discussion: Surroundings.localized("help.state_repair.discussion"))

    @OptionGroup var common: CommonOptions

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let location = try await StateLocation.find(context, common)
        let path = try location.path(context)
        let outcome: StateRepair.Outcome
        do throws(StageError) {
            outcome = try await StateRepair.perform(path: path, now: SystemClock().now)
        } catch {
            throw StateReading.failure(error, context.localized)
        }
        for line in lines(outcome, context.localized) { try context.console.print(text: line) }
        return .done
    }

    private func lines(_ outcome: StateRepair.Outcome, _ localized: Localizer) -> [String] {
        let flaw = outcome.flaw.map { MessageArgument($0) }
        let dropped =
            outcome.dropped == 0
            ? [] : [localized("state.repair.texts_dropped", ["count": .number(outcome.dropped)])]
        guard let kept = outcome.kept else {
            let whole = flaw.map { localized("state.repair.was_marked", ["flaw": $0]) }
            return dropped + [VisibleText.line(whole ?? localized("state.repair.is_whole"))]
        }
        let counts = outcome.saved
        let saved = localized(
            "state.repair.saved",
            [
                "feeds": .number(counts["feed"] ?? 0), "entries": .number(counts["entry"] ?? 0),
                "keys": .number(counts["entry_key"] ?? 0), "messages": .number(counts["message"] ?? 0),
            ])
        var lines = [VisibleText.line(localized("state.check.damaged", ["flaw": flaw ?? ""])), saved]
        if !outcome.incomplete.isEmpty {
            lines.append(localized("state.repair.incomplete", ["tables": .row(outcome.incomplete)]))
        }
        return lines + dropped + [localized("state.repair.kept", ["path": .text(VisibleText.line(kept))])]
    }
}
