import FeedConfiguration
import FeedJSON
import FeedModel
public import FeedStages
import FeedSystem

/// Articles of Qiita by its API, version 2: those that a search finds, of a tag, of a user, or one.
public struct QiitaSource: Source {
    /// `qiita`
    public static let type = "qiita"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.source.qiita")
    /// The source's own parser, unless `parser:` names another.
    public static let parser: (any Parser.Type)? = QiitaParser.self

    private let configuration: QiitaConfiguration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: QiitaConfiguration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// What is asked for; neither the token nor the number of pages.
    public var canonicalRequest: String { configuration.selection.canonicalText }
    /// The service and what of it.
    public var defaultTitle: String? { configuration.selection.title }

    /// Fetches pages of 100 until one reaches what was known, `pages` are read, or there are no more.
    ///
    /// Throws `.limited` when the rate limit ends it earlier; what came is kept, the cursor stays.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let authorization = try configuration.authorization()
        let known = previous.cursor.map(QiitaCursor.init)
        let limit = configuration.pages ?? (known == nil || authorization == nil ? 1 : 5)
        var newest = QiitaCursor()
        var address = configuration.selection.address
        for page in 1...max(limit, 1) {
            let validators = page == 1 ? await previous.validators(for: .only) : nil
            let response = try await services.transport.send(
                HTTPRequest(url: address, headers: authorization.map { [$0] } ?? [], validators: validators))
            if response.isUnchanged(since: validators) { return try await writer.unchanged(.only) }
            if let failure = QiitaFailure.of(
                response, at: address, for: configuration.selection, hasToken: authorization != nil)
            {
                throw failure
            }

            let ids = await ids(in: response.body)
            newest.add(ids)
            let next = QiitaPaging.next(after: response)
            // The newest come first: behind a known article all is older, and would come as news if it was never read.
            let reachesKnown = known.map { $0.holds(anyOf: ids) } ?? false
            let isLast = page == limit || next == nil || reachesKnown
            var document = Document(response)
            // Only together they stand for everything that was asked for.
            document.validators = isLast && page == 1 ? response.validators : nil
            document.cursor = isLast ? newest.cursor : nil
            try await writer.write(document)
            guard !isLast, let next else {
                // What is behind the last page may be new if all that is on it is.
                if next != nil, known != nil, !reachesKnown {
                    await writer.leftUnread(limitedBy: configuration.pagingOptions)
                }
                return
            }
            if QiitaFailure.isRateUsedUp(response) { throw QiitaFailure.limited(response, at: next) }
            try QiitaPaging.check(next)
            address = next
        }
    }

    private func ids(in body: [UInt8]) async -> [String] {
        await services.blocking.run { QiitaPaging.ids(in: body) }
    }
}
