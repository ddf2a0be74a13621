import ArgumentParser
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import FeedState
import FeedSystem

/// `kawaraban state copy`: copies the state to another place, or from there.
struct StateCopyCommand: Subcommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: Surroundings.localized("help.state_copy"),
        discussion: Surroundings.localized("help.state_copy.discussion"))

    @OptionGroup var common: CommonOptions

    @Option(help: .localized("help.state_copy.to", valueName: "place"), completion: .file())
    var to: StatePlaceOption?

    @Option(help: .localized("help.state_copy.from", valueName: "place"), completion: .file())
    var from: StatePlaceOption?

    @Flag(help: .localized("help.state_copy.move"))
    var move = false

    @Flag(help: .localized("help.state_copy.force"))
    var force = false

    @Option(name: .customLong("path"), help: .localized("help.state_load.path", valueName: "old=new"))
    var paths: [MovedFolderOption] = []

    func validate() throws {
        guard (to != nil) != (from != nil) else {
            throw ValidationError(Surroundings.localized("usage.copy_where"))
        }
    }

    func perform(_ context: CommandContext) async throws(CommandFailure) -> ExitStatus {
        guard let place = to ?? from else { return .usage }
        let other = try place.storage(context.localized)
        let location = try await StateLocation.find(context, common)
        let configured: StateStorage
        do throws(StageError) {
            configured = try StateFile.storage(location.address)
        } catch {
            throw StateReading.failure(error, context.localized)
        }
        guard !other.isSame(as: configured) else {
            throw CommandFailure(.usage, context.localized("state.copy.same"))
        }
        let (source, target) = to == nil ? (other, configured) : (configured, other)
        do throws(StageError) {
            let (old, new) = (try source.name, try target.name)
            let outcome = try await StateCopying(
                from: source, to: target, moves: move, forces: force, movedFolders: paths.map(\.folder),
                now: SystemClock().now
            ).perform()
            for line in lines(outcome, from: old, to: new, target, context.localized) {
                try context.console.confirm(line)
            }
            return .done
        } catch {
            throw StateReading.failure(ofReplacing: error, context.localized)
        }
    }

    private func lines(
        _ outcome: StateCopying.Outcome, from old: String, to new: String, _ target: StateStorage,
        _ localized: Localizer
    ) -> [String] {
        let arguments: [String: MessageArgument] = [
            "contents": .message(outcome.loaded.contents.text(in: localized.language)),
            "old": .text(VisibleText.line(old)), "new": .text(VisibleText.line(new)),
        ]
        var lines = [localized("state.copy.done", arguments)] + outcome.loaded.lines(in: target, localized)
        if outcome.isDuringRun { lines.append(localized("state.copy.during_run")) }
        lines.append(
            move ? localized("state.copy.moved", arguments) : localized("state.copy.both", arguments))
        if to != nil { lines.append(localized("state.copy.next", arguments)) }
        return lines
    }
}
