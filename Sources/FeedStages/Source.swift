public import FeedModel

/// Fetches documents (or entries) from somewhere.
public protocol Source: Stage {
    /// The parser of the source's own format, reading the same section; nil: the bytes say (`auto`).
    /// `parser:` in the configuration overrides it.
    static var parser: (any Parser.Type)? { get }
    /// The options that choose content, in a fixed order and normalised; never credentials, headers, limits or names.
    /// With the plugin's type it is the feed's identity in the state.
    var canonicalRequest: String { get }
    /// A title for people if the configuration has none, or nil to take the feed's own.
    var defaultTitle: String? { get }
    /// Whether it reads the file at a path (absolute, without links): a configuration check lets no sink write it.
    func reads(file path: String) -> Bool
    /// Paths of the single files that it reads, resolved; patterns are not among them.
    var readPaths: [String] { get }
    /// Fetches what is new. Returns when everything was written, throws when the fetch is not complete; what was
    /// written before stays.
    func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError)
}

extension Source {
    /// Nil: the bytes say which parser reads them.
    public static var parser: (any Parser.Type)? { nil }
    /// Nil: the title is the feed's own.
    public var defaultTitle: String? { nil }
    /// No files.
    public func reads(file path: String) -> Bool { false }
    /// No files.
    public var readPaths: [String] { [] }
}

/// Turns bytes into a feed: pure and synchronous.
public protocol Parser: Stage {
    /// Parses a document; throws `.notAFeed` and the like.
    func parse(_ document: Document) throws(StageError) -> Feed
    /// Bytes of memory that reading may take for each byte of a document, 1 to 1,000; 12 by default. A run reads only so much
    /// at once that it keeps its bounds.
    var memoryPerByte: Int { get }
}

extension Parser {
    /// The text, decoded or repaired, a tree of it if it is JSON, the feed, and its entries once more, encoded. Measured: 4
    /// for ordinary documents, up to 15 for those that are made of little else than tags or attachments
    /// (`Benchmarks/large.py --entries crowded`).
    public var memoryPerByte: Int { 12 }
}
