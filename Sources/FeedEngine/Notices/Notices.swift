import FeedModel
import FeedStages
import FeedState

/// Delivers the reports of a run through sinks (`settings.notices`). Each report is an entry of a built-in feed in a
/// built-in pipeline, so the ledger gives it the same guarantees as every other entry.
struct Notices: Sendable {
    /// The key of the built-in feed. `pipelineName` is reserved: no configured pipeline may have it.
    static let key = FeedKey(ofOwnFeed: "notices")
    static let pipelineName = "notices"
    static let source = "kawaraban"
    static let title = "Kawaraban"

    let pipeline: PipelineID
    let state: any StateStore

    /// Stores reports as entries that wait for delivery, and marks them as reported, in one transaction.
    func keep(_ texts: [ChangeText], now: Timestamp) async throws(StageError) {
        guard !texts.isEmpty else { return }
        var feed = Feed(format: .api)
        feed.title = Self.title
        feed.entries = texts.compactMap { text in
            guard let number = text.lines.first?.number else { return nil }
            var entry = Entry()
            // A line's number is never used twice, so no two entries are the same.
            entry.guid = "line \(number)"
            entry.title = text.text
            entry.published = text.lines.first?.madeAt
            return entry
        }
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: texts.count))
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: nil, seconds: 0, firstRun: .max)
        let finished = FinishedFetch(
            // A report may have waited for weeks, and the flood guard must not hold it.
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
    /// Whether the pipeline is the built-in pipeline of notices.
    package var carriesNotices: Bool { name == Notices.pipelineName && sources.isEmpty }
}
