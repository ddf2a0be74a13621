import FeedConfiguration
import FeedJSON
import FeedModel
import FeedParsing
public import FeedStages
import FeedSystem

/// Any list in JSON at an address: an API, a search, a file that a site is made of.
public struct JSONListSource: Source {
    /// `json`
    public static let type = "json"
    /// What it does.
    public static let summary = "any list in JSON at an address, by paths: APIs with pages, forms or GraphQL"
    /// Its own, unless `parser:` says otherwise.
    public static let parser: (any Parser.Type)? = JSONListParser.self

    private let configuration: JSONListConfiguration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: JSONListConfiguration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// Method, address, body, list and id: neither credentials nor fields, so that another title delivers nothing again.
    public var canonicalRequest: String { configuration.canonicalRequest }
    /// As `feed_title` says, or none.
    public var defaultTitle: String? { configuration.feedTitle }

    /// Fetches pages until one reaches what was known, `pages` are read, or there are no more.
    ///
    /// Throws the errors of transport and parser, and `.redirectRefused` where the next page is said to be on another
    /// server. What came is kept, the cursor stays: the next fetch begins anew and reads as far.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let known = previous.cursor.map(KnownIDs.init)
        let limit = configuration.paging == nil ? 1 : configuration.pages ?? (known == nil ? 1 : 5)
        var newest = KnownIDs()
        var request = configuration.first
        var asked: Set<PageRequest> = []
        var validators: Validators?
        for number in 1...limit {
            asked.insert(request)
            let isConditional = number == 1 && request.method == "GET"
            let sent = isConditional ? await previous.validators(for: .only) : nil
            let response = try await services.transport.send(request.request(validators: sent))
            if response.isUnchanged(since: sent) { return try await writer.unchanged(.only) }
            if let failure = ServiceFailure.of(response, at: request.url.mask) { throw failure }
            if isConditional { validators = response.validators }

            let page = try await page(number, request, response)
            let isOver =
                page.ids.isEmpty || known.map { $0.isReached(by: page.ids) } ?? false || newest.holds(all: page.ids)
            newest.add(page.ids)
            let next = isOver ? nil : page.next.flatMap { asked.contains($0) ? nil : $0 }
            let refusal = isOver || number == limit ? nil : page.refusal
            let isLast = refusal == nil && (next == nil || number == limit)
            var document = Document(response)
            // The first page's: as long as that is the same, there is nothing new behind it.
            document.validators = isLast ? validators : nil
            document.cursor = isLast && configuration.paging != nil ? newest.cursor : nil
            try await write(document, into: writer)
            if let refusal { throw refusal }
            guard let next, !isLast else {
                // What is behind the last page may be new, too.
                if next != nil, known != nil { await writer.leftUnread(lettingReadFurther: ["pages"]) }
                return
            }
            request = next
        }
    }

    /// What a page says of the list as a whole.
    private struct Page: Sendable {
        /// What its entries are known by.
        var ids: [String] = []
        var next: PageRequest?
        /// Why what follows is not asked for.
        var refusal: StageError?
    }

    private func page(
        _ number: Int, _ request: PageRequest, _ response: HTTPResponse
    ) async throws(StageError) -> Page {
        guard let paging = configuration.paging else { return Page() }
        let options = configuration.entries
        return await services.blocking.run {
            // What cannot be read is refused with a reason as it is written.
            guard let document = try? JSONDocument(Document(response)).value,
                let elements = try? EntryList.elements(of: document, at: options.entries)
            else { return Page() }
            let builder = EntryBuilder(options: options, base: response.finalURL, limits: .standard)
            var page = Page()
            page.ids = elements.compactMap(builder.identity)
            do throws(StageError) {
                page.next = try paging.request(after: number, of: request, response, document)
            } catch {
                page.refusal = error
            }
            return page
        }
    }

    /// Writes a page, and tells of entries that were left out.
    private func write(_ document: Document, into writer: some DocumentWriter) async throws(StageError) {
        let feed = try await writer.write(document)
        guard let lost = feed.repairs.first(where: { $0.code == JSONListParser.unidentifiedEntries })?.count else {
            return
        }
        let error = JSONListParser.unidentified(lost, of: lost + feed.entries.count, document.refusal)
        await writer.failed(DocumentKey(rawValue: "entries"), error)
    }
}
