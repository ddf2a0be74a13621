import FeedConfiguration
import FeedEngine
import FeedModel
import FeedStages
import FeedState

/// A look at the state: it is opened to be read, without its lock, so that a run may be at work meanwhile.
///
/// The configuration is asked where the state lies, and for names and places; with `--state` it may be broken or missing.
struct StateReading {
    let state: StateDatabase
    /// What the configuration says, or nil if it cannot be used.
    let plan: Plan?
    /// The zone in which times are shown.
    let zone: Zone
    /// Now.
    let now: Timestamp

    /// Opens the state that the command line or the configuration names.
    static func open(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure) -> StateReading {
        let reading = await PlanLoading(context, common).read(for: .check)
        guard let path = common.state ?? reading.plan?.settings.statePath else {
            throw CommandFailure(
                .configuration,
                reading.lines(where: { $0.severity == .error }) + [
                    "kawaraban: the configuration cannot tell where the state lies; name it with --state FILE"
                ])
        }
        let now = SystemClock().now
        let zone = await context.blocking.run { ZoneReader().systemZone(variables: ProcessEnvironment.variables) }
        do throws(StageError) {
            let state = try await StateDatabase.open(path: path, mode: .readOnly, now: now)
            return StateReading(
                state: state, plan: reading.plan, zone: reading.plan?.settings.zone ?? zone, now: now)
        } catch {
            throw Self.failure(error)
        }
    }

    /// What a look at the state gives; whatever goes wrong with it ends the command.
    func look<Value: Sendable>(
        _ body: @Sendable (isolated StateDatabase) throws(StageError) -> Value
    ) async throws(CommandFailure) -> Value {
        let found: Result<Value, StageError> = await state.perform(body)
        switch found {
        case .success(let value): return value
        case .failure(let error): throw Self.failure(error)
        }
    }

    private static func failure(_ error: StageError) -> CommandFailure {
        CommandFailure(.state(error), ChangeLines(catalogue: .english, zone: .utc).line("state", error))
    }

    /// Ends the command if a name that was asked for is none; suggests the one that was meant.
    func require(_ name: String, among known: [String], what: String) throws(CommandFailure) {
        guard !known.contains(name) else { return }
        let shown = Diagnostic.printable(name)
        let cure =
            if let meant = Spelling.nearest(to: name, among: known) {
                "did you mean \"\(Diagnostic.printable(meant))\"?"
            } else if known.isEmpty {
                "there is none yet"
            } else {
                "there are: "
                    + known.prefix(20).map(Diagnostic.printable).joined(separator: ", ")
                    + (known.count > 20 ? ", …" : "")
            }
        throw CommandFailure(.usage, "kawaraban: no \(what) is called \"\(shown)\"; \(cure)")
    }
}

extension StateDatabase {
    /// Runs a synchronous look on the state's own thread.
    fileprivate func perform<Value: Sendable>(
        _ body: @Sendable (isolated StateDatabase) throws(StageError) -> Value
    ) -> Result<Value, StageError> {
        do throws(StageError) {
            return .success(try body(self))
        } catch {
            return .failure(error)
        }
    }
}
