public import FeedModel
package import FeedSystem

/// Tells the documents of one source apart: a file's path; empty for sources of one document.
public struct DocumentKey: RawRepresentable, Sendable, Hashable {
    /// The key's text.
    public let rawValue: String
    /// Makes a key.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The only document of a source.
    public static let only = DocumentKey(rawValue: "")
}

/// What a source remembers between two fetches, opaque to the engine, at most 4 KiB.
public struct Cursor: RawRepresentable, Sendable, Hashable {
    /// The source's own text.
    public let rawValue: String
    /// Makes a cursor.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A raw answer on its way to a parser.
public struct Document: Sendable {
    /// Which of the source's documents.
    public var key: DocumentKey
    /// The decoded body.
    public var bytes: [UInt8]
    /// `Content-Type` as received, parameters and all, or nil.
    public var contentType: String?
    /// The address that gave it (after redirects), against which relative addresses are resolved; or nil.
    public var url: String?
    /// Validators that stand for exactly these bytes, or nil.
    public var validators: Validators?
    /// The source's cursor once this document is committed, or nil for no change.
    public var cursor: Cursor?
    /// When it arrived; stands in for missing dates.
    public var fetchedAt: Timestamp
    /// How many entries are wanted of it (the source's `max_entries`); a parser need not stop there.
    public var maxEntries = 10_000
    /// Whether it is a later page of a list, of which the first one came before: it may have few entries or none.
    public var isContinuation = false
    /// What the bytes take of the run's memory; lives as long as they are needed. Nil: nobody has counted them yet.
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

/// Takes what a source fetched, one by one; awaiting it is the back-pressure.
public protocol DocumentWriter: Sendable {
    /// Parses and stores a document. Throws the parser's error, so that a source of many documents may go on (its
    /// failure is already noted) and a source of one lets it through.
    @discardableResult
    func write(_ document: Document) async throws(StageError) -> Feed
    /// Stores entries that a source has without a document.
    func write(_ feed: Feed, key: DocumentKey, cursor: Cursor?) async throws(StageError)
    /// Notes that a document has not changed.
    func unchanged(_ key: DocumentKey) async throws(StageError)
    /// Notes that one document of many could not be read, without ending the fetch.
    func failed(_ key: DocumentKey, _ error: StageError) async
    /// Notes that the list goes on behind what was written, and may hold more that is new, though the source reads no
    /// further: the user is told that entries may be missed.
    ///
    /// - Parameter options: names of the source's options that would let it read further, the best one first.
    func leftUnread(limitedBy options: [String]) async
}

/// What was committed with a source's last complete fetch.
public protocol Previous: Sendable {
    /// The source's cursor, or nil at the first fetch.
    var cursor: Cursor? { get }
    /// Validators of a document, or nil.
    func validators(for key: DocumentKey) async -> Validators?
}
