import FeedModel
import FeedStages
import FeedState

/// Serves one sink: brings its open messages to their targets, plans what waits, and goes on until nothing is left or
/// the sink fails.
struct SinkDelivery: Sendable {
    let plan: PlannedSink
    let sink: any Sink
    let format: any DigestFormat
    let state: StateDatabase
    let doors: Run.Doors
    let record: RunRecord
    let isDryRun: Bool

    /// A pipeline that delivers here.
    struct Feeder: Sendable {
        let id: PipelineID
        let builder: DigestBuilder
        let titles: [FeedKey: (source: String, title: String)]
        let from: Timestamp?
        let failedSources: [FailedSource]
        let later: Int
        /// Whether it was due and kept nothing.
        let isEmpty: Bool
    }

    /// How far one run came with this sink.
    struct Progress: Sendable {
        var lastTried: Int64 = 0
        var isStopped = false
        var delivered = 0
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
    private static let entriesAtOnce = 1000

    /// Finishes what an earlier run left open.
    func finishOpen() async -> Served {
        var served = Served(name: plan.name, progress: Progress())
        do throws(StageError) {
            try await deliverOpen(&served.progress)
        } catch {
            served.stateError = error
        }
        return served
    }

    /// Plans and delivers what waits.
    func serve(_ feeders: [Feeder], after earlier: Progress) async -> Served {
        var served = Served(name: plan.name, progress: earlier)
        do throws(StageError) {
            try await serve(feeders, &served.progress)
        } catch {
            served.stateError = error
        }
        return served
    }

    private func serve(_ feeders: [Feeder], _ progress: inout Progress) async throws(StageError) {
        var isFirstRound = true
        while !Task.isCancelled {
            var planned = PlanningOutcome()
            for feeder in feeders {
                let wantsEmpty = isFirstRound && feeder.isEmpty && sink.wantsEmptyDigests
                let isWaiting = try await state.hasWaiting(sink: plan.name, pipeline: feeder.id)
                guard wantsEmpty || isWaiting else { continue }
                let outcome = try await planMessages(of: feeder)
                planned.messages += outcome.messages
                planned.entries += outcome.entries
            }
            isFirstRound = false
            guard planned.messages > 0 else { break }
            // A sink that has failed keeps what was planned for the next run.
            guard !progress.isStopped else { break }
            try await deliverOpen(&progress)
            // Messages without entries bring nobody further: what waits would wait for ever in this loop.
            if progress.isStopped || planned.entries == 0 { break }
        }
    }

    private func planMessages(of feeder: Feeder) async throws(StageError) -> PlanningOutcome {
        let (sink, format, now) = (sink, format, doors.clock.now)
        do throws(StageError) {
            return try await state.plan(
                sink: plan.name, pipeline: feeder.id, limit: Self.entriesAtOnce, now: now, titles: feeder.titles
            ) { entries, targets throws(StageError) in
                let digest = feeder.builder.digest(
                    of: entries, now: now, from: feeder.from, failedSources: feeder.failedSources,
                    later: feeder.later)
                let context = SinkPlanning(now: now, format: format, targets: targets, builder: feeder.builder)
                return try sink.plan(digest, in: context)
            }
        } catch {
            // The transaction was rolled back: the entries go on waiting. Trouble with the state is told by the run.
            guard !error.concernsState(at: state.path) else { throw error }
            try await fail(error.masked(by: doors.mask))
            return PlanningOutcome()
        }
    }

    private func deliverOpen(_ progress: inout Progress) async throws(StageError) {
        var last = progress.lastTried
        while !progress.isStopped, !Task.isCancelled {
            guard let open = try await state.openMessages(of: plan.name, after: last, limit: 1).first else { break }
            last = open.message.number
            if isDryRun {
                try await preview(open)
            } else if let nextAt = open.nextAt, nextAt > doors.clock.now, open.message.mode == .post {
                progress.isStopped = true
            } else {
                try await deliver(open, &progress)
            }
        }
        progress.lastTried = max(progress.lastTried, last)
    }

    private func preview(_ open: StateDatabase.OpenMessage) async throws(StageError) {
        record.tell(
            .messagePreviewed(sink: plan.name, target: open.message.target, payload: open.message.payload))
        _ = try await state.finish(open.message, sink: plan.name, receipt: Receipt(), now: doors.clock.now)
    }

    private func deliver(_ open: StateDatabase.OpenMessage, _ progress: inout Progress) async throws(StageError) {
        let receipt: Receipt
        do throws(StageError) {
            receipt = try await attempt(open)
        } catch {
            guard !error.concernsState(at: state.path) else { throw error }
            return try await postpone(open, error.masked(by: doors.mask), &progress)
        }
        let count = try await state.finish(
            open.message, sink: plan.name, receipt: receipt, now: doors.clock.now)
        progress.delivered += count
        record.sink(plan.name) { outcome in
            outcome.delivered += count
            if !outcome.targets.contains(open.message.target) { outcome.targets.append(open.message.target) }
        }
        record.tell(.messageDelivered(sink: plan.name, target: open.message.target, entries: count))
        for warning in receipt.warnings {
            record.tell(.warning(warning))
            record.add(.warning(warning))
        }
    }

    private func attempt(_ open: StateDatabase.OpenMessage) async throws(StageError) -> Receipt {
        if open.wasInterrupted {
            switch try await sink.recover(open.message) {
            case .delivered(let receipt): return receipt
            case .notDelivered, .unknown: break
            }
        }
        try await state.beginAttempt(open.message.number)
        return try await sink.deliver(open.message)
    }

    private func postpone(
        _ open: StateDatabase.OpenMessage, _ error: StageError, _ progress: inout Progress
    ) async throws(StageError) {
        let now = doors.clock.now
        let givesUp = GivingUp.isDue(open, after: error, now: now)
        if givesUp {
            let entries = try await state.giveUp(open.message.number, reason: error, now: now)
            record.sink(plan.name) { $0.givenUp += entries }
            record.add(.givenUp(plan.name, error, entries: entries))
        } else {
            try await state.postpone(
                open.message.number, reason: error,
                isFateUnknown: error.code == .unknownFate || error.code == .cancelled,
                nextAt: error.retryAfter.map { now + min(max($0, .zero), .seconds(86_400)) }, now: now)
        }
        record.tell(
            .messageFailed(sink: plan.name, target: open.message.target, error, givenUp: givesUp))
        if !GivingUp.letsOthersPass(open, after: error) { progress.isStopped = true }
        guard error.code != .cancelled else { return }
        try await fail(error)
    }

    private func fail(_ error: StageError) async throws(StageError) {
        record.sink(plan.name) { $0.error = error }
        let isNew = try await state.noteFailure(ofSink: plan.name, error: error, now: doors.clock.now)
        guard isNew else { return }
        let waiting = try await state.waiting(for: plan.name)
        record.add(.sinkFailing(plan.name, error, waiting: waiting.count))
    }
}

extension StageError {
    /// Whether the state itself is in trouble: then nothing more can be kept, and the run ends.
    func concernsState(at path: String) -> Bool {
        subject == path || code == .stateDamaged || code == .stateUnusable || code == .stateLocked
    }
}

/// What a sink may ask while it plans: the ledger, the clock, its format, the pipeline's order.
private struct SinkPlanning: PlanContext {
    let now: Timestamp
    let format: any DigestFormat
    let targets: Targets
    let builder: DigestBuilder

    func target(_ path: String) throws(StageError) -> TargetState? { try targets.target(path) }
    func entries(heldBy path: String) throws(StageError) -> [DigestEntry] { try targets.entries(heldBy: path) }
    func digest(_ digest: Digest, of entries: [DigestEntry]) -> Digest { builder.digest(digest, of: entries) }
}
