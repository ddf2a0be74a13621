public import FeedConfiguration
import FeedModel
public import FeedStages

/// A feed at any address: RSS, Atom, RDF, JSON Feed.
public struct FeedSource: Source {
    /// The value of `type` in the configuration: `feed`.
    public static let type = "feed"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.feed")
    /// The option that the value of a short form fills: `url`.
    public static let mainOption: MainOption? = "url"

    /// The options of `feed`.
    public struct Configuration: StageConfiguration {
        let url: Secret
        let canonicalRequest: String

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            let given = section.require("url", as: AddressOption.self, help: .message("option.feed.url")).secret
            url = FeedSource.webAddress(given)
            canonicalRequest = Address.normalised(url.reveal())
            if !given.isMissing { section.checkWebAddress(url, "url") }
        }
    }

    private let url: Secret
    /// Not all services: a run may have 100,000 of these sources.
    private let transport: any HTTPTransport
    /// The normalised address, for comparisons.
    public let canonicalRequest: String

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        url = configuration.url
        canonicalRequest = configuration.canonicalRequest
        transport = services.transport
    }

    /// True for the best known feeds of popular articles. Of any other, `selection: yes` says so.
    public var isSelection: Bool { KnownSelection.contains(canonicalRequest) }

    /// Fetches the feed if it has changed. Throws the errors of transport and parser.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        try await SingleDocument(url: url).fetch(over: transport, since: previous, into: writer)
    }

    /// Returns the web address of `feed:https://…` and `feed://…`, which browsers and old feed readers write.
    static func webAddress(_ given: Secret) -> Secret {
        guard !given.isMissing else { return given }
        let address = webAddress(given.reveal())
        return Secret(address, mask: given.mask == given.reveal() ? address : webAddress(given.mask))
    }

    private static func webAddress(_ given: String) -> String {
        let text = given.trimmedLine
        guard text.utf8.prefix(5).elementsEqual("feed:".utf8, by: { $0 | 0x20 == $1 }) else { return text }
        let rest = String(text.dropFirst(5))
        return rest.hasPrefix("//") ? "https:" + rest : rest
    }
}
