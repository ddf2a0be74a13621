import FeedJSON
import FeedLists
import FeedModel
import FeedPages
import FeedParsing
import FeedStages

/// A document as JSON: one value, or the values in elements of a page.
struct JSONDocument {
    /// The values; at least one.
    let values: [JSONValue]
    /// The repairs that were needed.
    let repairs: [Repair]

    /// Reads a document. Throws `.notAFeed`, `.incompleteDocument` if only its end is missing, `.pageChanged` if the
    /// page has no such element with JSON, and `.selectorTooCostly`.
    init(_ document: Document, embedded selector: PageSelector?) throws(StageError) {
        let text = DecodedText(unpacking: document.bytes, contentType: document.contentType)
        var repairs = text.repairs
        let cut: Int
        if let selector {
            let tree: PageTree
            do throws(PageError) { tree = try PageTree(text.utf8, url: document.url) } catch {
                throw document.refusal(error)
            }
            repairs += tree.repairs
            (values, cut) = try Self.embedded(selector, in: tree, of: document)
        } else {
            let value: JSONValue
            (value, cut) = try Self.whole(text, of: document)
            values = [value]
        }
        if cut > 0 { repairs.append(Repair(code: "too_deep", count: cut)) }
        self.repairs = repairs
    }

    private static func whole(_ text: DecodedText, of document: Document) throws(StageError) -> (JSONValue, Int) {
        do throws(JSONError) {
            return try read(text.utf8)
        } catch {
            // An empty text, or a page, is not an incomplete document.
            guard error.isAtEnd, text.utf8.first.map({ "{[".utf8.contains($0) }) == true else {
                throw document.refusal(
                    .notAFeed,
                    found: .message(
                        "json.unreadable", ["reason": .message(error.reason), "offset": .number(error.offset)]))
            }
            throw document.refusal(.incompleteDocument)
        }
    }

    private static func embedded(
        _ selector: PageSelector, in tree: PageTree, of document: Document
    ) throws(StageError) -> ([JSONValue], Int) {
        let elements: [PageNode]
        do throws(PageError) { elements = try tree.elements(selector, in: tree.root) } catch {
            throw document.refusal(error)
        }
        guard !elements.isEmpty else {
            throw document.refusal(
                .pageChanged,
                found: tree.cutWords(on: selector)
                    ?? .message("json.nothing_found", ["selector": .text(selector.text)]))
        }
        var (values, cut): ([JSONValue], Int) = ([], 0)
        var mistake: JSONError?
        for element in elements {
            do throws(JSONError) {
                let (value, more) = try read(Array(element.content.utf8)[...])
                values.append(value)
                cut += more
            } catch {
                mistake = mistake ?? error
            }
        }
        if values.isEmpty, let mistake {
            throw document.refusal(
                .pageChanged,
                found: .message(
                    "json.unreadable_element",
                    [
                        "selector": .text(selector.text), "reason": .message(mistake.reason),
                        "offset": .number(mistake.offset),
                    ]))
        }
        return (values, cut)
    }

    private static func read(_ text: ArraySlice<UInt8>) throws(JSONError) -> (JSONValue, Int) {
        try text.withUnsafeBufferPointer { (bytes) throws(JSONError) in
            try JSONReader.readCutting(bytes, isValidUTF8: true)
        }
    }
}

/// Reads the errors of a GraphQL response (GraphQL §7.1.2). If there are any, its data must not be trusted.
enum GraphQLErrors {
    /// The first error's message, empty if it has none; nil if there is no error.
    static func words(in document: JSONValue) -> String? {
        guard let errors = document["errors"], errors != .null, errors != .array([]) else { return nil }
        return ServiceWords.words(in: document) ?? ""
    }
}
