import FeedLists
public import FeedModel
import FeedParsing
public import FeedStages

/// Reads a page with a list on it, as the source's options say.
public struct HTMLListParser: Parser {
    /// `html`
    public static let type = "html"
    /// What it reads.
    public static let summary: LocalizedText = .message("summary.parser.html")

    private let options: PageOptions
    private let services: Services
    /// By which clock dates are meant that do not say.
    var zone: Zone { services.zone }

    /// Makes the parser.
    public init(_ configuration: PageOptions, services: Services) throws(StageError) {
        options = configuration
        self.services = services
    }

    /// The tree is there twice for a moment: as it is built, and as it is asked.
    public var memoryPerByte: Int { 40 }

    /// Reads a page; throws `.notAFeed`, `.pageChanged`, `.selectorTooCostly` and `.unidentified`.
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
