import FeedConfiguration
import FeedModel
public import FeedStages
import FeedSystem

/// Fetches the pages of a list and writes them as documents.
public struct ListFetch<Reading: ListReading>: Sendable {
    private let list: ListRequest<Reading>
    private let reading: Reading
    private let services: Services

    /// Creates a fetch from a source's configuration.
    public init(_ list: ListRequest<Reading>, reading: Reading, services: Services) {
        self.list = list
        self.reading = reading
        self.services = services
    }

    /// Fetches pages until one reaches known entries, `pages` pages are read, or there are no more.
    ///
    /// Throws the errors of transport and parser, and `.redirectRefused` if the next page is on another server. The
    /// pages read so far are kept, but the cursor stays: the next fetch starts from the first page and reads as far.
    public func run(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        let known = previous.cursor.map(KnownIDs.init)
        let limit = list.paging == nil ? 1 : list.pages ?? (known == nil ? 1 : 5)
        var newest = KnownIDs()
        var request = list.first
        var asked: Set<PageRequest> = []
        var validators: Validators?
        for number in 1...limit {
            asked.insert(request)
            let isConditional = number == 1 && request.method == "GET"
            let sent = isConditional ? await previous.validators(for: .only) : nil
            let response = try await services.transport.send(request.request(accept: reading.accept, validators: sent))
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
            var document = Self.document(number, response)
            // The validators of the first page. While that page is unchanged, no later page has new entries.
            document.validators = isLast ? validators : nil
            document.cursor = isLast && list.paging != nil ? newest.cursor : nil
            try await write(document, into: writer)
            if let refusal { throw refusal }
            guard let next, !isLast else {
                // Pages behind the last one read can have new entries, too.
                if next != nil, known != nil { await writer.leftUnread(limitedBy: ["pages"]) }
                return
            }
            request = next
        }
    }

    private static func document(_ number: Int, _ response: HTTPResponse) -> Document {
        var document = Document(response)
        document.isContinuation = number > 1
        return document
    }

    private struct Page: Sendable {
        /// The ids of the page's entries.
        var ids: [String] = []
        var next: PageRequest?
        /// Why the next page is not requested.
        var refusal: StageError?
    }

    private func page(
        _ number: Int, _ request: PageRequest, _ response: HTTPResponse
    ) async throws(StageError) -> Page {
        guard let paging = list.paging else { return Page() }
        return await services.blocking.run { [reading] in
            guard let found = reading.page(Self.document(number, response)) else { return Page() }
            var page = Page(ids: found.ids)
            do throws(StageError) {
                page.next = try paging.request(after: number, of: request, response, found)
            } catch {
                page.refusal = error
            }
            return page
        }
    }

    /// Writes a page, and reports entries that were left out.
    private func write(_ document: Document, into writer: some DocumentWriter) async throws(StageError) {
        let feed = try await writer.write(document)
        guard let lost = feed.repairs.first(where: { $0.code == UnidentifiedEntries.repair })?.count else { return }
        let error = UnidentifiedEntries.refusal(of: document, lost, of: lost + feed.entries.count)
        await writer.failed(DocumentKey(rawValue: "entries"), error)
    }
}
