import FeedModel
import FeedStages
import FeedState

/// The fetch of one source, from the first request to what the state knows of it afterwards.
struct SourceFetch: Sendable {
    /// A source that is going to be asked, with what was known before.
    struct Ready: Sendable {
        let plan: PlannedSource
        let stages: PlannedSource.Stages
        let key: FeedKey
        let known: KnownFeed
        let pipelines: [PipelineID]
        let counter: SourceTransport.Counter
    }

    /// How it went; failures are noted later, when it is known whether this machine is offline.
    struct Result: Sendable {
        let ready: Ready
        var outcome: SourceOutcome
        var change: [RunReport.Change] = []
    }

    let ready: Ready
    let state: StateDatabase
    let doors: Run.Doors
    let runStarted: Timestamp

    /// Fetches, parses and stores; a failure is a value in the outcome. Throws only if the state fails.
    func run() async throws(StageError) -> Result {
        let begun = ContinuousClock.now
        let writer = CollectingWriter(
            ready.plan, key: ready.key, parser: ready.stages.parser, pipelines: ready.pipelines, state: state,
            doors: doors)
        let previous = RememberedFetch(cursor: ready.known.cursor, key: ready.key, state: state)
        var failure: StageError?
        do throws(StageError) {
            try await ready.stages.source.fetch(since: previous, into: writer)
        } catch {
            failure = error
        }
        let tally = writer.tally
        if failure == nil, tally.loadedDocuments + tally.unchangedDocuments == 0 {
            failure = tally.failedDocuments.first?.error
        }
        let seconds = (ContinuousClock.now - begun).clampedMilliseconds
        var result = Result(ready: ready, outcome: outcome(of: tally, failure: failure, milliseconds: seconds))
        guard failure == nil else { return result }
        result.change += try await finish(tally, result.outcome)
        return result
    }

    private func outcome(
        of tally: CollectingWriter.Tally, failure: StageError?, milliseconds: Int64
    ) -> SourceOutcome {
        var outcome = SourceOutcome(
            failure != nil ? .failed : tally.loadedDocuments > 0 ? .loaded : .unchanged)
        outcome.isFirstLoad = ready.known.loadedAt == nil
        outcome.httpStatus = ready.counter.value.lastStatus
        outcome.requests = ready.counter.value.requests
        outcome.bytes = ready.counter.value.bytes
        outcome.entries = tally.entries
        outcome.new = tally.new
        outcome.seconds = Double(milliseconds) / 1000
        outcome.error = failure
        outcome.failedDocuments = tally.failedDocuments
        return outcome
    }

    private func finish(
        _ tally: CollectingWriter.Tally, _ outcome: SourceOutcome
    ) async throws(StageError) -> [RunReport.Change] {
        var changes: [RunReport.Change] = []
        for failed in tally.failedDocuments {
            let noted = try await state.noteFailure(
                of: ready.key, document: DocumentKey(rawValue: failed.key), source: ready.plan.name,
                error: failed.error, nextAt: nil, notBefore: nil, httpStatus: nil, now: doors.clock.now)
            if noted.tellsUser {
                changes.append(.documentFailing(ready.plan.name, key: failed.key, failed.error))
            }
        }
        let wasTold = try await state.finishFetch(
            FetchEnd(
                key: ready.key, source: ready.plan.name, cursor: tally.cursor,
                nextAt: ready.plan.refresh.next(after: runStarted), httpStatus: outcome.httpStatus,
                seconds: outcome.seconds, firstRun: ready.plan.firstRun.limit, pipelines: ready.pipelines,
                now: doors.clock.now))
        if wasTold { changes.append(.sourceRecovered(ready.plan.name)) }
        return changes
    }
}

extension Refresh {
    /// The earliest moment to ask again after a run that began at `started`, or nil for the next run.
    ///
    /// A little before the full interval, so that a cron job that starts a second early is not turned away.
    func next(after started: Timestamp) -> Timestamp? {
        guard case .every(let interval) = self else { return nil }
        return started + interval - min(interval / 10, .seconds(60))
    }
}
