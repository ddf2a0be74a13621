public import FeedConfiguration
import FeedModel
import FeedStages

/// The options of a source that say what is asked for, and how the list goes on.
public struct ListRequest<Reading: ListReading>: Sendable {
    let first: PageRequest
    let paging: Paging<Reading.Place>?
    let pages: Int?

    /// What tells one request from another: method, address and body, without secrets.
    public let canonicalText: String

    /// Reads `url`, `method`, what is sent, and the options of pages.
    public init(from section: ConfigSection, bodies: Set<ListBody>) {
        let url = section.require("url", as: AddressOption.self, help: "address of the document; may be a secret")
            .secret
        section.checkWebAddress(url, "url")
        let body = Self.body(from: section, bodies)
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
        canonicalText = ["\(first.method) \(Address.normalised(url.reveal()))", body?.canonicalText]
            .compactMap { $0 }.joined(separator: " ")
    }

    private static var pagingOptions: [String] { ["link_header", "next", "cursor", "page", "offset"] }

    private static func body(from section: ConfigSection, _ bodies: Set<ListBody>) -> RequestBody? {
        section.atMostOne(of: "json", "form", "graphql")
        let json =
            bodies.contains(.json)
            ? section.option("json", as: JSONTree.self, help: "what is sent as JSON, with POST") : nil
        let form =
            bodies.contains(.form)
            ? section.option("form", as: FormOption.self, help: "what is sent as a form, with POST") : nil
        let graphQL =
            bodies.contains(.graphQL)
            ? section.option(
                "graphql", as: GraphQLOption.self, help: "a query of GraphQL; `entries` begins with data then") : nil
        if let graphQL { return .graphQL(query: graphQL.query, variables: graphQL.variables) }
        return json.map(RequestBody.json) ?? form.map { .form($0.fields) }
    }
}

/// What a source may send.
public enum ListBody: Sendable, Hashable {
    /// JSON.
    case json
    /// A form, as of a page.
    case form
    /// A query of GraphQL.
    case graphQL
}

private enum Method: String, ConfigChoice {
    case get = "GET"
    case post = "POST"
}
