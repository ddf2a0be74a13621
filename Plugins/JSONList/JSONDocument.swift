import FeedJSON
import FeedLists
import FeedModel
import FeedParsing
import FeedStages

/// A document as a JSON value.
struct JSONDocument {
    let value: JSONValue
    /// What had to be mended.
    let repairs: [Repair]

    /// Reads a document; throws `.notAFeed`, and `.incompleteDocument` where only its end is missing.
    init(_ document: Document) throws(StageError) {
        let unpacked = GzipFile.content(of: document.bytes)
        let text = DecodedText(unpacked ?? document.bytes, contentType: document.contentType)
        let (value, cut): (JSONValue, Int)
        do throws(JSONError) {
            (value, cut) = try text.utf8.withUnsafeBufferPointer { (bytes) throws(JSONError) in
                try JSONReader.readCutting(bytes, isValidUTF8: true)
            }
        } catch {
            // Of an empty text, or one that is a page, nothing is missing but everything.
            guard error.isAtEnd, text.utf8.first.map({ "{[".utf8.contains($0) }) == true else {
                throw document.refusal(.notAFeed, found: "no JSON: \(error.reason) at byte \(error.offset)")
            }
            throw document.refusal(.incompleteDocument)
        }
        self.value = value
        var repairs = unpacked == nil ? [] : [Repair(code: "unlabelled_gzip")]
        repairs += text.repairs
        if cut > 0 { repairs.append(Repair(code: "too_deep", count: cut)) }
        self.repairs = repairs
    }
}

/// What an answer of GraphQL says of its errors (GraphQL §7.1.2): with any, its data are not to be trusted.
enum GraphQLErrors {
    /// The first error's words; nil if there is none.
    static func words(in document: JSONValue) -> String? {
        guard let errors = document["errors"], errors != .null, errors != .array([]) else { return nil }
        return ServiceWords.words(in: document) ?? "errors without words"
    }
}
