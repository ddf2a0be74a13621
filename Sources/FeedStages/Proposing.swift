/// A parser that reads documents as its options say, and can say of a document which options would read it: for
/// `kawaraban try`.
public protocol Proposing: Parser {
    /// Ways to read a document, the best one first, whatever the parser's own options; empty where nothing in it looks like
    /// entries. Throws what `parse` throws of documents that it cannot read at all.
    func proposals(for document: Document) throws(StageError) -> [Proposal]
}

/// A way to read a document.
public struct Proposal: Sendable, Hashable {
    /// An option of the source.
    public struct Option: Sendable, Hashable {
        /// Its key.
        public var key: String
        /// Its value as it is written in a configuration, on one line.
        public var value: String

        /// Makes an option.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// A source.
    public struct Source: Sendable, Hashable {
        /// Its type, which is that of its parser, too.
        public var type: String
        /// What it asks.
        public var url: String

        /// Makes a source.
        public init(type: String, url: String) { (self.type, self.url) = (type, url) }
    }

    /// What would be read, in a few words: `data.results: 20 objects`.
    public var summary: LocalizedText
    /// The source that reads it, where it is another one than was asked for; or nil.
    public var source: Source?
    /// In the order in which they are written.
    public var options: [Option]

    /// Makes a proposal.
    public init(summary: LocalizedText, source: Source? = nil, options: [Option]) {
        self.summary = summary
        self.source = source
        self.options = options
    }
}
