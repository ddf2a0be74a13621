import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Synchronization

/// The servers of the simulated year: forty publishers and a receiver of webhooks. The caller moves their clock.
///
/// A class, because all sources send their requests to it, and it counts them.
final class YearWeb: HTTPTransport {
    private struct Copy: Sendable {
        var revision = -1
        var body: [UInt8] = []
        var articles: [Article] = []
        var first = 0
        /// The last revision that was sent completely.
        var offered = -1
    }

    /// The counts of requests and responses.
    struct Books: Sendable {
        var requests = 0
        var unchanged = 0
        /// Articles of documents that were sent completely, each with the first time.
        var offered: [Int: Int64] = [:]
        var posts = 0
        /// Articles of accepted messages, each with the ids of those messages.
        var taken: [Int: Set<String>] = [:]
        /// The servers' CPU time, in ns.
        var ownTime: UInt64 = 0
    }

    private struct State {
        var copies: [Copy]
        var books = Books()
    }

    private let publishers: [Publisher]
    private let faults: [Fault]
    private let clock: ManualClock
    private let seed: UInt64
    /// One in so many messages to the receiver gets a 500; 0: none.
    private let rudeness: Int
    private let state: Mutex<State>

    init(_ publishers: [Publisher], _ faults: [Fault], rudeness: Int, clock: ManualClock, seed: UInt64) {
        self.publishers = publishers
        self.faults = faults
        self.rudeness = rudeness
        self.clock = clock
        self.seed = seed
        state = Mutex(State(copies: publishers.map { _ in Copy() }))
    }

    var books: Books { state.withLock { $0.books } }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let begun = clock_gettime_nsec_np()
        defer {
            let taken = clock_gettime_nsec_np() &- begun
            state.withLock { $0.books.ownTime &+= taken }
        }
        let url = request.url.reveal()
        let host = Address.parts(url)?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: host) { throw refusal }
        let now = clock.now.milliseconds
        let answer: Result<HTTPResponse, StageError>
        if faults.contains(where: { $0.kind == .night && $0.time.contains(now) }) {
            answer = .failure(StageError(.dns, subject: url, facts: [.host: host]))
        } else if request.method == "POST" {
            answer = .success(receive(request, at: now))
        } else if let publisher = publishers.first(where: { url.contains($0.mark) }) {
            answer = document(of: publisher, request, at: now)
        } else {
            answer = .failure(StageError(.notRecorded, subject: url))
        }
        switch answer {
        case .success(let response):
            request.gate?.answered(host, status: response.status, headers: response.headers)
            return response
        case .failure(let error):
            request.gate?.failed(host, error)
            throw error
        }
    }

    // MARK: publishers

    private func document(
        of publisher: Publisher, _ request: HTTPRequest, at now: Int64
    ) -> Result<HTTPResponse, StageError> {
        let url = request.url.reveal()
        state.withLock { $0.books.requests += 1 }
        let own = faults.first { $0.source == publisher.place && $0.time.contains(now) }
        switch own?.kind {
        case .slowHour?: return .failure(StageError(.timeout, subject: url, facts: [.seconds: "30"]))
        case .dead?: return .failure(StageError(.dns, subject: url, facts: [.host: Address.parts(url)?.server ?? ""]))
        case .certificate?: return .failure(StageError(.tlsExpired, subject: url))
        case .blip?, .brokenDay?: return .success(refusal(500, url))
        case .gone?: return .success(refusal(410, url))
        case .busy?: return .success(refusal(503, url, [("retry-after", "1800")]))
        case .token?:
            return .success(refusal(401, url, [], #"{"message":"Unauthorized","type":"unauthorized"}"#))
        case .page?:
            let page = "<!DOCTYPE html><html><head><title>メンテナンス中</title></head><body><p>しばらくお待ちください。</p></body></html>"
            return .success(refusal(200, url, [("content-type", "text/html; charset=utf-8")], page))
        default: break
        }
        let isMoved = own?.kind == .moved && !url.hasSuffix("/moved")
        return .success(whole(publisher, request, isMoved: isMoved, isCut: own?.kind == .cut, at: now))
    }

    private func refusal(
        _ status: Int, _ url: String, _ headers: [(name: String, value: String)] = [], _ text: String = ""
    ) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: headers, body: Array(text.utf8), finalURL: url, bytesReceived: text.utf8.count,
            receivedAt: clock.now)
    }

    private func whole(
        _ publisher: Publisher, _ request: HTTPRequest, isMoved: Bool, isCut: Bool, at now: Int64
    ) -> HTTPResponse {
        let url = request.url.reveal()
        let home = isMoved ? url + "/moved" : url
        return state.withLock { state in
            let place = publisher.place
            let revision = publisher.revision(at: now)
            if state.copies[place].revision != revision || publisher.habits.validators == .stamped {
                state.copies[place].articles = publisher.shown(at: now, from: &state.copies[place].first)
                let stamp = publisher.habits.validators == .stamped ? now : nil
                state.copies[place].body =
                    PublisherDocument(publisher: publisher, articles: state.copies[place].articles, stamp: stamp).bytes
                state.copies[place].revision = revision
            }
            var headers: [(name: String, value: String)] = []
            switch publisher.habits.validators {
            case .etag: headers.append(("etag", "\"\(revision)\""))
            case .lastModified:
                headers.append(("last-modified", PublisherDocument.mailDate(publisher.changed(revision))))
            case .none, .stamped: break
            }
            if publisher.habits.format == .qiita {
                headers += [("rate-limit", "1000"), ("rate-remaining", "900")]
                headers.append(("rate-reset", "\(now / Publisher.hour * 3600 + 3600)"))
            }
            var response = HTTPResponse(
                status: 200, headers: headers, body: state.copies[place].body, finalURL: home,
                redirects: isMoved ? [(301, home)] : [], requests: isMoved ? 2 : 1, receivedAt: clock.now)
            // A server that cuts documents short ignores validators, too.
            if !isCut, let known = request.validators, known == response.validators {
                state.books.unchanged += 1
                response.status = 304
                response.body = []
                return response
            }
            let document = PublisherDocument(publisher: publisher, articles: [])
            response.headers.append(("content-type", document.contentType))
            if isCut {
                response.body.removeLast(response.body.count / 3)
            } else if state.copies[place].offered != revision {
                state.copies[place].offered = revision
                for article in state.copies[place].articles where state.books.offered[article.number] == nil {
                    state.books.offered[article.number] = now
                }
            }
            response.bytesReceived = response.body.count
            return response
        }
    }

    // MARK: the receiver of webhooks

    private func receive(_ request: HTTPRequest, at now: Int64) -> HTTPResponse {
        let body = request.body ?? []
        let id = request.headers.first { $0.name.lowercased() == "webhook-id" }?.value.reveal() ?? "?"
        return state.withLock { state in
            state.books.posts += 1
            let isDown = faults.contains {
                ($0.kind == .receiver || $0.kind == .receiverDays) && $0.time.contains(now)
            }
            var chance = UInt64(state.books.posts) &+ seed
            chance = (chance ^ (chance >> 30)) &* 0xBF58_476D_1CE4_E5B9
            chance = (chance ^ (chance >> 27)) &* 0x94D0_49BB_1331_11EB
            let isRude = rudeness > 0 && (chance ^ (chance >> 31)) % UInt64(rudeness) == 0
            if !isDown, !isRude {
                for number in Set(ArticleNumbers.found(in: body)) { state.books.taken[number, default: []].insert(id) }
            }
            return HTTPResponse(
                status: isDown || isRude ? 500 : 204, headers: [], body: [], finalURL: request.url.reveal(),
                receivedAt: clock.now)
        }
    }
}

/// The CPU time of this thread, in ns.
private func clock_gettime_nsec_np() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
}
