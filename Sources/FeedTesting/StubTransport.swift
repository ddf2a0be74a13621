import FeedConfiguration
import FeedModel
public import FeedStages
import Synchronization

/// Answers requests from a table, without a network, and records the requests.
///
/// It is a class, because the stage and the test share one transport.
public final class StubTransport: HTTPTransport {
    /// The answer to a request.
    public enum Answer: Sendable {
        /// A response with any status.
        case response(HTTPResponse)
        /// An error of the transport.
        case failure(StageError)
    }

    private struct State {
        var answers: [String: [Answer]] = [:]
        var requests: [HTTPRequest] = []
    }

    private let state = Mutex(State())
    private let clock: any WallClock

    /// Makes a transport without answers. `clock` gives the time of its responses.
    public init(clock: any WallClock = ManualClock()) { self.clock = clock }

    /// All requests so far, in order.
    public var requests: [HTTPRequest] { state.withLock { $0.requests } }
    /// The addresses of all requests so far, in order.
    public var urls: [String] { requests.map { $0.url.reveal() } }

    /// Adds a response for `url`. Several answers are given in the order of adding, and the last one repeats.
    ///
    /// Header names become lower case, as in every transport.
    public func answer(
        _ url: String, status: Int = 200, headers: [(String, String)] = [], body: [UInt8], finalURL: String? = nil,
        redirects: [(Int, String)] = []
    ) {
        let fields = headers.map { (name: $0.0.lowercased(), value: $0.1) }
        let response = HTTPResponse(
            status: status, headers: fields, body: body, finalURL: finalURL ?? redirects.last?.1 ?? url,
            redirects: redirects.map { (status: $0.0, url: $0.1) }, bytesReceived: body.count,
            requests: redirects.count + 1, receivedAt: clock.now)
        add(.response(response), for: url)
    }

    /// Adds a response with a text as its body.
    public func answer(
        _ url: String, status: Int = 200, headers: [(String, String)] = [], text: String = "", finalURL: String? = nil,
        redirects: [(Int, String)] = []
    ) {
        answer(
            url, status: status, headers: headers, body: Array(text.utf8), finalURL: finalURL, redirects: redirects)
    }

    /// Adds an error for `url`, in the order of its answers.
    public func fail(_ url: String, with error: StageError) { add(.failure(error), for: url) }

    /// Records the request and returns the next answer. Throws the error of `fail`, a refusal of the request's gate,
    /// `.notRecorded` for an address without answers, and `.cancelled` if the task is cancelled.
    ///
    /// A request with the validators of the response gets status 304, as from a server.
    public func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        if Task.isCancelled { throw StageError(.cancelled, subject: request.url.mask) }
        let server = Address.parts(request.url.reveal())?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: server) { throw refusal }
        switch next(for: request) {
        case .failure(let error):
            request.gate?.failed(server, error)
            throw error
        case nil: throw StageError(.notRecorded, subject: request.url.mask)
        case .response(var response):
            // As in every transport, the response's address shows no secret of the request.
            if response.finalURL == request.url.reveal() { response.finalURL = request.url.mask }
            response.receivedAt = clock.now
            request.gate?.answered(server, status: response.status, headers: response.headers)
            guard response.status == 200, let known = request.validators, known == response.validators else {
                return response
            }
            response.status = 304
            response.body = []
            return response
        }
    }

    private func add(_ answer: Answer, for url: String) {
        state.withLock { $0.answers[url, default: []].append(answer) }
    }

    private func next(for request: HTTPRequest) -> Answer? {
        state.withLock { state in
            let url = request.url.reveal()
            // What watches a request must not outlive the run.
            var kept = request
            kept.gate = nil
            state.requests.append(kept)
            guard let known = state.answers[url], let first = known.first else { return nil }
            if known.count > 1 { state.answers[url]?.removeFirst() }
            return first
        }
    }
}
