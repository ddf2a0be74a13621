import FeedJSON
import FeedLists
public import FeedStages

extension JSONListParser: Proposing {
    /// The lists of a document that look like entries, with the options that would read them.
    public func proposals(for document: Document) throws(StageError) -> [Proposal] {
        let value = try JSONDocument(document, embedded: nil).values[0]
        return ListGuess.ranked(in: value).map { Proposal(summary: $0.summary, options: $0.options) }
    }
}
