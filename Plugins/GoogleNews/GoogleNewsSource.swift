import FeedModel
public import FeedStages

/// Google News: top stories, a topic, a place or a search, in one of its editions.
///
/// The feed is undocumented. By its own text it is for personal, non-commercial use in a feed reader.
public struct GoogleNewsSource: Source {
    /// The value of `type` in the configuration: `google_news`.
    public static let type = "google_news"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.google_news")
    /// The option that the value of a short form fills: `search`.
    public static let mainOption: MainOption? = "search"
    /// The parser `google_news`, which separates headline and publisher.
    public static let parser: (any Parser.Type)? = GoogleNewsParser.self

    private let request: GoogleNewsRequest
    private let services: Services

    /// Makes the source.
    public init(_ configuration: GoogleNewsConfiguration, services: Services) throws(StageError) {
        request = configuration.request
        self.services = services
    }

    /// The present address of the requested feed, whatever form was configured.
    public var canonicalRequest: String { request.address }
    /// The topic's name in the configured language. Nil for searches and places, whose feeds have their own titles.
    public var defaultTitle: String? { request.section.topic?.title(in: services.locale, of: request.edition) }

    /// The feed's own terms.
    public var publishingTerms: LocalizedText? { .message("google_news.terms") }

    /// True for top stories and topics, which Google chooses; a search and a place list what matches.
    public var isSelection: Bool { request.section.isSelection }

    /// Fetches the feed, which has only one page. Throws `.feedNotAvailable` for a topic or place that Google does not
    /// know, and the errors of transport and parser.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        do {
            try await SingleDocument(url: request.address).fetch(
                over: services.transport, since: previous, into: writer)
        } catch {
            // For an unknown topic Google answers 404, with a feed of one entry that says so.
            guard error.code == .notFound else { throw error }
            throw StageError(.feedNotAvailable, subject: request.address, facts: error.facts)
        }
    }
}
