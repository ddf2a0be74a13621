import FeedModel
import FeedStages
import FeedTesting
import PostgreSQLLaboratory

@testable import FeedState

/// One source and one pipeline over a state of their own: what is fetched there, and what the pipeline gets of it.
final class StateTestBench {
    let state: StateDatabase
    private let folder: TemporaryFolder
    let key = FeedKey(hash: Array(repeating: 7, count: 32))
    private(set) var now: Timestamp
    var choice = IdentityChoice.auto
    var hasFloodGuard = true
    var firstRun = Int.max
    private(set) var pipeline: PipelineID

    /// The clock stands at noon; the source is new unless `isKnown`: then it was fetched an hour ago, empty.
    init(isKnown: Bool = false) async throws {
        folder = try TemporaryFolder()
        now = Timestamp(seconds: 1_795_176_000)
        state = try await StateDatabase.opened(in: folder, now: now)
        let wiring = PipelineWiring(
            name: "all", sources: [PipelineWiring.Source(key: key, firstRun: .max)], sinks: ["page"])
        pipeline = try await state.reconcile([wiring], now: now)["all"]!.id  // just reconciled
        if isKnown {
            try await fetch([])
            pass(.seconds(3600))
        }
    }

    func pass(_ time: Duration) { now = now + time }

    /// A complete fetch with these entries in its only document.
    @discardableResult
    func fetch(
        _ entries: [Entry], title: String = "News", site: String? = nil, document: DocumentKey = .only,
        seconds: Double = 0
    ) async throws -> StoredFetch {
        var feed = Feed(format: .rss20)
        feed.title = title
        feed.homePageURL = site
        feed.entries = entries
        return try await fetch(feed, document: document, seconds: seconds)
    }

    @discardableResult
    func fetch(_ feed: Feed, document: DocumentKey = .only, seconds: Double = 0) async throws -> StoredFetch {
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: document, validators: nil, contentHash: nil, limit: 10_000))
        let fetch = FinishedFetch(
            feed: CollectedFeed(
                key: key, source: "news", pipelines: [pipeline], identity: choice, hasFloodGuard: hasFloodGuard),
            fetched: fetched,
            success: FinishedFetch.Success(
                cursor: nil, nextAt: nil, httpStatus: 200, seconds: seconds, firstRun: firstRun),
            endedAt: now)
        return try await state.completeFetches([fetch])[0]
    }

    /// The titles that the pipeline gets now; they count as kept from then on.
    func deliver() async throws -> [String] {
        let waiting = try await state.waitingEntries(of: pipeline, withBodies: false)
        let kept = try await state.keepAll(in: pipeline, sinks: [], now: now)
        return kept == waiting.count ? waiting.map { $0.entry.title ?? "" } : ["kept \(kept) of \(waiting.count)"]
    }

    /// Rows in `entry_key`.
    var keyCount: Int { get async throws { try await state.keyCount() } }
}

extension StateDatabase {
    fileprivate func keyCount() throws -> Int {
        try connection.first("SELECT count(*) FROM entry_key") { $0.int(0) } ?? 0
    }
}

extension Entry {
    /// An entry as tests of identity need it; without a link if `link` is nil.
    static func made(
        guid: String? = nil, link: String? = nil, title: String? = nil, text: String? = nil, at date: Timestamp? = nil
    ) -> Entry {
        var entry = Entry()
        entry.guid = guid
        entry.url = link
        entry.title = title
        entry.content = text.map { .plain($0) }
        entry.published = date
        return entry
    }
}
