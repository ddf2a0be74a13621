import FeedModel
public import FeedStages

/// Google News: top stories, a topic, a place or a search, in one of its editions.
///
/// The feed is undocumented and, as it says itself, for personal, non-commercial use in a feed reader.
public struct GoogleNewsSource: Source {
    /// `google_news`
    public static let type = "google_news"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.source.google_news")
    /// Its own: headline and publisher apart, no made-up summaries.
    public static let parser: (any Parser.Type)? = GoogleNewsParser.self

    private let request: GoogleNewsRequest
    private let services: Services

    /// Makes the source.
    public init(_ configuration: GoogleNewsConfiguration, services: Services) throws(StageError) {
        request = configuration.request
        self.services = services
    }

    /// The normalised address.
    public var canonicalRequest: String { request.address }
    /// The topic's name in the configured language; searches and places have titles of their own.
    public var defaultTitle: String? { request.section.topic?.title(in: services.locale, of: request.edition) }

    /// Fetches the one page that there is. Throws `.feedNotAvailable` for a topic or place that Google does not know.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        do {
            try await SingleDocument(url: request.address).fetch(
                over: services.transport, since: previous, into: writer)
        } catch {
            // Seen with an unknown topic: 404 and a feed of one entry that says so.
            guard error.code == .notFound else { throw error }
            throw StageError(.feedNotAvailable, subject: request.address, facts: error.facts)
        }
    }
}
