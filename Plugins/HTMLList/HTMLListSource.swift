public import FeedConfiguration
import FeedJSON
import FeedLists
import FeedModel
import FeedPages
import FeedParsing
import FeedSelecting
public import FeedStages

/// Any page with a list on it: news, notices, releases.
public struct HTMLListSource: Source {
    /// `html`
    public static let type = "html"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.source.html")
    /// The source's own parser, unless `parser:` names another.
    public static let parser: (any Parser.Type)? = HTMLListParser.self

    /// The options of `html`.
    public struct Configuration: StageConfiguration {
        let list: ListRequest<HTMLListReading>
        let page: PageOptions
        let canonicalRequest: String

        /// Reads a section.
        public init(from section: ConfigSection) {
            list = ListRequest(from: section, bodies: [.form])
            page = PageOptions(from: section)
            canonicalRequest = [list.canonicalText, page.id.map { "id=\($0.manualText)" }].compactMap { $0 }
                .joined(separator: " ")
        }
    }

    private let configuration: Configuration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// Method, address, form and id: what finds entries and their links may be mended after a redesign, and delivers
    /// nothing again.
    public var canonicalRequest: String { configuration.canonicalRequest }
    /// As `feed_title` says, or none.
    public var defaultTitle: String? { configuration.list.feedTitle }

    /// Fetches the pages of the list; throws the errors of transport and parser, `.redirectRefused` where the next page
    /// is said to be on another server, and `.selectorTooCostly` where it cannot be found.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let reading = HTMLListReading(options: configuration.page, zone: services.zone)
        let fetch = ListFetch(configuration.list, reading: reading, services: services)
        try await fetch.run(since: previous, into: writer)
    }
}

/// Reads a page for what it says of the list.
struct HTMLListReading: ListReading {
    let options: PageOptions
    let zone: Zone

    var accept: String { Self.acceptOfPages }

    struct Page: ListPage {
        let ids: [String]
        let tree: PageTree
        let document: Document

        func value(at selector: PageSelector) throws(StageError) -> JSONValue? {
            let find: PageMatch?
            do throws(PageError) { find = try tree.finds(selector, in: tree.root).first } catch {
                throw document.refusal(error)
            }
            guard let find else { return nil }
            let text = find.element.flatMap { $0["href"] } ?? find.text
            return text.isEmpty ? nil : .string(text)
        }
    }

    func page(_ document: Document) -> Page? {
        guard let tree = try? PageDocument(document).tree else { return nil }
        var builder = PageEntryBuilder(tree, of: document, options, zone: zone, limits: .standard)
        guard let elements = try? builder.elements() else { return nil }
        return Page(ids: elements.compactMap { try? builder.identity(of: $0) }, tree: tree, document: document)
    }
}
