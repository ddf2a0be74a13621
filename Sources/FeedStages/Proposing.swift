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

    /// What would be read, in a few words: `data.results: 20 objects`.
    public var summary: String
    /// In the order in which they are written.
    public var options: [Option]

    /// Makes a proposal.
    public init(summary: String, options: [Option]) {
        self.summary = summary
        self.options = options
    }
}
