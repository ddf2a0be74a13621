import FeedConfiguration
import FeedJSON
import FeedModel
public import FeedStages
import FeedSystem

/// Articles of Qiita from its API, version 2: of a search, of a tag, of a user, or a single one.
public struct QiitaSource: Source {
    /// The value of `type` in the configuration: `qiita`.
    public static let type = "qiita"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.qiita")
    /// The option that the value of a short form fills: `query`.
    public static let mainOption: MainOption? = MainOption("query", marks: [.init("@", "user")])
    /// The source's own parser, unless `parser:` names another.
    public static let parser: (any Parser.Type)? = QiitaParser.self

    private let configuration: QiitaConfiguration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: QiitaConfiguration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// The option and its value, without the token and the number of pages.
    public var canonicalRequest: String { configuration.selection.canonicalText }
    /// The service's name and the selection.
    public var defaultTitle: String? { configuration.selection.title }

    /// Fetches pages of 100 articles until one contains a known article, `pages` are read, or there are no more.
    ///
    /// Throws `.limited` if the rate limit ends it earlier; then the pages so far are kept and the cursor does not
    /// change. Also throws the errors of the transport, of the service and of the token.
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
            // The newest articles come first. After a known one all are older, and would be delivered as new if they
            // were never read.
            let reachesKnown = known.map { $0.holds(anyOf: ids) } ?? false
            let isLast = page == limit || next == nil || reachesKnown
            var document = Document(response)
            // The validators of one page do not cover the others.
            document.validators = isLast && page == 1 ? response.validators : nil
            document.cursor = isLast ? newest.cursor : nil
            try await writer.write(document)
            guard !isLast, let next else {
                // If all articles of the last page are new, those of the next page may be new as well.
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
