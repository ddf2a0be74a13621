import FeedModel
import FeedStages
import FeedState
import Synchronization

/// Takes what a source fetched: parses it beside the fetching, stores it with T1, and counts.
///
/// A class, because a fetch counts in it; Sendable through its mutex.
final class CollectingWriter: DocumentWriter {
    /// What has been written so far.
    struct Tally: Sendable {
        var loadedDocuments = 0
        var unchangedDocuments = 0
        var failedDocuments: [FailedDocument] = []
        var entries = 0
        var new = 0
        var cursor: Cursor?
    }

    private let source: PlannedSource
    private let key: FeedKey
    private let parser: any Parser
    private let pipelines: [PipelineID]
    private let state: StateDatabase
    private let doors: Run.Doors
    private let counts = Mutex(Tally())

    init(
        _ source: PlannedSource, key: FeedKey, parser: any Parser, pipelines: [PipelineID], state: StateDatabase,
        doors: Run.Doors
    ) {
        self.source = source
        self.key = key
        self.parser = parser
        self.pipelines = pipelines
        self.state = state
        self.doors = doors
    }

    var tally: Tally { counts.withLock { $0 } }

    @discardableResult
    func write(_ document: Document) async throws(StageError) -> Feed {
        do throws(StageError) {
            var wanted = document
            wanted.maxEntries = source.maxEntries
            return try await store(wanted)
        } catch {
            if document.key != .only, error.code != .cancelled { note(document.key, error) }
            throw error
        }
    }

    func write(_ feed: Feed, key document: DocumentKey, cursor: Cursor?) async throws(StageError) {
        let limit = source.maxEntries
        let prepared = await doors.parsing.run {
            PreparedDocument(feed, key: document, validators: nil, contentHash: nil, url: nil, limit: limit)
        }
        try await store(prepared, cursor: cursor)
    }

    func unchanged(_ key: DocumentKey) async throws(StageError) {
        counts.withLock { $0.unchangedDocuments += 1 }
    }

    func failed(_ key: DocumentKey, _ error: StageError) async { note(key, error) }

    private func store(_ document: Document) async throws(StageError) -> Feed {
        let (parser, limit) = (parser, source.maxEntries)
        let (feed, hash) = try await doors.parsing.run { () throws(StageError) -> (Feed, [UInt8]) in
            (try parser.parse(document), SHA256.hash(document.bytes))
        }
        if feed.isComplete, try await state.isKnown(hash, of: key, document: document.key) {
            // Servers that know no validators, or give a new ETag each time, answer 200 with the bytes we have.
            try await state.renew(document.validators, of: key, document: document.key)
            counts.withLock { tally in
                tally.unchangedDocuments += 1
                tally.entries += feed.entries.count
                tally.cursor = document.cursor ?? tally.cursor
            }
            return feed
        }
        let prepared = await doors.parsing.run {
            PreparedDocument(
                feed, key: document.key, validators: document.validators, contentHash: hash, url: document.url,
                limit: limit)
        }
        try await store(prepared, cursor: document.cursor)
        guard feed.isComplete else {
            throw StageError(.incompleteDocument, subject: document.url ?? document.key.rawValue)
        }
        return feed
    }

    private func store(_ prepared: PreparedDocument, cursor: Cursor?) async throws(StageError) {
        let new = try await state.store(
            prepared, of: key, source: source.name, pipelines: pipelines, now: doors.clock.now)
        counts.withLock { tally in
            tally.loadedDocuments += 1
            tally.entries += prepared.entryCount
            tally.new += new
            tally.cursor = cursor ?? tally.cursor
        }
    }

    private func note(_ key: DocumentKey, _ error: StageError) {
        counts.withLock { tally in
            guard !tally.failedDocuments.contains(where: { $0.key == key.rawValue }) else { return }
            tally.failedDocuments.append(FailedDocument(key: key.rawValue, error: error))
        }
    }
}

/// What the state remembers of a source, as the source may ask for it.
struct RememberedFetch: Previous {
    let cursor: Cursor?
    let key: FeedKey
    let state: StateDatabase

    func validators(for document: DocumentKey) async -> Validators? {
        // A state that cannot be read is found out when the fetch is stored; asking unconditionally is always right.
        try? await state.validators(of: key, document: document)
    }
}
