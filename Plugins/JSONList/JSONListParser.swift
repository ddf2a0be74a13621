import FeedJSON
import FeedLists
public import FeedModel
import FeedParsing
public import FeedStages

/// Reads the entries of any JSON document with a list, by the source's options.
public struct JSONListParser: Parser {
    /// The value of `type` in the configuration: `json`.
    public static let type = "json"
    /// What the parser reads.
    public static let summary: LocalizedText = .message("summary.parser.json")

    private let options: EntryOptions

    /// Makes the parser.
    public init(_ configuration: EntryOptions, services: Services) throws(StageError) { options = configuration }

    /// The memory for each byte of the document; JSON in a page needs more, because the page's tree is built, too.
    public var memoryPerByte: Int { options.embedded == nil ? 12 : 40 }

    /// Reads a document. Throws `.notAFeed`, `.pageChanged`, `.incompleteDocument`, `.listNotFound`, `.errorAnswered`,
    /// `.selectorTooCostly` and `.unidentified`.
    public func parse(_ document: Document) throws(StageError) -> Feed {
        let page = try JSONDocument(document, embedded: options.embedded)
        if options.isGraphQL, let words = page.values.lazy.compactMap(GraphQLErrors.words).first {
            var refusal = document.refusal(.errorAnswered)
            refusal.explanation = words.isEmpty ? nil : words
            throw refusal
        }
        let elements: [JSONValue]
        do throws(EntryList.Lost) {
            elements = try EntryList.elements(of: page.values, at: options.entries)
        } catch {
            var refusal = document.refusal(.listNotFound, found: error.found)
            // A message in place of a list usually says why there is none.
            refusal.explanation = page.values.lazy.compactMap(ServiceWords.words).first
            throw refusal
        }
        let limits = ParsingLimits.wanting(entries: document.maxEntries)
        let builder = EntryBuilder(options: options, base: document.url, limits: limits)
        var feed = Feed(format: .api)
        feed.repairs = page.repairs
        let entries = elements.prefix(limits.entries).map(builder.entry)
        try UnidentifiedEntries.add(entries, surplus: elements.count - entries.count, to: &feed, of: document)
        return feed
    }
}
