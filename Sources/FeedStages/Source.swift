public import FeedModel

/// Fetches documents or entries.
public protocol Source: Stage {
    /// The parser of the source's own format, which reads the same section. With nil, the bytes decide (`auto`). The
    /// option `parser:` overrides it.
    static var parser: (any Parser.Type)? { get }
    /// The options that select content, in a fixed order and normalised, without credentials, headers, limits and
    /// names. Together with the plugin's type it identifies the feed in the state.
    var canonicalRequest: String { get }
    /// The title if the configuration has none, or nil for the feed's own title.
    var defaultTitle: String? { get }
    /// Whether the source reads the file at a path (absolute, without links). A configuration check lets no sink write
    /// it.
    func reads(file path: String) -> Bool
    /// Paths of the single files that it reads, resolved, without patterns.
    var readPaths: [String] { get }
    /// The terms of the server's owner that restrict publishing its entries, as a clause, or nil. The check of a
    /// configuration quotes them where a pipeline with this source delivers a feed.
    var publishingTerms: LocalizedText? { get }
    /// Whether being listed by the source means something, since others chose its entries: a page of popular articles,
    /// top stories, a trend. Such entries rank above others in an order by what readers give
    /// (`Candidate.isOfSelection`). The source option `selection:` overrides it.
    var isSelection: Bool { get }
    /// Fetches what is new, and returns when everything is written. Throws if the fetch is not complete; what was
    /// written before stays.
    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError)
}

extension Source {
    /// Nil by default: the bytes decide which parser reads them.
    public static var parser: (any Parser.Type)? { nil }
    /// Nil by default: the title is the feed's own.
    public var defaultTitle: String? { nil }
    /// False by default: it reads no files.
    public func reads(file path: String) -> Bool { false }
    /// Empty by default: it reads no files.
    public var readPaths: [String] { [] }
    /// Nil by default: no terms are known.
    public var publishingTerms: LocalizedText? { nil }
    /// False by default: it lists all that there is.
    public var isSelection: Bool { false }
}

/// Parses bytes to a feed. A parser has no side effects, and is synchronous.
public protocol Parser: Stage {
    /// Parses a document. Throws `.notAFeed` and other errors of documents.
    func parse(_ document: Document) throws(StageError) -> Feed
    /// Bytes of memory that parsing may take for each byte of a document, 1 to 1,000; 12 by default. A run parses only
    /// so much at once that it stays within its memory limit.
    var memoryPerByte: Int { get }
}

extension Parser {
    /// 12 bytes, for the decoded text, a tree of it if it is JSON, the feed, and its entries once more, encoded.
    /// Measured: 4 for ordinary documents, up to 15 for documents with little else than tags or attachments
    /// (`Benchmarks/large.py --entries crowded`).
    public var memoryPerByte: Int { 12 }
}
