import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Synchronization

/// A web that answers every request as a test says at the moment.
final class ProbedWeb: HTTPTransport {
    enum Answer: Sendable {
        case text(String, headers: [(name: String, value: String)] = [])
        case status(Int, headers: [(name: String, value: String)] = [])
        case failure(StageError)
    }

    private let clock: ManualClock
    private let state = Mutex<(urls: [String], answer: @Sendable (String) -> Answer)>(([], { _ in .status(404) }))

    init(clock: ManualClock) { self.clock = clock }

    var urls: [String] { state.withLock { $0.urls } }

    func answer(_ answer: @escaping @Sendable (_ url: String) -> Answer) { state.withLock { $0.answer = answer } }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let url = request.url.reveal()
        let server = Address.parts(url)?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: server) { throw refusal }
        let answer = state.withLock { state in
            state.urls.append(url)
            return state.answer
        }
        var (status, text, fields) = (200, "no", [(name: String, value: String)]())
        switch answer(url) {
        case .text(let body, let headers): (text, fields) = (body, headers)
        case .status(let other, let headers): (status, fields) = (other, headers)
        case .failure(let error):
            request.gate?.failed(server, error)
            throw error
        }
        request.gate?.answered(server, status: status, headers: fields)
        return HTTPResponse(
            status: status, headers: fields, body: Array(text.utf8), finalURL: url, bytesReceived: text.utf8.count,
            requests: 1, receivedAt: clock.now)
    }
}
