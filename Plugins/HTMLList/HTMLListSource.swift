public import FeedConfiguration
import FeedJSON
import FeedLists
import FeedModel
import FeedPages
import FeedParsing
import FeedSelecting
public import FeedStages

/// A list on any page: news, notices, releases.
public struct HTMLListSource: Source {
    /// The value of `type` in the configuration: `html`.
    public static let type = "html"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.html")
    /// The source's own parser, unless `parser:` names another.
    public static let parser: (any Parser.Type)? = HTMLListParser.self

    /// The options of `html`.
    public struct Configuration: StageConfiguration {
        let list: ListRequest<HTMLListReading>
        let page: PageOptions
        let canonicalRequest: String

        /// Reads the options; mistakes are reported to the section.
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

    /// Method, address, form and id. Selectors may be corrected after a redesign without delivering anything again.
    public var canonicalRequest: String { configuration.canonicalRequest }
    /// The option `feed_title`, or nil.
    public var defaultTitle: String? { configuration.list.feedTitle }

    /// Fetches the pages of the list. Throws the errors of transport and parser, `.redirectRefused` if the next page is
    /// on another server, and `.selectorTooCostly` if the search for it costs too much.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let reading = HTMLListReading(options: configuration.page, zone: services.zone)
        let fetch = ListFetch(configuration.list, reading: reading, services: services)
        try await fetch.run(since: previous, into: writer)
    }
}

/// Reads the properties of a page that paging needs.
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
