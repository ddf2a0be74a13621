public import FeedModel
package import FeedSystem

/// The key of a document among those of one source: a file's path, or empty for a source of one document.
public struct DocumentKey: RawRepresentable, Sendable, Hashable {
    /// The key's text.
    public let rawValue: String
    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The key of a source's only document.
    public static let only = DocumentKey(rawValue: "")
}

/// The text that a source keeps between two fetches, at most 4 KiB. The engine does not read it.
public struct Cursor: RawRepresentable, Sendable, Hashable {
    /// The source's own text.
    public let rawValue: String
    /// Makes a cursor.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A response's body or a file's content, before it is parsed.
public struct Document: Sendable {
    /// The key of the document within its source.
    public var key: DocumentKey
    /// The body, after content decoding.
    public var bytes: [UInt8]
    /// The `Content-Type` field as received, with its parameters, or nil.
    public var contentType: String?
    /// The address of the response, after redirects, or nil. It is the base of relative addresses.
    public var url: String?
    /// Validators of exactly these bytes, or nil.
    public var validators: Validators?
    /// The source's cursor to keep when this document is committed, or nil for no change.
    public var cursor: Cursor?
    /// When the document was received. It replaces missing dates.
    public var fetchedAt: Timestamp
    /// How many entries are wanted (the source's `max_entries`). A parser may return more.
    public var maxEntries = 10_000
    /// Whether this is a page after the first page of a list. Such a page may have few entries or none.
    public var isContinuation = false
    /// The share of the run's memory that the bytes take, kept as long as they are; nil if not yet counted.
    package var lease: MemoryLease?

    /// Makes a document.
    public init(
        key: DocumentKey = .only, bytes: [UInt8], contentType: String? = nil, url: String? = nil,
        validators: Validators? = nil, cursor: Cursor? = nil, fetchedAt: Timestamp
    ) {
        self.key = key
        self.bytes = bytes
        self.contentType = contentType
        self.url = url
        self.validators = validators
        self.cursor = cursor
        self.fetchedAt = fetchedAt
    }
}

/// Receives the documents of a source, one by one. A source awaits each call: that is the back-pressure.
public protocol DocumentWriter: Sendable {
    /// Parses and stores a document, and returns its feed. Throws the parser's error, which is recorded already: a
    /// source of many documents may continue, a source of one document rethrows it.
    @discardableResult
    func write(_ document: Document) async throws(StageError) -> Feed
    /// Stores entries that a source has without a document. Throws if they cannot be stored.
    func write(_ feed: Feed, key: DocumentKey, cursor: Cursor?) async throws(StageError)
    /// Records that a document has not changed. Throws if that cannot be stored.
    func unchanged(_ key: DocumentKey) async throws(StageError)
    /// Records that one of several documents could not be read. The fetch continues.
    func failed(_ key: DocumentKey, _ error: StageError) async
    /// Records that the source stopped before the last page of its list, so that new entries may be missed. The user is
    /// warned.
    ///
    /// - Parameter options: names of the source's options that would let it read more pages, the best option first.
    func leftUnread(limitedBy options: [String]) async
}

/// What was committed at a source's last complete fetch.
public protocol Previous: Sendable {
    /// The source's cursor, or nil at the first fetch.
    var cursor: Cursor? { get }
    /// Returns the validators of a document, or nil.
    func validators(for key: DocumentKey) async -> Validators?
}
