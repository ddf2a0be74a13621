import FeedModel
import FeedStages
import FeedState

/// Serves one sink: delivers its open messages and composes waiting entries, until nothing is left, the sink fails, or
/// the deadline is reached.
struct SinkDelivery: Sendable {
    let plan: PlannedSink
    let sink: any Sink
    let format: any DigestFormat
    let state: any StateStore
    let dependencies: Run.Dependencies
    let record: RunRecord
    let isDryRun: Bool
    /// Returns what composes the digests of a pipeline, by the pipeline's name.
    let compose: @Sendable (_ pipeline: String) -> Composer

    /// The builder and the feeds' titles for the digests of a pipeline.
    struct Composer: Sendable {
        let builder: DigestBuilder
        let titles: [FeedKey: (source: String, title: String)]
    }

    /// A pipeline that delivers to this sink.
    struct PipelineDelivery: Sendable {
        let id: PipelineID
        let composer: Composer
        let from: Timestamp?
        /// The sources whose fetch failed in this run.
        let failedSources: [FailedSource]
        /// Whether the pipeline was due and kept nothing.
        var isEmpty: Bool
    }

    /// The progress of one run with this sink.
    struct Progress: Sendable {
        /// The last place that was tried in this run.
        var place = OpenMessage.Place.beginning
        /// If order does not matter: messages from earlier runs that failed and were not retried yet; nil until read.
        var failedBefore: [Int64]?
        /// If order does not matter: messages that failed in this run.
        var failedNow: Set<Int64> = []
        /// Whether the sink had failed before this run and has not worked since.
        var wasFailing = false
        var isStopped = false
        var delivered = 0
        /// Time spent waiting for the sink's rate.
        var waited = Duration.zero

        /// Notes that a message is being tried.
        mutating func take(_ open: OpenMessage) {
            if failedBefore?.first == open.message.number {
                failedBefore?.removeFirst()
            } else {
                place = max(place, open.place)
            }
        }
    }

    /// The result of serving a sink. It is a value, because Swift 6.3.1 miscompiles closures that throw typed errors
    /// asynchronously with optimisation: the error overlaps the result, and release builds crash.
    struct Served: Sendable {
        let name: String
        var progress: Progress
        /// The error of the state that ends the run, or nil.
        var stateError: StageError?
    }

    /// The most entries that a sink gets at once, and about how many bytes of them. This bounds the memory of a digest.
    static let entriesAtOnce = 1000
    static let bytesAtOnce = 1 << 20
    /// The number of open messages at which no more are planned. If a receiver is down for weeks, entries wait
    /// unplanned: they take less space and can still be updated.
    private static let mostOpen = 1000

    /// Delivers the messages that an earlier run left open, until a moment.
    func completeOpenMessages(until deadline: ContinuousClock.Instant) async -> Served {
        var served = Served(name: plan.name, progress: Progress())
        do throws(StageError) {
            try await deliverOpen(&served.progress, until: deadline)
        } catch {
            served.stateError = error
        }
        return served
    }

    /// Composes and delivers the waiting entries, until a moment.
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
        // Open messages that there was no time for before collecting.
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
            // If the sink has failed, the planned messages wait for the next run.
            guard !progress.isStopped else { break }
            try await deliverOpen(&progress, until: deadline)
            // Messages without entries take nothing from the queue, so this loop would not end.
            if progress.isStopped || planned.entries == 0 || .now >= deadline { break }
        }
    }

    /// Records a failure of the sink, and reports it once. Returns whether it is the first since it last worked.
    @discardableResult
    func fail(_ error: StageError) async throws(StageError) -> Bool {
        record.sink(plan.name) { $0.error = error }
        return try await record.recordFailure(ofSink: plan.name, error, in: state, now: dependencies.clock.now)
    }
}

extension RunRecord {
    /// Records a sink's failure, and reports it if that is due. Returns whether it is the first since the sink worked.
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
    /// Whether the state itself failed. Then nothing more can be stored, and the run ends.
    func concernsState(at path: String) -> Bool {
        subject == path || code.fault == .state
    }
}
