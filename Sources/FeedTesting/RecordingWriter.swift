public import FeedModel
public import FeedStages
import Synchronization

/// Keeps what a source writes, parsed as in the engine.
///
/// It is a class, because the source and the test share one writer.
public final class RecordingWriter: DocumentWriter {
    /// Parses a document.
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

    /// Makes a writer that parses documents with `parser`.
    public convenience init(parser: some Parser) {
        self.init { document throws(StageError) in try parser.parse(document) }
    }

    /// Makes a writer that parses documents with a closure. By default each document is an empty feed.
    public init(parse: @escaping Parse = { _ in Feed(format: .api) }) { self.parse = parse }

    /// The documents in the order of writing, with those that could not be parsed.
    public var documents: [Document] { state.withLock { $0.documents } }
    /// The feeds in the order of writing.
    public var feeds: [Feed] { state.withLock { $0.feeds.map(\.feed) } }
    /// All entries, in the order of writing.
    public var entries: [Entry] { feeds.flatMap(\.entries) }
    /// The last cursor of the source, or nil.
    public var cursor: Cursor? { state.withLock { $0.cursor } }
    /// The keys of unchanged documents.
    public var unchangedKeys: [DocumentKey] { state.withLock { $0.unchanged } }
    /// The documents that the source reported as failed, or whose parser threw.
    public var failures: [(key: DocumentKey, error: StageError)] { state.withLock { $0.failures } }
    /// The options of `leftUnread`, if the source called it, or nil.
    public var unread: [String]? { state.withLock { $0.unread } }
    /// The last validators of each document.
    public var validators: [DocumentKey: Validators] {
        documents.reduce(into: [:]) { $0[$1.key] = $1.validators }
    }

    /// Parses and keeps a document. Throws the parser's error, after recording it.
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

    /// Keeps entries without a document.
    public func write(_ feed: Feed, key: DocumentKey, cursor: Cursor?) async throws(StageError) {
        state.withLock {
            $0.feeds.append((key, feed))
            $0.cursor = cursor ?? $0.cursor
        }
    }

    /// Records the key.
    public func unchanged(_ key: DocumentKey) async throws(StageError) {
        state.withLock { $0.unchanged.append(key) }
    }

    /// Records the key and the error.
    public func failed(_ key: DocumentKey, _ error: StageError) async {
        state.withLock { $0.failures.append((key, error)) }
    }

    /// Records the options.
    public func leftUnread(limitedBy options: [String]) async {
        state.withLock { $0.unread = options }
    }
}
