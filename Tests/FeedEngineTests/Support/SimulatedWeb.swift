import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Synchronization

/// The web of a simulated world, by a clock that a test moves; keeps an account of who was asked when.
///
/// A class, because every source's requests go by it.
final class SimulatedWeb: HTTPTransport {
    /// What was asked of one address.
    struct Account: Sendable {
        var requests = 0
        var lastAsked = -Double.infinity
        /// Requests before the server wanted one.
        var tooEarly = 0
        var notBefore = -Double.infinity
        var answersUnchanged = 0
    }

    private let clock: ManualClock
    private let start: Timestamp
    private let feeds: [String: SimulatedFeed]
    /// When this machine has no network, in hours.
    private let outages: [Range<Double>]
    private let accounts = Mutex<[String: Account]>([:])

    init(_ feeds: [SimulatedFeed], outages: [Range<Double>], clock: ManualClock) {
        self.feeds = Dictionary(uniqueKeysWithValues: feeds.map { ($0.url, $0) })
        self.outages = outages
        self.clock = clock
        start = clock.now
    }

    /// Hours since the world began.
    var hour: Double { Double((clock.now - start).components.seconds) / 3600 }

    var books: [String: Account] { accounts.withLock { $0 } }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let url = request.url.reveal()
        let host = Address.parts(url)?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: host) { throw refusal }
        let hour = hour
        // A feed that moved lives at the same address behind another path.
        let isNewHome = url.hasSuffix("/moved")
        let home = isNewHome ? String(url.dropLast("/moved".count)) + "/feed" : url
        guard let feed = feeds[home] else { throw StageError(.notRecorded, subject: url) }
        note(feed.url, at: hour)
        let trouble = outages.contains { $0.contains(hour) } ? .lost(.unreachable) : feed.trouble(at: hour)
        if case .lost(let code) = trouble {
            let error = StageError(code, subject: url, facts: [.host: host])
            request.gate?.failed(host, error)
            throw error
        }
        let response = answer(to: request, of: feed, trouble, isNewHome: isNewHome, at: hour)
        request.gate?.answered(host, status: response.status, headers: response.headers)
        return response
    }

    private func note(_ url: String, at hour: Double) {
        accounts.withLock { accounts in
            accounts[url, default: Account()].requests += 1
            if hour < accounts[url, default: Account()].notBefore { accounts[url]?.tooEarly += 1 }
            accounts[url]?.lastAsked = hour
        }
    }

    private func answer(
        to request: HTTPRequest, of feed: SimulatedFeed, _ trouble: SimulatedFeed.Trouble.Kind?, isNewHome: Bool,
        at hour: Double
    ) -> HTTPResponse {
        let url = request.url.reveal()
        var headers: [(name: String, value: String)] = []
        var redirects: [(status: Int, url: String)] = []
        var status = 200
        var body: [UInt8] = []
        switch trouble {
        case .status(let refusal): status = refusal
        case .busy(let refusal, let wait):
            status = refusal
            if let wait {
                headers.append(("retry-after", "\(wait)"))
                accounts.withLock { $0[feed.url]?.notBefore = hour + Double(wait) / 3600 }
            }
        case .lost, nil:
            let titles = feed.titles(at: hour)
            headers.append(("etag", "\"\(titles[0])\""))
            if let movesAt = feed.movesAt, hour >= movesAt, !isNewHome {
                redirects = [(301, String(url.dropLast("/feed".count)) + "/moved")]
            }
            // Validators go to the address that gave them, and to no other.
            let home = redirects.last?.url ?? url
            if request.validators?.etag == "\"\(titles[0])\"", request.validators?.url == home {
                status = 304
                accounts.withLock { $0[feed.url]?.answersUnchanged += 1 }
            } else {
                body = Array((titles.joined(separator: "\n") + "\nend").utf8)
            }
        }
        return HTTPResponse(
            status: status, headers: headers, body: body, finalURL: redirects.last?.url ?? url, redirects: redirects,
            bytesReceived: body.count, requests: redirects.count + 1, receivedAt: clock.now)
    }
}
