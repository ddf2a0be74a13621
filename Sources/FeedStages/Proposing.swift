/// A parser with options that can propose options for a document, for `kawaraban try`.
public protocol Proposing: Parser {
    /// Returns ways to read a document, the best one first, whatever the parser's own options are. The result is empty
    /// if nothing in the document looks like entries. Throws the error of `parse` for a document that it cannot read.
    func proposals(for document: Document) throws(StageError) -> [Proposal]
}

/// A way to read a document.
public struct Proposal: Sendable, Hashable {
    /// An option of a source.
    public struct Option: Sendable, Hashable {
        /// The key of the option.
        public var key: String
        /// The value, on one line, as it is written in a configuration.
        public var value: String

        /// Makes an option.
        public init(_ key: String, _ value: String) {
            self.key = key
            self.value = value
        }
    }

    /// A source, and the address that it requests.
    public struct Source: Sendable, Hashable {
        /// The source's type, which is also that of its parser.
        public var type: String
        /// The address that the source requests.
        public var url: String

        /// Makes a source.
        public init(type: String, url: String) { (self.type, self.url) = (type, url) }
    }

    /// A short description of what would be read: `data.results: 20 objects`.
    public var summary: LocalizedText
    /// The source that reads the document, if it differs from the requested one; or nil.
    public var source: Source?
    /// The options, in the order in which they are written.
    public var options: [Option]

    /// Makes a proposal.
    public init(summary: LocalizedText, source: Source? = nil, options: [Option]) {
        self.summary = summary
        self.source = source
        self.options = options
    }
}
