import FeedModel
import FeedStages
import FeedState

/// What a run tells, on its way through a sink (`settings.notices`): each line is an entry of a feed of our own, in a
/// pipeline of our own, so that the ledger's promises hold for it as for every other.
struct Notices: Sendable {
    /// The feed's key, and the name of its pipeline, which no other may have.
    static let key = FeedKey(ofOwnFeed: "notices")
    static let pipelineName = "notices"
    static let source = "kawaraban"
    static let title = "Kawaraban"

    let pipeline: PipelineID
    let state: StateDatabase

    /// Stores the lines of a run that began at `started`; they begin to wait for delivery.
    func keep(_ lines: [String], started: Timestamp, now: Timestamp) async throws(StageError) {
        guard !lines.isEmpty else { return }
        var feed = Feed(format: .api)
        feed.title = Self.title
        feed.entries = lines.enumerated().map { index, line in
            var entry = Entry()
            // Of a clock that was set back, too, no two are the same.
            entry.guid = "\(started.milliseconds)-\(index) \(line)"
            entry.title = line
            entry.published = now
            return entry
        }
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: lines.count))
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: nil, seconds: 0, firstRun: .max)
        _ = try await state.finish([
            FinishedFetch(
                feed: CollectedFeed(key: Self.key, source: Self.source, pipelines: [pipeline]), fetched: fetched,
                success: success, endedAt: now)
        ])
        try await state.commitGroup()
    }
}

extension PlannedPipeline {
    /// Whether it is the pipeline of our own notices.
    var carriesNotices: Bool { name == Notices.pipelineName && sources.isEmpty }
}
