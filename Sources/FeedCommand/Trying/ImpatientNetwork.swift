import FeedStages
import Synchronization

/// A network that somebody can stop waiting for: a request without an answer then ends as if its time were over. Requests
/// that are sent later, such as those that waited for a free connection, are waited for again.
struct ImpatientNetwork: HTTPTransport {
    private typealias Attempt = Task<Result<HTTPResponse, StageError>, Never>

    /// Shared by all requests, because all of them end together.
    private final class Waiting: Sendable {
        struct State {
            /// Whether any request was ended.
            var hasEnded = false
            /// The requests that are waited for.
            var attempts: [Int: Attempt] = [:]
            var last = 0
        }
        let state = Mutex(State())
    }

    private let network: any HTTPTransport
    private let waiting = Waiting()

    init(_ network: any HTTPTransport) { self.network = network }

    /// Whether any request was ended because nobody waits for it.
    var hasEnded: Bool { waiting.state.withLock { $0.hasEnded } }

    /// Ends every request that was sent and has no answer yet.
    func stopWaiting() {
        let attempts = waiting.state.withLock { state in
            defer { state.attempts = [:] }
            state.hasEnded = state.hasEnded || !state.attempts.isEmpty
            return Array(state.attempts.values)
        }
        for attempt in attempts { attempt.cancel() }
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
        let number = waiting.state.withLock { state in
            state.last += 1
            state.attempts[state.last] = attempt
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
