import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// A look at the state: it is opened to be read, without its lock, so that a run may be at work meanwhile.
///
/// The configuration is asked where the state lies, and for names and places; with `--state` it may be broken or
/// missing.
struct StateReading {
    let state: any StateStore
    /// What the configuration says, or nil if it cannot be used.
    let plan: Plan?
    /// The zone in which times are shown.
    let zone: Zone
    /// Now.
    let now: Timestamp
    /// The language in which a failure is told.
    var localized = Localizer(.en)

    /// Opens the state that the command line or the configuration names.
    static func open(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure) -> StateReading {
        let location = try await StateLocation.find(context, common)
        let now = SystemClock().now
        do throws(StageError) {
            let state = try await StateFile.open(
                path: location.path, mode: .readOnly, folder: location.plan?.settings.directory, now: now)
            printFindings(state.findings, context, common, zone: location.zone)
            return StateReading(
                state: state, plan: location.plan, zone: location.zone, now: now, localized: context.localized)
        } catch {
            throw Self.failure(error, context.localized)
        }
    }

    /// Tells what was noticed when the state was opened.
    static func printFindings(_ findings: [StageError], _ context: CommandContext, _ common: CommonOptions, zone: Zone)
    {
        let lines = ChangeLines(catalogue: context.catalogue, zone: zone)
        for finding in findings {
            NoticePrinter(context, common).print(
                Notice(ChangeLine(.warning(finding), madeAt: SystemClock().now), lines))
        }
    }

    /// What a look at the state gives; whatever goes wrong with it ends the command.
    func query<Value: Sendable>(
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) async throws(CommandFailure) -> Value {
        try await state.perform(localized, body)
    }

    /// Why a command with the state could not be done.
    static func failure(_ error: StageError, _ localized: Localizer) -> CommandFailure {
        CommandFailure(.state(error), ChangeLines(catalogue: Catalogue(localized), zone: .utc).line("state", error))
    }
}

extension StateStore {
    /// Runs a synchronous look or change on the state's own thread.
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
