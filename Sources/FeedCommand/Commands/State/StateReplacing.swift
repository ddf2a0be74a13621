import FeedMessages
import FeedRendering
import FeedStages
import FeedState

extension StateReading {
    /// The failure of a command that replaces a state, with a line for each thing that `--force` delivers again or loses.
    static func failure(ofReplacing error: StageError, _ localized: Localizer) -> CommandFailure {
        let failure = failure(error, localized)
        let consequences = StateDifference.facts.compactMap { error.phrases[$0] }
            .map { ChangeLines.name + VisibleText.line(localized($0)) }
        return CommandFailure(failure.status, failure.notices + CommandFailure(failure.status, consequences).notices)
    }
}

extension StateLoading.Outcome {
    /// What else is told of a state that is now in `storage`.
    func lines(in storage: StateStorage, _ localized: Localizer) -> [String] {
        let kept = kept.map { kept in
            let shown = MessageArgument.text(VisibleText.line(kept))
            return switch storage {
            case .sqlite: localized("state.load.kept", ["path": shown])
            case .postgresql: localized("state.load.kept_schema", ["schema": shown])
            }
        }
        return [kept].compactMap(\.self) + differences.map { VisibleText.line(localized($0)) }
            + places.map { localized("state.load.elsewhere", ["path": .text(VisibleText.line($0))]) }
    }
}

extension Console {
    /// Prints a line about what is done. That it cannot be printed is no reason to call it a failure; the next output
    /// tells it.
    func confirm(_ line: String) throws(StageError) {
        do throws(CommandFailure) {
            try print(text: line)
        } catch {
            throw StageError(.outputClosed, subject: "stdout")
        }
    }
}
