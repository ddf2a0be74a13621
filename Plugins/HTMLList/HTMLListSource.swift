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
    public static let summary = "any page with a list on it, by CSS selectors or XPath; scripts are not run"
    /// Its own, unless `parser:` says otherwise.
    public static let parser: (any Parser.Type)? = HTMLListParser.self

    /// The options of `html`.
    public struct Configuration: StageConfiguration {
        let list: ListRequest<HTMLListReading>
        let page: PageOptions
        let feedTitle: String?
        let canonicalRequest: String

        /// Reads a section.
        public init(from section: ConfigSection) {
            list = ListRequest(from: section, bodies: [.form])
            page = PageOptions(from: section)
            feedTitle = section.option(
                "feed_title", as: String.self, help: "title of the source for people; `title` is that of an entry")
            let id = (page.id ?? page.link)?.values.map(\.manualText).joined(separator: ", ") ?? ""
            canonicalRequest = "\(list.canonicalText) id=\(id)"
        }
    }

    private let configuration: Configuration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// Method, address, form and id: what finds the entries may be mended after a redesign, and delivers nothing again.
    public var canonicalRequest: String { configuration.canonicalRequest }
    /// As `feed_title` says, or none.
    public var defaultTitle: String? { configuration.feedTitle }

    /// Fetches the pages of the list; throws the errors of transport and parser, and `.redirectRefused` where the next page
    /// is said to be on another server.
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

    var accept: String { "text/html, application/xhtml+xml" }

    struct Page: ListPage {
        let ids: [String]
        let tree: PageTree

        func value(at selector: PageSelector) -> JSONValue? {
            guard let find = try? tree.finds(selector, in: tree.root).first else { return nil }
            let text = find.element.flatMap { $0["href"] } ?? find.text
            return text.isEmpty ? nil : .string(text)
        }
    }

    func page(_ document: Document) -> Page? {
        guard let tree = try? PageDocument(document).tree else { return nil }
        var builder = PageEntryBuilder(tree, of: document, options, zone: zone, limits: .standard)
        guard let elements = try? builder.elements() else { return nil }
        return Page(ids: elements.compactMap { try? builder.identity(of: $0) }, tree: tree)
    }
}
