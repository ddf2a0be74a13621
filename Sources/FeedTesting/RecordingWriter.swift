public import FeedModel
public import FeedStages
import Synchronization

/// Keeps what a source writes, parsed as the engine would have it.
///
/// A class, because the source and the test share one.
public final class RecordingWriter: DocumentWriter {
    /// Reads a document.
    public typealias Parse = @Sendable (Document) throws(StageError) -> Feed

    private struct State {
        var documents: [Document] = []
        var feeds: [(key: DocumentKey, feed: Feed)] = []
        var cursor: Cursor?
        var unchanged: [DocumentKey] = []
        var failures: [(key: DocumentKey, error: StageError)] = []
        var unread: [String]?
    }

    private let state = Mutex(State())
    private let parse: Parse

    /// Makes a writer that reads documents by `parser`.
    public convenience init(parser: some Parser) {
        self.init { document throws(StageError) in try parser.parse(document) }
    }

    /// Makes a writer that reads documents by a closure; without one each document is an empty feed.
    public init(parse: @escaping Parse = { _ in Feed(format: .api) }) { self.parse = parse }

    /// Documents in the order of writing, those that could not be read among them.
    public var documents: [Document] { state.withLock { $0.documents } }
    /// What was read, in the order of writing.
    public var feeds: [Feed] { state.withLock { $0.feeds.map(\.feed) } }
    /// All entries in the order of writing.
    public var entries: [Entry] { feeds.flatMap(\.entries) }
    /// The last cursor handed over, or nil.
    public var cursor: Cursor? { state.withLock { $0.cursor } }
    /// Documents noted as unchanged.
    public var unchangedKeys: [DocumentKey] { state.withLock { $0.unchanged } }
    /// Documents noted as failed, or whose parser threw.
    public var failures: [(key: DocumentKey, error: StageError)] { state.withLock { $0.failures } }
    /// Options that would let the source read further, if it said that it left something unread; or nil.
    public var unread: [String]? { state.withLock { $0.unread } }
    /// The last validators of each document.
    public var validators: [DocumentKey: Validators] {
        documents.reduce(into: [:]) { $0[$1.key] = $1.validators }
    }

    /// Reads and keeps a document; throws what the parser throws, after noting it.
    @discardableResult
    public func write(_ document: Document) async throws(StageError) -> Feed {
        state.withLock { $0.documents.append(document) }
        do {
            let feed = try parse(document)
            state.withLock {
                $0.feeds.append((document.key, feed))
                $0.cursor = document.cursor ?? $0.cursor
            }
            return feed
        } catch {
            await failed(document.key, error)
            throw error
        }
    }

    /// Keeps entries that came without a document.
    public func write(_ feed: Feed, key: DocumentKey, cursor: Cursor?) async throws(StageError) {
        state.withLock {
            $0.feeds.append((key, feed))
            $0.cursor = cursor ?? $0.cursor
        }
    }

    /// Keeps the note.
    public func unchanged(_ key: DocumentKey) async throws(StageError) {
        state.withLock { $0.unchanged.append(key) }
    }

    /// Keeps the note.
    public func failed(_ key: DocumentKey, _ error: StageError) async {
        state.withLock { $0.failures.append((key, error)) }
    }

    /// Keeps the note.
    public func leftUnread(limitedBy options: [String]) async {
        state.withLock { $0.unread = options }
    }
}
