import FeedLists
import FeedModel
import FeedPages
import FeedParsing
import FeedStages

/// A document as a page's tree.
struct PageDocument {
    let tree: PageTree
    /// The repairs that were needed.
    let repairs: [Repair]

    /// Reads a document. Throws `.notAFeed` if it is no page.
    init(_ document: Document) throws(StageError) {
        let text = DecodedText(unpacking: document.bytes, contentType: document.contentType)
        if let other = Self.otherKind(of: text.utf8) { throw document.refusal(.notAFeed, found: other) }
        do throws(PageError) {
            tree = try PageTree(text.utf8, url: document.url)
        } catch {
            throw document.refusal(error)
        }
        repairs = text.repairs + tree.repairs
    }

    /// The kind of a document that is certainly no page; else nil.
    private static func otherKind(of text: ArraySlice<UInt8>) -> LocalizedText? {
        let start = text.drop { $0 <= 0x20 }.prefix(512)
        let word = String(decoding: start, as: UTF8.self).lowercased()
        if word.hasPrefix("{") || word.hasPrefix("[") { return .message("html.json_instead") }
        let roots = ["<rss", "<feed", "<rdf:rdf"]
        guard word.hasPrefix("<?xml") || roots.contains(where: word.hasPrefix), !word.contains("<html") else {
            return nil
        }
        return roots.contains(where: word.contains) ? .message("html.feed_instead") : nil
    }
}

extension Document {
    /// Returns the error for a refusal of this page.
    func refusal(_ refusal: PageRefusal) -> StageError {
        switch refusal {
        case .changed(let words): self.refusal(.pageChanged, found: words)
        case .page(let error): self.refusal(error)
        }
    }
}
