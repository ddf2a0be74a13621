import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// The state, opened for reading without its lock, so that a run may use it meanwhile.
///
/// The configuration gives the path of the state, names and places. With `--state` it may be broken or missing.
struct StateReading {
    let state: any StateStore
    /// The configuration, or nil if it cannot be used.
    let plan: Plan?
    /// The zone in which times are shown.
    let zone: Zone
    /// The current time.
    let now: Timestamp
    /// The path of the state's file; nil if it is none, or not known.
    var path: String?
    /// The language of error messages.
    var localized = Localizer(.en)

    /// Opens the state that the command line or the configuration names. One that does not exist yet counts as empty.
    static func open(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure) -> StateReading {
        let location = try await StateLocation.find(context, common)
        let now = SystemClock().now
        do throws(StageError) {
            let state = try await StateFile.open(
                location.address, mode: .readOnly, folder: location.plan?.settings.directory, now: now)
            printFindings(state.findings, context, common, zone: location.zone)
            return StateReading(
                state: state, plan: location.plan, zone: location.zone, now: now, path: location.address.path,
                localized: context.localized)
        } catch {
            throw Self.failure(error, context.localized)
        }
    }

    /// Prints the findings from the opening of the state.
    static func printFindings(_ findings: [StageError], _ context: CommandContext, _ common: CommonOptions, zone: Zone)
    {
        let lines = ChangeLines(catalogue: context.catalogue, zone: zone)
        for finding in findings {
            NoticePrinter(context, common).print(
                Notice(ChangeLine(.warning(finding), madeAt: SystemClock().now), lines))
        }
    }

    /// Returns the result of `body` on the state. An error ends the command.
    func query<Value: Sendable>(
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) async throws(CommandFailure) -> Value {
        try await state.perform(localized, body)
    }

    /// Makes the failure of a command from an error of the state.
    static func failure(_ error: StageError, _ localized: Localizer) -> CommandFailure {
        CommandFailure(.state(error), ChangeLines(catalogue: Catalogue(localized), zone: .utc).line("state", error))
    }
}

extension StateStore {
    /// Runs a synchronous query or change on the state's own thread.
    func perform<Value: Sendable>(
        _ localized: Localizer, _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) throws(CommandFailure) -> Value {
        do throws(StageError) {
            return try body(self)
        } catch {
            throw StateReading.failure(error, localized)
        }
    }
}
