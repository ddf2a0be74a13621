public import FeedConfiguration
import FeedJSON
import FeedModel
import FeedSelecting
public import FeedStages

/// The options of `json`: what is asked for, how the list goes on, and what of it becomes entries.
public struct JSONListConfiguration: StageConfiguration {
    let first: PageRequest
    let paging: Paging?
    let pages: Int?
    let entries: EntryOptions
    let feedTitle: String?
    let canonicalRequest: String

    /// Reads a section.
    public init(from section: ConfigSection) {
        let url = section.require("url", as: AddressOption.self, help: "address of the document; may be a secret")
            .secret
        section.checkWebAddress(url, "url")
        entries = EntryOptions(from: section)
        feedTitle = section.option(
            "feed_title", as: String.self, help: "title of the source for people; `title` is that of an entry")
        let body = Self.body(from: section)
        let method = section.option(
            "method", as: Method.self, help: "GET, or POST where something is sent: the default then")
        if method == .get, body != nil {
            section.report(
                "\(section.path).method: nothing can be sent with GET", at: section.node["method"]?.place,
                suggestion: "remove it: POST is the default here")
        }
        first = PageRequest(method: (method ?? (body == nil ? .get : .post)).rawValue, url: url, body: body)
        paging = Paging.read(section)
        pages = section.option(
            "pages", as: Int.self, in: 1...100,
            help: "pages to read at most; without it 1 at the first fetch, else 5")
        if pages != nil, paging == nil, !Self.pagingOptions.contains(where: section.isGiven) {
            section.report(
                "\(section.path).pages: nothing says how the list goes on", at: section.node["pages"]?.place,
                suggestion: "add one of \(Self.pagingOptions.map { "`\($0)`" }.joined(separator: ", "))")
        }
        canonicalRequest = [
            "\(first.method) \(Address.normalised(url.reveal()))", body?.canonicalText,
            "entries=\(entries.entries)", "id=\((entries.id ?? entries.link)?.text ?? "")",
        ].compactMap { $0 }.joined(separator: " ")
    }

    private static let pagingOptions = ["link_header", "next", "cursor", "page", "offset"]

    private enum Method: String, ConfigChoice {
        case get = "GET"
        case post = "POST"
    }

    private static func body(from section: ConfigSection) -> RequestBody? {
        section.atMostOne(of: "json", "form", "graphql")
        let json = section.option("json", as: JSONTree.self, help: "what is sent as JSON, with POST")
        let form = section.option("form", as: FormOption.self, help: "what is sent as a form, with POST")
        let graphQL = section.option(
            "graphql", as: GraphQLOption.self, help: "a query of GraphQL; `entries` begins with data then")
        if let graphQL { return .graphQL(query: graphQL.query, variables: graphQL.variables) }
        return json.map(RequestBody.json) ?? form.map { .form($0.fields) }
    }
}
