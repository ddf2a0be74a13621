import FeedJSON
import FeedLists
import FeedParsing
import FeedSelecting
public import FeedStages

/// A list in JSON at any address: an API, a search, a data file of a site.
public struct JSONListSource: Source {
    /// The value of `type` in the configuration: `json`.
    public static let type = "json"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.json")
    /// The source's own parser, unless `parser:` names another.
    public static let parser: (any Parser.Type)? = JSONListParser.self

    private let configuration: JSONListConfiguration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: JSONListConfiguration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// Method, address, body, list and id. Credentials and fields are left out, so that a change of them delivers
    /// nothing again.
    public var canonicalRequest: String { configuration.canonicalRequest }
    /// The option `feed_title`, or nil.
    public var defaultTitle: String? { configuration.list.feedTitle }

    /// Fetches the pages of the list. Throws the errors of transport and parser, and `.redirectRefused` if the next
    /// page is on another server.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let reading = JSONListReading(options: configuration.entries)
        let fetch = ListFetch(configuration.list, reading: reading, services: services)
        try await fetch.run(since: previous, into: writer)
    }
}

/// Reads the properties of a page that paging needs.
struct JSONListReading: ListReading {
    let options: EntryOptions

    var accept: String { options.embedded == nil ? "application/json" : Self.acceptOfPages }

    struct Page: ListPage {
        let ids: [String]
        let documents: [JSONValue]

        func value(at path: JSONPath) -> JSONValue? {
            documents.lazy.compactMap { document -> JSONValue? in
                path.first(in: document) { value in
                    if case .number = value { return value }
                    return value.text.map(JSONValue.string)
                }
            }.first
        }
    }

    func page(_ document: Document) -> Page? {
        guard let values = try? JSONDocument(document, embedded: options.embedded).values,
            let elements = try? EntryList.elements(of: values, at: options.entries)
        else { return nil }
        let builder = EntryBuilder(options: options, base: document.url, limits: .standard)
        return Page(ids: elements.compactMap(builder.identity), documents: values)
    }
}
