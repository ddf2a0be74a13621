import FeedModel
import FeedStages
import FeedState
import FeedSystem
import Synchronization

/// Receives and parses the documents of a source, and keeps them until their fetch is stored.
///
/// This is a class because its counts change while a source uses it. Its mutex makes it Sendable.
final class CollectingWriter: DocumentWriter {
    /// The counts and documents so far.
    struct Tally: Sendable {
        var loadedDocuments = 0
        var unchangedDocuments = 0
        var failedDocuments: [FailedDocument] = []
        var entries = 0
        /// What the state reported about the documents that it has already stored.
        var stored = StoredFetch()
        var cursor: Cursor?
        /// Whether a document was parsed, so that the feed's own metadata is current.
        var hasParsed = false
        /// The shortest `ttl` of the parsed feeds.
        var timeToLive: Duration?
        /// The feed's own id, if the source has one document.
        var feedID: String?
        /// If the source left entries unread: the options that let it read further; otherwise nil.
        var unread: [String]?
        /// The codes of the repairs, each once.
        var repairs: [String] = []
        /// Documents that are not in the state yet.
        var pending = FetchedDocuments()
    }

    /// The most encoded bytes that wait for the end of a fetch. More are stored at once.
    private static let mostPendingBytes = 1 << 18

    /// The source, with its stages and what the state knows of it.
    private let ready: SourceFetch.Ready
    private let collector: Collector
    private let cleaner: FeedCleaner
    private let counts = Mutex(Tally())

    init(_ ready: SourceFetch.Ready, of collector: Collector) {
        self.ready = ready
        self.collector = collector
        cleaner = FeedCleaner(knowing: ready.plan.secrets)
    }

    var tally: Tally { counts.withLock { $0 } }

    @discardableResult
    func write(_ document: Document) async throws(StageError) -> Feed {
        do throws(StageError) {
            return try await take(document)
        } catch {
            if document.key != .only, error.code != .cancelled { recordFailedDocument(document.key, error) }
            throw error
        }
    }

    func write(_ feed: Feed, key document: DocumentKey, cursor: Cursor?) async throws(StageError) {
        let feed = cleaner.cleaned(feed)
        recordMetadata(of: feed, document)
        let prepared = PreparedDocument(
            feed, key: document, validators: nil, contentHash: nil, limit: ready.plan.maxEntries)
        try await keep(prepared, cursor: cursor)
    }

    func unchanged(_ key: DocumentKey) async throws(StageError) {
        counts.withLock { $0.unchangedDocuments += 1 }
    }

    func failed(_ key: DocumentKey, _ error: StageError) async { recordFailedDocument(key, error) }

    func leftUnread(limitedBy options: [String]) async { counts.withLock { $0.unread = options } }

    private func memory(toRead document: Document) async throws(StageError) -> MemoryLease {
        do throws(CancellationError) {
            let factor = min(max(1, ready.stages.parser.memoryPerByte), 1_000)
            return try await collector.dependencies.memory.work(needing: factor * document.bytes.count)
        } catch {
            throw StageError(.cancelled, subject: document.url ?? document.key.rawValue)
        }
    }

    /// Parses a document. Keeps its feed for the state, unless the state has the same bytes already. The entries of an
    /// incomplete document are kept, too, before `.incompleteDocument` is thrown.
    private func take(_ document: Document) async throws(StageError) -> Feed {
        let size = document.bytes.count
        let body = document.lease ?? MemoryLease(.body, of: collector.dependencies.memory, bytes: size)
        defer { withExtendedLifetime(body) {} }
        let work = try await memory(toRead: document)
        defer { work.end() }
        var limited = document
        limited.maxEntries = ready.plan.maxEntries
        let feed = cleaner.cleaned(try ready.stages.parser.parse(limited))
        let validators = cleaner.cleaned(document.validators)
        recordMetadata(of: feed, document.key)
        let hash = SHA256.hash(document.bytes)
        if feed.isComplete, try await isKnown(hash, document.key) {
            // Servers without validators, or with a new ETag each time, answer 200 with the same bytes.
            counts.withLock { tally in
                if let validators { tally.pending.renew(validators, of: document.key) }
                tally.unchangedDocuments += 1
                tally.entries += feed.entries.count
                tally.cursor = document.cursor ?? tally.cursor
            }
            return feed
        }
        let prepared = PreparedDocument(
            feed, key: document.key, validators: validators, contentHash: hash,
            limit: ready.plan.maxEntries)
        try await keep(prepared, cursor: document.cursor)
        guard feed.isComplete else {
            throw StageError(.incompleteDocument, subject: document.url ?? document.key.rawValue)
        }
        return feed
    }

    private func recordMetadata(of feed: Feed, _ document: DocumentKey) {
        collector.record.log.repairs(feed.repairs, of: ready.plan.name)
        counts.withLock { tally in
            tally.hasParsed = true
            if let wait = feed.timeToLive { tally.timeToLive = min(wait, tally.timeToLive ?? wait) }
            for repair in feed.repairs where !tally.repairs.contains(repair.code) { tally.repairs.append(repair.code) }
            if document == .only, let id = feed.id, id.utf8.count <= 1024 {
                // The id is often the requested address, which may hold a secret.
                tally.feedID = collector.dependencies.mask.masked(id)
            }
        }
    }

    private func isKnown(_ hash: [UInt8], _ document: DocumentKey) async throws(StageError) -> Bool {
        if document == .only { return ready.known.contentHash == hash }
        return try await collector.state.isKnown(hash, of: ready.key, document: document)
    }

    private func keep(_ document: PreparedDocument, cursor: Cursor?) async throws(StageError) {
        var kept = document
        kept.lease = MemoryLease(.entries, of: collector.dependencies.memory, bytes: document.memory)
        let isLarge = counts.withLock { tally in
            tally.loadedDocuments += 1
            tally.entries += document.entryCount
            tally.cursor = cursor ?? tally.cursor
            tally.pending.add(kept)
            return tally.pending.byteCount > Self.mostPendingBytes && !collector.dependencies.keepsOrder
        }
        guard isLarge else { return }
        let (pending, id) = counts.withLock { tally in
            defer { tally.pending = FetchedDocuments() }
            return (tally.pending, tally.feedID)
        }
        let (feed, fetchChanges, now) = (
            ready.feed(withID: id), FetchChanges(source: ready.plan.name), collector.dependencies.clock.now
        )
        let stored = try await collector.record.withChanges(in: collector.state, inGroup: true, now: now) {
            state, changes throws(StageError) in
            let stored = try state.store(pending, of: feed, now: now)
            changes += fetchChanges.changes(after: stored)
            return stored
        }
        counts.withLock { $0.stored.add(stored) }
    }

    private func recordFailedDocument(_ key: DocumentKey, _ error: StageError) {
        counts.withLock { tally in
            guard !tally.failedDocuments.contains(where: { $0.key == key.rawValue }) else { return }
            tally.failedDocuments.append(
                FailedDocument(key: key.rawValue, error: error.masked(by: collector.dependencies.mask)))
        }
    }
}

/// What the state knows of a source, for the source's next fetch.
struct RememberedFetch: Previous {
    private let ready: SourceFetch.Ready
    private let state: any FeedRecords

    init(_ ready: SourceFetch.Ready, state: any FeedRecords) {
        (self.ready, self.state) = (ready, state)
    }

    var cursor: Cursor? { ready.known.cursor }

    func validators(for document: DocumentKey) async -> Validators? {
        if document == .only { return ready.known.validators }
        // An error of the state appears when the fetch is stored. An unconditional request is always correct.
        return try? await state.validators(of: ready.key, document: document)
    }
}
