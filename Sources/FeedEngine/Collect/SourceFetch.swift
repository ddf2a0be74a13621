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

        var feed: CollectedFeed { CollectedFeed(key: key, source: plan.name, pipelines: pipelines) }
    }

    /// How it went; failures are noted later, when it is known whether this machine is offline.
    struct Result: Sendable {
        let ready: Ready
        var outcome: SourceOutcome
        /// What the state has yet to take.
        var finished: FinishedFetch
    }

    let ready: Ready
    let state: StateDatabase
    let doors: Run.Doors
    let runStarted: Timestamp

    /// Fetches and parses; what it brought is in the result. A failure is a value in the outcome, unless it is the
    /// state's: then no source can be kept any more, which the next one to be stored tells.
    func run() async -> Result {
        let begun = ContinuousClock.now
        let writer = CollectingWriter(ready, state: state, doors: doors)
        let previous = RememberedFetch(known: ready.known, key: ready.key, state: state)
        var failure: StageError?
        do throws(StageError) {
            try await ready.stages.source.fetch(since: previous, into: writer)
        } catch {
            failure = error.masked(by: doors.mask)
        }
        let tally = writer.tally
        if failure == nil, tally.loadedDocuments + tally.unchangedDocuments == 0 {
            failure = tally.failedDocuments.first?.error
        }
        let outcome = outcome(
            of: tally, failure: failure, milliseconds: (ContinuousClock.now - begun).clampedMilliseconds)
        return Result(
            ready: ready, outcome: outcome,
            finished: FinishedFetch(
                feed: ready.feed, fetched: tally.pending,
                success: failure == nil ? success(tally, outcome) : nil, endedAt: doors.clock.now))
    }

    private func success(
        _ tally: CollectingWriter.Tally, _ outcome: SourceOutcome
    ) -> FinishedFetch.Success {
        FinishedFetch.Success(
            cursor: tally.cursor, nextAt: ready.plan.refresh.next(after: runStarted), httpStatus: outcome.httpStatus,
            seconds: outcome.seconds, firstRun: ready.plan.firstRun.limit,
            failedDocuments: tally.failedDocuments.map { (DocumentKey(rawValue: $0.key), $0.error) })
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
