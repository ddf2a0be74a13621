import FeedLists
public import FeedModel
import FeedParsing
public import FeedStages

/// Reads the entries of a page with a list, by the source's options.
public struct HTMLListParser: Parser {
    /// The value of `type` in the configuration: `html`.
    public static let type = "html"
    /// What the parser reads.
    public static let summary: LocalizedText = .message("summary.parser.html")

    private let options: PageOptions
    private let services: Services
    /// The time zone of dates that name none.
    var zone: Zone { services.zone }

    /// Makes the parser.
    public init(_ configuration: PageOptions, services: Services) throws(StageError) {
        options = configuration
        self.services = services
    }

    /// The memory for each byte of the page: for a moment there are two trees, the one being built and the one being
    /// queried.
    public var memoryPerByte: Int { 40 }

    /// Reads a page. Throws `.notAFeed`, `.pageChanged`, `.selectorTooCostly` and `.unidentified`.
    public func parse(_ document: Document) throws(StageError) -> Feed {
        let page = try PageDocument(document)
        var feed = Feed(format: .api)
        feed.repairs = page.repairs
        let limits = ParsingLimits.wanting(entries: document.maxEntries)
        var (entries, surplus): ([Entry?], Int) = ([], 0)
        do throws(PageRefusal) {
            var builder = PageEntryBuilder(page.tree, of: document, options, zone: services.zone, limits: limits)
            let elements = try builder.elements()
            surplus = max(0, elements.count - limits.entries)
            for element in elements.prefix(limits.entries) { entries.append(try builder.entry(element)) }
        } catch {
            throw document.refusal(error)
        }
        try UnidentifiedEntries.add(entries, surplus: surplus, to: &feed, of: document)
        return feed
    }
}
