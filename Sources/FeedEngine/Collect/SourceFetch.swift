import FeedConfiguration
import FeedModel
import FeedStages
import FeedState

/// The fetch of one source, from the first request to the result that the state stores.
struct SourceFetch: Sendable {
    /// A source to be fetched, with what is known of it. This is a class so that it is not copied when it is passed on.
    final class Ready: Sendable {
        let source: Collector.Prepared
        let known: KnownFeed
        let pipelines: [PipelineID]

        init(source: Collector.Prepared, known: KnownFeed, pipelines: [PipelineID]) {
            self.source = source
            self.known = known.sharing(source.stages.source.canonicalRequest)
            self.pipelines = pipelines
        }

        var plan: PlannedSource { _read { yield source.plan } }
        var stages: PlannedSource.Stages { _read { yield source.stages } }
        var key: FeedKey { source.key }

        /// Returns the feed as it is collected, with the id that it has now.
        func feed(withID id: String?) -> CollectedFeed {
            var feed = CollectedFeed(
                key: key, source: plan.name, pipelines: pipelines, identity: plan.identity,
                hasFloodGuard: plan.hasFloodGuard)
            feed.isFlooded = known.health.isFlooded
            if let site = source.watch.tally.site {
                feed.arrival = CollectedFeed.Arrival(site: site, hasKnownID: id != nil && id == known.feedID)
            }
            return feed
        }
    }

    /// The result of a fetch. Failures are recorded later, when it is known whether this machine is offline. This is a
    /// class so that it is not copied when it is passed on.
    final class Result: Sendable {
        let ready: Ready
        let outcome: SourceOutcome
        /// The part that the state has not stored yet.
        let finished: FinishedFetch
        /// What the state reported about the part that it has already stored.
        let stored: StoredFetch
        let requests: FetchWatch.Tally
        let timeToLive: Duration?
        let feedID: String?

        init(
            ready: Ready, outcome: SourceOutcome, finished: FinishedFetch, stored: StoredFetch,
            requests: FetchWatch.Tally, timeToLive: Duration?, feedID: String?
        ) {
            (self.ready, self.outcome, self.finished, self.stored) = (ready, outcome, finished, stored)
            (self.requests, self.timeToLive, self.feedID) = (requests, timeToLive, feedID)
        }

        /// Returns the result with another outcome; without its documents if the state has stored them.
        func with(_ outcome: SourceOutcome, isStored: Bool = false) -> Result {
            var finished = finished
            if isStored { finished.fetched = FetchedDocuments() }
            return Result(
                ready: ready, outcome: outcome, finished: finished, stored: stored, requests: requests,
                timeToLive: timeToLive, feedID: feedID)
        }
    }

    let ready: Ready
    let collector: Collector
    let window: FetchWindow

    /// Fetches and parses. A failure is a value in the outcome. An error of the state appears when the next source is
    /// stored, and then ends the run.
    func run() async -> Result {
        let begun = ContinuousClock.now
        let watch = ready.source.watch
        watch.begin(
            in: window, expecting: ready.known.lastRequests, readsFreshness: ready.plan.refresh == .automatic,
            unless: collector.dependencies.isEnding)
        defer {
            watch.end()
            ready.source.transport.endFetch()
        }
        let writer = CollectingWriter(ready, of: collector)
        let previous = RememberedFetch(ready, state: collector.state)
        var failure: StageError?
        do throws(StageError) {
            try await ready.stages.source.fetch(since: previous, into: writer)
        } catch {
            failure = error.masked(by: collector.dependencies.mask)
            if error.isAboutAccess, error.facts[.option] == nil { failure?.facts[.option] = ready.plan.credential }
        }
        let tally = writer.tally
        if failure == nil, tally.loadedDocuments + tally.unchangedDocuments == 0 {
            failure = tally.failedDocuments.first?.error
        }
        let isCutShort =
            failure?.code == .incompleteDocument && tally.entries > 0
            && ready.known.isAlwaysCutShort(at: collector.runStarted)
        if isCutShort { failure = nil }
        // The time spent waiting for other requests to its host does not make a source slow.
        let requests = watch.tally
        let taken = max(.zero, ContinuousClock.now - begun - requests.queued)
        let outcome = outcome(of: tally, requests, failure: failure, milliseconds: taken.clampedMilliseconds)
        return Result(
            ready: ready, outcome: outcome,
            finished: FinishedFetch(
                feed: ready.feed(withID: tally.feedID), fetched: tally.pending,
                success: failure == nil ? success(tally, requests, outcome, isCutShort: isCutShort) : nil,
                endedAt: collector.dependencies.clock.now),
            stored: tally.stored, requests: requests,
            timeToLive: tally.hasParsed ? tally.timeToLive : ready.known.timeToLive,
            feedID: tally.hasParsed ? tally.feedID : ready.known.feedID)
    }

    private func success(
        _ tally: CollectingWriter.Tally, _ requests: FetchWatch.Tally, _ outcome: SourceOutcome, isCutShort: Bool
    ) -> FinishedFetch.Success {
        var success = FinishedFetch.Success(
            cursor: tally.cursor, nextAt: ready.plan.refresh.next(after: collector.runStarted),
            httpStatus: outcome.httpStatus,
            seconds: outcome.seconds, firstRun: ready.plan.firstRun.limit,
            failedDocuments: tally.failedDocuments.map { (DocumentKey(rawValue: $0.key), $0.error) })
        success.requests = max(1, outcome.requests)
        success.timeToLive = tally.hasParsed ? tally.timeToLive : ready.known.timeToLive
        success.isElsewhere =
            requests.redirected.map { $0.redirects.allSatisfy { $0.status == 301 || $0.status == 308 } } ?? false
        // A redirect may lead to another feed, so an id from there does not replace a known one.
        let isOwnAnswer = tally.hasParsed && requests.redirected == nil
        success.feedID = isOwnAnswer ? tally.feedID : ready.known.feedID ?? tally.feedID
        success.repairs = tally.hasParsed ? tally.repairs + (isCutShort ? [KnownFeed.cutShort] : []) : nil
        success.earlier = tally.stored
        success.unread = tally.unread
        success.serverWait = serverWait(success.timeToLive, requests.freshFor)
        return success
    }

    /// Returns what the server did to delay this fetch: a past pause, or, with `refresh: auto`, the wait that it asks
    /// for.
    private func serverWait(_ timeToLive: Duration?, _ freshFor: Duration?) -> (field: String, wait: Duration)? {
        if let until = ready.known.notBefore, let last = ready.known.health.lastSuccess, until > last {
            return ("Retry-After", until - last)
        }
        guard ready.plan.refresh == .automatic else { return nil }
        let wishes = [("ttl", timeToLive ?? .zero), ("max-age", freshFor ?? .zero)]
        return wishes.max { $0.1 < $1.1 }.map { (field: $0.0, wait: min($0.1, PollingInterval.longest)) }
    }

    private func outcome(
        of tally: CollectingWriter.Tally, _ seen: FetchWatch.Tally, failure: StageError?, milliseconds: Int64
    ) -> SourceOutcome {
        var outcome = SourceOutcome(
            failure != nil ? .failed : tally.loadedDocuments > 0 ? .loaded : .unchanged)
        if let failure, failure.code.isHeldBack, tally.loadedDocuments + tally.unchangedDocuments == 0 {
            outcome.kind = .skipped
            outcome.skipReason =
                switch failure.code {
                case .budgetSpent: .overBudget
                case .hostSilent: .silent
                case .hostHeld: .otherWorker
                default: .throttled
                }
        }
        outcome.isFirstLoad = ready.known.loadedAt == nil
        outcome.httpStatus = seen.lastStatus
        outcome.requests = seen.requests
        outcome.bytes = seen.bytes
        outcome.entries = tally.entries
        outcome.seconds = Double(milliseconds) / 1000
        outcome.error = outcome.kind == .skipped ? nil : failure
        outcome.failedDocuments = tally.failedDocuments
        return outcome
    }
}

extension Refresh {
    /// Returns the earliest moment of the next fetch after a run that began at `started`, or nil for the next run.
    ///
    /// It is a little before the full interval, so that a cron job that starts a second early still fetches.
    func next(after started: Timestamp) -> Timestamp? {
        guard case .every(let interval) = self else { return nil }
        return started + interval - min(interval / 10, .seconds(60))
    }

    /// The longest wait between two fetches, or nil if there is none.
    var longest: Duration? {
        switch self {
        case .everyRun: nil
        case .every(let interval): interval
        case .automatic: PollingInterval.longest * 1.1
        }
    }
}

extension StageError {
    /// Whether a wrong credential may have caused the error.
    fileprivate var isAboutAccess: Bool { code == .credentialRejected || code == .forbidden }
}

extension PlannedSource {
    /// The kind of credential that the source sends to its server, in a word for people; nil if there is none.
    fileprivate var credential: String? {
        if let field = policy.headers.first(where: FetchWatch.isCredential) {
            guard field.name.lowercased() == "authorization" else { return field.name }
            return field.value.mask.contains(".basic") ? "password" : "token"
        }
        return secrets.contains { $0.mask.hasPrefix("{sources.\(name).url.") } ? "token" : nil
    }
}
