import FeedEngine
import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// The state, opened for changes with its lock. No run can use it meanwhile, unless several workers share it.
struct StateEditing {
    let state: any StateStore
    let location: StateLocation
    let now: Timestamp
    let localized: Localizer

    /// Opens the state that the command line or the configuration names, calls `body`, and closes the state, whatever became
    /// of that: others need not wait until this worker's time is over. Throws if there is no state, and what `body` throws.
    static func perform<Value: Sendable>(
        _ context: CommandContext, _ common: CommonOptions,
        _ body: (StateEditing) async throws(CommandFailure) -> Value
    ) async throws(CommandFailure) -> Value {
        let editing = try await open(context, common)
        let value: Value
        do throws(CommandFailure) {
            value = try await body(editing)
        } catch {
            // What went wrong first is told.
            try? await editing.close()
            throw error
        }
        try await editing.close()
        return value
    }

    private static func open(_ context: CommandContext, _ common: CommonOptions) async throws(CommandFailure)
        -> StateEditing
    {
        let location = try await StateLocation.find(context, common)
        let now = SystemClock().now
        do throws(StageError) {
            // A wrong path must not create an empty state.
            let state = try await StateFile.open(
                location.address, makes: false, folder: location.plan?.settings.directory, now: now)
            // The first command that opens the state reports its findings, once.
            StateReading.printFindings(state.findings, context, common, zone: location.zone)
            try await state.asOne { state throws(StageError) in
                let told = Set(state.findings.map { LineFact(kind: LineFact.findingKind, $0) })
                let notified = try state.waitingLines().filter { told.contains($0.fact) }
                try state.markNotified(notified.map(\.number), lost: 0, now: now)
            }
            return StateEditing(state: state, location: location, now: now, localized: context.localized)
        } catch {
            throw StateReading.failure(error, context.localized)
        }
    }

    /// Changes the state in one transaction. An error ends the command and undoes the change.
    func change<Value: Sendable>(
        _ body: @Sendable (isolated any StateStore) throws(StageError) -> Value
    ) async throws(CommandFailure) -> Value {
        try await state.perform(localized, body)
    }

    private func close() async throws(CommandFailure) {
        try await change { state throws(StageError) in try state.close() }
    }

    /// Throws if neither the state nor the configuration has one of the names.
    func require(source: String?, pipeline: String?, sink: String?) async throws(CommandFailure) {
        let known = try await change { state throws(StageError) in try state.knownNames() }
        let plan = location.plan
        if let source {
            let names = Set(known.sources + (plan?.sources.map(\.name) ?? [])).sorted()
            try KnownName.require(source, among: names, .source, localized)
        }
        if let pipeline {
            let names = Set(known.pipelines + (plan?.pipelines.map(\.name) ?? [])).sorted()
            try KnownName.require(pipeline, among: names, .pipeline, localized)
        }
        if let sink {
            let names = Set(known.sinks + (plan?.sinks.map(\.name) ?? [])).sorted()
            try KnownName.require(sink, among: names, .sink, localized)
        }
    }
}
