import FeedModel
import FeedStages
import FeedState

/// Serves one sink: brings its open messages to their targets, composes what waits, and goes on until nothing is left,
/// the sink fails, or its time is over.
struct SinkDelivery: Sendable {
    let plan: PlannedSink
    let sink: any Sink
    let format: any DigestFormat
    let state: any StateStore
    let dependencies: Run.Dependencies
    let record: RunRecord
    let isDryRun: Bool
    /// What the digests of a pipeline are composed with, by its name.
    let compose: @Sendable (_ pipeline: String) -> Composer

    /// What the digests of a pipeline are composed with.
    struct Composer: Sendable {
        let builder: DigestBuilder
        let titles: [FeedKey: (source: String, title: String)]
    }

    /// A pipeline that delivers here.
    struct PipelineDelivery: Sendable {
        let id: PipelineID
        let composer: Composer
        let from: Timestamp?
        let failedSources: [FailedSource]
        /// Whether it was due and kept nothing.
        let isEmpty: Bool
    }

    /// How far one run came with this sink.
    struct Progress: Sendable {
        /// Everything up to here was tried in this run.
        var place = OpenMessage.Place.beginning
        /// Where order does not matter: what had failed before this run and was not tried yet, once that was asked.
        var failedBefore: [Int64]?
        /// Where order does not matter: what failed in this run.
        var failedNow: Set<Int64> = []
        /// Whether the sink had failed before this run, and not worked since.
        var wasFailing = false
        var isStopped = false
        var delivered = 0
        /// Time spent waiting for the sink's rate.
        var waited = Duration.zero

        /// Notes that a message is tried.
        mutating func take(_ open: OpenMessage) {
            if failedBefore?.first == open.message.number {
                failedBefore?.removeFirst()
            } else {
                place = max(place, open.place)
            }
        }
    }

    /// How serving a sink ended. A value, not a thrown error: a closure that throws a typed error asynchronously is
    /// miscompiled with optimisation by Swift 6.3.1 (its error overlaps the result; seen as crashes in release builds).
    struct Served: Sendable {
        let name: String
        var progress: Progress
        /// Trouble with the state, which ends the run, or nil.
        var stateError: StageError?
    }

    /// Entries that are shown to a sink at once: bounds the memory of a digest.
    static let entriesAtOnce = 1000
    /// Unfinished messages up to which more are planned: what a receiver that is down for weeks does not take waits as
    /// entries, which take less room and may still be brought up to date.
    private static let mostOpen = 1000

    /// Finishes what an earlier run left open, until a moment.
    func completeOpenMessages(until deadline: ContinuousClock.Instant) async -> Served {
        var served = Served(name: plan.name, progress: Progress())
        do throws(StageError) {
            try await deliverOpen(&served.progress, until: deadline)
        } catch {
            served.stateError = error
        }
        return served
    }

    /// Composes and delivers what waits, until a moment.
    func serve(
        _ pipelineDeliveries: [PipelineDelivery], after earlier: Progress, until deadline: ContinuousClock.Instant
    ) async -> Served {
        var served = Served(name: plan.name, progress: earlier)
        do throws(StageError) {
            try await serve(pipelineDeliveries, &served.progress, until: deadline)
        } catch {
            served.stateError = error
        }
        return served
    }

    private func serve(
        _ pipelineDeliveries: [PipelineDelivery], _ progress: inout Progress, until deadline: ContinuousClock.Instant
    ) async throws(StageError) {
        // What there was no time for before collecting.
        if !progress.isStopped { try await deliverOpen(&progress, until: deadline) }
        var isFirstRound = true
        while !Task.isCancelled, try await state.openMessageCount(of: plan.name) < Self.mostOpen {
            var planned = PlanningOutcome()
            for pipelineDelivery in pipelineDeliveries {
                let wantsEmpty = isFirstRound && pipelineDelivery.isEmpty && sink.wantsEmptyDigests
                let isWaiting = try await state.hasWaiting(sink: plan.name, pipeline: pipelineDelivery.id)
                guard wantsEmpty || isWaiting else { continue }
                let outcome = try await composeMessages(of: pipelineDelivery)
                planned.messages += outcome.messages
                planned.entries += outcome.entries
            }
            isFirstRound = false
            guard planned.messages > 0 else { break }
            // A sink that has failed keeps what was planned for the next run.
            guard !progress.isStopped else { break }
            try await deliverOpen(&progress, until: deadline)
            // Messages without entries bring nobody further: what waits would wait for ever in this loop.
            if progress.isStopped || planned.entries == 0 || .now >= deadline { break }
        }
    }

    /// Notes that the sink fails, and tells it once. Returns whether that is new.
    @discardableResult
    func fail(_ error: StageError) async throws(StageError) -> Bool {
        record.sink(plan.name) { $0.error = error }
        return try await record.recordFailure(ofSink: plan.name, error, in: state, now: dependencies.clock.now)
    }
}

extension RunRecord {
    /// Notes that a sink failed, and tells it once it is news. Returns whether it had not failed since it last worked.
    @discardableResult
    func recordFailure(
        ofSink sink: String, _ error: StageError, in state: any StateStore, now: Timestamp
    ) async throws(StageError) -> Bool {
        log.sinkFailed(sink, error)
        let run = started
        return try await withChanges(in: state, now: now) { state, changes throws(StageError) in
            let noted = try state.recordFailure(ofSink: sink, error: error, run: run, now: now)
            if noted.notifiesUser {
                changes.append(.sinkFailing(sink, error, waiting: try state.waiting(for: sink).count))
            }
            return noted.isFirst
        }
    }
}

extension StageError {
    /// Whether the state itself is in trouble: then nothing more can be kept, and the run ends.
    func concernsState(at path: String) -> Bool {
        subject == path || code.fault == .state
    }
}
