public import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages

/// The options of a source for its request and its paging.
public struct ListRequest<Reading: ListReading>: Sendable {
    let first: PageRequest
    let paging: Paging<Reading.Place>?
    let pages: Int?

    /// The title of the source; the option `title` is that of an entry.
    public let feedTitle: String?
    /// Identifies the request: method, address and body, without secrets.
    public let canonicalText: String

    /// Reads `url`, `method`, the options of the body and of paging, and `feed_title`. Reports errors to `section`.
    public init(from section: ConfigSection, bodies: Set<ListBody>) {
        let url = section.require("url", as: AddressOption.self, help: .message("option.list.url"))
            .secret
        section.checkWebAddress(url, "url")
        let body = Self.body(from: section, bodies)
        let method = section.option(
            "method", as: Method.self, help: .message("option.list.method"))
        if method == .get, body != nil {
            section.report(
                .message("lists.body_with_get", ["path": .text(section.path)]), at: section.node["method"]?.place,
                suggestion: .message("lists.body_with_get.cure"))
        }
        first = PageRequest(method: (method ?? (body == nil ? .get : .post)).rawValue, url: url, body: body)
        paging = Paging.read(section)
        pages = section.option(
            "pages", as: Int.self, in: 1...100,
            help: .message("option.list.pages"))
        if pages != nil, paging == nil, !Self.pagingOptions.contains(where: section.isGiven) {
            section.report(
                .message("lists.no_paging", ["path": .text(section.path)]), at: section.node["pages"]?.place,
                suggestion: .message(
                    "lists.no_paging.cure",
                    ["names": .row(Self.pagingOptions.map { "`\($0)`" })]))
        }
        feedTitle = section.option(
            "feed_title", as: String.self, help: .message("option.list.feed_title"))
        canonicalText = ["\(first.method) \(Address.normalised(url.reveal()))", body?.canonicalText]
            .compactMap { $0 }.joined(separator: " ")
    }

    private static var pagingOptions: [String] { ["link_header", "next", "cursor", "page", "offset"] }

    private static func body(from section: ConfigSection, _ bodies: Set<ListBody>) -> RequestBody? {
        section.atMostOne(of: "json", "form", "graphql")
        let json =
            bodies.contains(.json)
            ? section.option("json", as: JSONTree.self, help: .message("option.list.json")) : nil
        let form =
            bodies.contains(.form)
            ? section.option("form", as: FormOption.self, help: .message("option.list.form")) : nil
        let graphQL =
            bodies.contains(.graphQL)
            ? section.option(
                "graphql", as: GraphQLOption.self, help: .message("option.list.graphql")) : nil
        if let graphQL { return .graphQL(query: graphQL.query, variables: graphQL.variables) }
        return json.map(RequestBody.json) ?? form.map { .form($0.fields) }
    }
}

/// A kind of request body.
public enum ListBody: Sendable, Hashable {
    /// JSON.
    case json
    /// A form, as HTML pages send it.
    case form
    /// A GraphQL query.
    case graphQL
}

private enum Method: String, ConfigChoice {
    case get = "GET"
    case post = "POST"
}
