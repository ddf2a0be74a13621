import FeedJSON
import FeedLists
public import FeedStages

extension JSONListParser: Proposing {
    /// Proposes options for each list of a document that looks like entries. Throws if the document is no JSON.
    public func proposals(for document: Document) throws(StageError) -> [Proposal] {
        let value = try JSONDocument(document, embedded: nil).values[0]
        return ListGuess.ranked(in: value).map { Proposal(summary: $0.summary, options: $0.options) }
    }
}
