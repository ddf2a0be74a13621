import FeedModel
import FeedStages
import FeedState
import FeedTesting

/// A small valid state with rows in most of its tables: one that was closed, and one whose run was killed.
struct StateSample: Sendable {
    static let now = Timestamp(seconds: 1_795_125_600)
    static let pageSize = 8192
    /// A pipeline with one feed and one sink.
    static let wiring = PipelineWiring(name: "all", sources: [.init(key: key, firstRun: .max)], sinks: ["hook"])
    static let key = FeedKey(ofOwnFeed: "sample")

    /// The database of a state that was closed.
    let closed: [UInt8]
    /// The database and its log during a run.
    let open: (database: [UInt8], log: [UInt8])

    /// Makes the sample. Throws if its files cannot be written or read.
    static func make() async throws -> StateSample {
        let folder = try TemporaryFolder()
        let open = try await opened(in: folder)
        try await close(folder("state.sqlite"))
        return StateSample(closed: try folder.bytes("state.sqlite"), open: open)
    }

    /// Makes the state; returns its files while it is open. The lock is released with the object, at the end of the
    /// call.
    private static func opened(in folder: TemporaryFolder) async throws -> (database: [UInt8], log: [UInt8]) {
        let state = try await StateDatabase.open(path: folder("state.sqlite"), now: now)
        try await work(in: state, ["a", "b", "c"], now: now)
        try await work(in: state, ["c", "d"], now: now + .seconds(60))
        let files = (try folder.bytes("state.sqlite"), try folder.bytes("state.sqlite-wal"))
        try await state.close()
        return files
    }

    /// Compacts the state, so that the database contains everything.
    private static func close(_ path: String) async throws {
        let state = try await StateDatabase.open(path: path, now: now + .seconds(120))
        _ = try await state.compact()
        try await state.close()
    }

    /// Does what a run does: a fetch, a failed fetch, filtering, a message for each entry, and a failed delivery.
    static func work(in state: StateDatabase, _ guids: [String], now: Timestamp) async throws(StageError) {
        guard let pipeline = try await state.reconcile([wiring], now: now)["all"]?.id else { return }
        var feed = Feed(format: .rss20)
        feed.title = "Sample"
        feed.entries = guids.map { guid in
            var entry = Entry()
            entry.guid = guid
            entry.title = "title \(guid)"
            entry.content = .plain(String(repeating: "text \(guid) ", count: 40))
            return entry
        }
        var fetched = FetchedDocuments()
        let validators = Validators(url: "https://sample.example/", etag: "\"\(guids.count)\"")
        fetched.add(PreparedDocument(feed, key: .only, validators: validators, contentHash: nil, limit: 100))
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0, firstRun: .max)
        _ = try await state.completeFetches([
            FinishedFetch(
                feed: CollectedFeed(key: key, source: "sample", pipelines: [pipeline]), fetched: fetched,
                success: success, endedAt: now)
        ])
        let failure = FailedFetch(StageError(.refused, subject: "https://dead.example/"), backsOff: true)
        _ = try await state.recordFailure(of: FeedKey(ofOwnFeed: "dead"), source: "dead", failure, now: now)
        _ = try await state.waitingEntries(of: pipeline, withBodies: true)
        _ = try await state.keepAll(in: pipeline, sinks: ["hook"], now: now)
        let waiting = try await state.waitingDigest(for: "hook", of: pipeline, limit: 100, bytes: 1 << 20, titles: [:])
        let messages = waiting.entries.map { entry in
            ComposedMessage(
                target: "hook", mode: .post, payload: Array((entry.entry.title ?? "").utf8), entries: [entry.key])
        }
        _ = try await state.store(messages, of: waiting, seen: [:], now: now)
        _ = try await state.openMessages(of: "hook")
        let refusal = StageError(.rejected, subject: "https://hook.example/")
        _ = try await state.recordFailure(ofSink: "hook", error: refusal, run: now, now: now)
    }
}
