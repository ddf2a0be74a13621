import ArgumentParser
import FeedRendering
import FeedStages
import FeedState

/// `kawaraban state repair`: the only way on after damage.
struct StateRepairCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "repair",
        abstract: "Saves what can be read of a damaged state, and lets runs work again.",
        discussion: """
            The damaged file is kept beside the new one. What was lost of it may be delivered again; a source of which \
            nearly everything seems new is held back, and told. An older copy that was put back is accepted.
            """)

    @OptionGroup var common: CommonOptions

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        let location = try await StateLocation.find(context, common)
        let outcome: StateRepair.Outcome
        do throws(StageError) {
            outcome = try await StateRepair.perform(path: location.path, now: SystemClock().now)
        } catch {
            throw StateReading.failure(error)
        }
        for line in lines(outcome) { try context.console.print(line) }
        return .done
    }

    private func lines(_ outcome: StateRepair.Outcome) -> [String] {
        let dropped =
            outcome.dropped == 0
            ? []
            : [
                "\(StateEditing.count(outcome.dropped, "text", "texts")) of entries could not be read, and were taken away"
            ]
        guard let kept = outcome.kept else {
            return dropped + [
                outcome.flaw.map {
                    "the state was marked (\(VisibleText.line($0))), but is whole: runs work with it again"
                }
                    ?? "the state is whole: runs work with it again"
            ]
        }
        let saved = [("feed", "feeds"), ("entry", "entries"), ("entry_key", "keys"), ("message", "messages")]
            .map { "\(outcome.saved[$0.0] ?? 0) \($0.1)" }.joined(separator: ", ")
        var lines = ["damaged: \(VisibleText.line(outcome.flaw ?? ""))", "saved: \(saved)"]
        if !outcome.incomplete.isEmpty {
            lines.append("not everything could be read of: \(outcome.incomplete.joined(separator: ", "))")
        }
        return lines + dropped + ["the damaged file is kept as \(VisibleText.line(kept)); runs work with the new one"]
    }
}
