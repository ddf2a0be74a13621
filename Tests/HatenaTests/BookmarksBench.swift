import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Hatena
import Synchronization

/// The filter `bookmarks` with a service that knows these counts, over several deliveries.
final class BookmarksBench: HTTPTransport, @unchecked Sendable {
    // One test at a time changes it, between two deliveries: the filter sends one request after the other.
    enum Answer {
        case counts, text(String), status(Int), failure(StageError)
    }

    var counts: [String: Int] = [:]
    var refused: Set<String> = []
    var answer = Answer.counts
    var section: Node = ["from": "hatena"]
    private(set) var context = StubFilterContext()
    private(set) var requests: [HTTPRequest] = []
    let start = ManualClock().now

    var urls: [String] { requests.map { $0.url.reveal() } }

    /// The addresses of each request, decoded.
    var asked: [[String]] { urls.map(Self.pages) }

    @discardableResult
    func pass(_ time: Duration) -> Self {
        context.now = context.now + time
        context.memory = FilterMemory(context.memory.items, now: context.now)
        return self
    }

    /// Entries of these addresses; the first is the newest.
    func batch(_ urls: [String]) -> Batch {
        Batch(
            urls.enumerated().map { number, url in
                .testing("\(number)", key: "k\(number)", seen: start - .seconds(number), order: number) {
                    $0.url = url
                }
            })
    }

    func apply(to batch: inout Batch) async throws {
        var services = Services.testing(transport: self)
        services.containsSecret = { $0.contains("s3cret") }
        try await BookmarksFilter.configured(section, services: services).stage.apply(to: &batch, context)
        // As in the state: what has ended is gone.
        context.memory = FilterMemory(context.memory.items, now: context.now)
    }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        requests.append(request)
        let url = request.url.reveal()
        let pages = Self.pages(of: url)
        switch answer {
        case .failure(let error): throw error
        case .status(let status): return response(url, status, "no")
        case .text(let text): return response(url, 200, String(text.prefix(request.answerPrefix ?? .max)))
        case .counts:
            guard refused.isDisjoint(with: pages) else { return response(url, 400, "no") }
            let members = pages.compactMap { page in counts[page].map { "\"\(page)\": \($0)" } }
            return response(url, 200, "{\(members.joined(separator: ", "))}")
        }
    }

    private func response(_ url: String, _ status: Int, _ text: String) -> HTTPResponse {
        HTTPResponse(status: status, headers: [], body: Array(text.utf8), finalURL: url, receivedAt: context.now)
    }

    private static func pages(of url: String) -> [String] {
        (Address.parts(url)?.query ?? "").split(separator: "&").map { item in
            Address.decoded(component: item.drop { $0 != "=" }.dropFirst())
        }
    }
}
