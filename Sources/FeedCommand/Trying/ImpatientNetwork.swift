import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// A network that somebody can stop waiting for: the oldest request of each host then ends as if its time were over. Those
/// behind it, which may have waited for its connection, are waited for again.
struct ImpatientNetwork: HTTPTransport {
    private typealias Attempt = Task<Result<HTTPResponse, StageError>, Never>

    /// Shared by all requests, because all of them end together.
    private final class Waiting: Sendable {
        struct State {
            /// Whether any request was ended.
            var hasEnded = false
            /// The requests that are waited for.
            var attempts: [Int: (host: String, attempt: Attempt)] = [:]
            var last = 0
        }
        let state = Mutex(State())
    }

    private let network: any HTTPTransport
    private let waiting = Waiting()

    init(_ network: any HTTPTransport) { self.network = network }

    /// Whether any request was ended because nobody waits for it.
    var hasEnded: Bool { waiting.state.withLock { $0.hasEnded } }

    /// Ends the oldest request of each host that is not complete yet.
    func stopWaiting() {
        let oldest = waiting.state.withLock { state in
            var oldest: [String: (number: Int, attempt: Attempt)] = [:]
            for (number, waited) in state.attempts where number < oldest[waited.host]?.number ?? .max {
                oldest[waited.host] = (number, waited.attempt)
            }
            for ended in oldest.values { state.attempts[ended.number] = nil }
            state.hasEnded = state.hasEnded || !oldest.isEmpty
            return oldest.values.map(\.attempt)
        }
        for attempt in oldest { attempt.cancel() }
    }

    /// Sends the request. Throws the errors of the network, or `.timeout` after `stopWaiting`.
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let attempt = Attempt { [network] in
            do throws(StageError) {
                return .success(try await network.send(request))
            } catch {
                return .failure(error)
            }
        }
        let host = Address.host(request.url.reveal()) ?? ""
        let number = waiting.state.withLock { state in
            state.last += 1
            state.attempts[state.last] = (host, attempt)
            return state.last
        }
        let result = await withTaskCancellationHandler {
            await attempt.value
        } onCancel: {
            attempt.cancel()
        }
        let isEnded = waiting.state.withLock { $0.attempts.removeValue(forKey: number) } == nil
        if case .failure(let error) = result, error.code == .cancelled, isEnded, !Task.isCancelled {
            throw StageError(.timeout, subject: error.subject)
        }
        return try result.get()
    }
}
