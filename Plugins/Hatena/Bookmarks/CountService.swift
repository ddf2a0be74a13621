import FeedJSON
import FeedModel
import FeedStages

/// Hatena's API for the number of bookmarks of several pages
/// (https://developer.hatena.ne.jp/ja/documents/bookmark/apis/getcount): `url` up to 50 times in the query; the answer is
/// an object of addresses and numbers.
struct CountService {
    private let transport: any HTTPTransport

    init(_ transport: any HTTPTransport) { self.transport = transport }

    /// Splits pages, in order, into groups that a request may have. The first group is the last element.
    static func groups(of pages: [String]) -> [[String]] {
        var groups: [[String]] = []
        var length = 0
        for page in pages {
            let item = item(page).utf8.count
            if groups.isEmpty || groups[groups.count - 1].count == mostPages || length + item > longestQuery {
                groups.append([])
                length = 0
            }
            groups[groups.count - 1].append(page)
            length += item
        }
        return groups.reversed()
    }

    /// Whether the service refused a request for an address in it, or for its length.
    static func refusesAddress(_ error: StageError) -> Bool {
        error.facts[.status].map { ["400", "414", "422"].contains($0) } ?? false
    }

    /// Returns the counts of pages, without those that the answer does not have or that cannot be true. Throws the errors
    /// of the transport, those of a response without a document, and `no_counts` for a document of another kind.
    func counts(of pages: [String]) async throws(StageError) -> [String: Int] {
        let query = pages.map(Self.item).joined(separator: "&")
        // A redirect could tell the addresses to another service.
        var request = HTTPRequest(url: "\(Self.address)?\(query)", followsRedirects: false)
        request.answerPrefix = Self.longestAnswer
        let response: HTTPResponse
        do throws(StageError) {
            response = try await transport.send(request)
        } catch {
            var error = error
            error.subject = Self.address
            throw error
        }
        if let failure = response.failure(of: Self.address) { throw failure }
        guard let members = (try? JSONReader.read(response.body))?.object?.members else { throw Self.otherDocument }
        let asked = Set(pages)
        var counts: [String: Int] = [:]
        for member in members where asked.contains(member.name) {
            counts[member.name] = member.value.int.flatMap { (0...Self.highest).contains($0) ? $0 : nil }
        }
        // An empty object says that nobody has any of the pages. Numbers of other pages say nothing.
        if counts.isEmpty, !members.isEmpty { throw Self.otherDocument }
        return counts
    }

    private static func item(_ page: String) -> String { "url=" + Address.encoded(component: page) }

    private static let address = "https://bookmark.hatenaapis.com/count/entries"
    private static let otherDocument = StageError(
        StageError.Code("no_counts", fault: .server, outlook: .passing), subject: address)
    private static let mostPages = 50
    /// Length limit of a query in bytes; many servers refuse a request line over 8 KiB. The longest address that is sent
    /// has three times 2,000 bytes in it.
    private static let longestQuery = 7000
    /// Size limit of an answer in bytes. One for 50 addresses is far below it; a longer one is cut, and no JSON.
    private static let longestAnswer = 1 << 20
    /// A number above all users of the service.
    private static let highest = 100_000_000
}
