import FeedConfiguration
import FeedMessages
import FeedModel
import FeedParsing
import FeedRendering
import FeedStages
import Synchronization

/// A network in which the address of a site leads to the first feed that its page names, as a redirect would.
struct FeedFinder: HTTPTransport {
    private let network: any HTTPTransport
    private let places: Set<String>
    private let found: Found

    /// What the pages named.
    struct SiteFeeds: Sendable, Hashable {
        /// The address that was given.
        let site: String
        /// The feed that is read in its place.
        let feed: String
        /// The other feeds of the page.
        let others: [String]

        /// Returns a sentence that says so.
        func told(_ localized: Localizer) -> String {
            var arguments: [String: MessageArgument] = [
                "site": .text(VisibleText.line(site)), "feed": .text(VisibleText.line(feed)),
            ]
            if !others.isEmpty { arguments["others"] = .row(others.map { VisibleText.line($0) }) }
            return localized("try.site", arguments)
        }
    }

    /// Shared by all requests, because any of them may find a page.
    private final class Found: Sendable {
        let sites = Mutex<[SiteFeeds]>([])
    }

    /// Makes the network. Only requests for `addresses` may lead to another document.
    init(_ network: any HTTPTransport, addresses: [String]) {
        self.network = network
        places = Set(addresses.map(Self.place))
        found = Found()
    }

    /// The feeds found so far.
    var sites: [SiteFeeds] { found.sites.withLock { $0 } }

    /// Sends the request, and a second one if the response is a page that names a feed. Throws the errors of both.
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let response = try await network.send(request)
        let address = request.url.reveal()
        guard places.contains(Self.place(address)), response.status == 200 else { return response }
        let feeds = HTMLPage.feeds(
            ofResponse: response.body, contentType: response.header("content-type"), url: response.finalURL)
        guard let feed = feeds.first else { return response }
        var second = request
        second.url = Secret(feed, mask: feed)
        second.validators = nil
        let (page, other) = (Address.parts(response.finalURL), Address.parts(feed))
        if page?.server != other?.server {
            // As after a redirect: what belongs to one server is not sent to another.
            second.headers = []
            second.redirectedBy = page?.host
        }
        var answer = try await network.send(second)
        answer.requests += response.requests
        answer.bytesReceived += response.bytesReceived
        found.sites.withLock { sites in
            sites.append(SiteFeeds(site: address, feed: feed, others: Array(feeds.dropFirst())))
        }
        return answer
    }

    /// Whether two addresses lead to the same request.
    static func isSame(_ one: String, _ other: String) -> Bool { place(one) == place(other) }

    /// An address without its fragment, and with the slash that a request adds.
    private static func place(_ address: String) -> String {
        let text = String(address.prefix { $0 != "#" })
        guard let host = text.firstRange(of: "://").map({ text[$0.upperBound...] }) else { return text }
        return host.contains("/") || host.contains("?") ? text : text + "/"
    }
}
