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
    let state: any StateStore

    /// Stores what is told: it begins to wait for delivery, and counts as told, in one transaction.
    func keep(_ texts: [ChangeText], now: Timestamp) async throws(StageError) {
        guard !texts.isEmpty else { return }
        var feed = Feed(format: .api)
        feed.title = Self.title
        feed.entries = texts.compactMap { text in
            guard let number = text.lines.first?.number else { return nil }
            var entry = Entry()
            // Never given twice, so that no two are the same.
            entry.guid = "line \(number)"
            entry.title = text.text
            entry.published = text.lines.first?.madeAt
            return entry
        }
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: texts.count))
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: nil, seconds: 0, firstRun: .max)
        let finished = FinishedFetch(
            // What waited for weeks comes late, and is welcome all the same.
            feed: CollectedFeed(
                key: Self.key, source: Self.source, pipelines: [pipeline], hasFloodGuard: false),
            fetched: fetched, success: success, endedAt: now)
        let numbers = texts.flatMap(\.lines).compactMap(\.number)
        try await state.asOne { state throws(StageError) in
            _ = try state.completeFetches([finished])
            try state.markNotified(numbers, lost: 0, now: now)
        }
    }
}

extension PlannedPipeline {
    /// Whether it is the pipeline of our own notices.
    var carriesNotices: Bool { name == Notices.pipelineName && sources.isEmpty }
}
