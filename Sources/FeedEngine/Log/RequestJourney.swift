import FeedConfiguration
import FeedModel
import FeedStages
import Logging
import Synchronization

/// Logs one request hop by hop, and passes every call on to the request's own gate.
///
/// The transport's thread must not wait for the reader of the log. So it only notes its waits here, and the task that
/// sent the request logs them later. This is a class because both of them write to it.
final class RequestJourney: RequestGate {
    private struct State {
        /// Method and URL of the current hop, without secrets.
        var method: String
        var url: String
        var sentAt = ContinuousClock.now
        var parkedAt: ContinuousClock.Instant?
        var waits: [(cause: String, wait: Duration)] = []
    }

    private let gate: (any RequestGate)?
    private let logger: Logger
    /// Names only: a value may be a secret.
    private let headers: [String]
    private let state: Mutex<State>

    init(_ request: HTTPRequest, _ logger: Logger) {
        gate = request.gate
        self.logger = logger
        headers = (request.headers + request.policy.headers).map { $0.name.lowercased() }
        let shown = request.url.mask
        state = Mutex(State(method: request.method, url: Address.withoutUserInfo(shown) ?? shown))
    }

    func willQueue() {
        state.withLock { $0.parkedAt = $0.parkedAt ?? .now }
        gate?.willQueue()
    }

    func awaitsServer() { gate?.awaitsServer() }

    func refusal(sendingTo server: String) -> StageError? {
        state.withLock { state in
            state.sentAt = .now
            guard let parkedAt = state.parkedAt else { return }
            state.waits.append(("turn", state.sentAt - parkedAt))
            state.parkedAt = nil
        }
        return gate?.refusal(sendingTo: server)
    }

    func waited(_ duration: Duration) {
        if duration > .zero {
            state.withLock { state in
                state.waits.append(("memory", duration))
                state.sentAt += duration
            }
        }
        gate?.waited(duration)
    }

    func answered(_ server: String, status: Int, headers: [(name: String, value: String)]) {
        gate?.answered(server, status: status, headers: headers)
    }

    func failed(_ server: String, _ error: StageError) { gate?.failed(server, error) }

    func redirected(_ status: Int, to url: String, as method: String) {
        let hop = leave(for: url, as: method)
        logger.debug("redirect", metadata: hop.merging(["status": .count(status), "to": "\(url)"]) { $1 })
        gate?.redirected(status, to: url, as: method)
    }

    func refusal(redirectingTo host: String, at server: String) async -> StageError? {
        await gate?.refusal(redirectingTo: host, at: server)
    }

    /// Logs the end of a response: status and size, and at level trace the names of the header fields.
    func end(with response: HTTPResponse) {
        var facts = leave()
        facts["status"] = .count(response.status)
        facts["bytes"] = .count(response.bytesReceived)
        if let wait = response.retryAfter { facts["retry_after_s"] = wait.loggedSeconds }
        logger.debug("request", metadata: facts)
        logger.trace(
            "headers",
            metadata: [
                "url": facts["url"] ?? "", "sent": "\(headers.joined(separator: " "))",
                "received": "\(response.headers.map(\.name).joined(separator: " "))",
            ])
    }

    /// Logs a failed request, or a request that was held back because of a limit of its server.
    func end(with error: StageError) {
        var facts = leave()
        guard error.code.isHeldBack else {
            facts["code"] = "\(error.code.rawValue)"
            return logger.debug("request", metadata: facts)
        }
        facts["ms"] = nil
        facts["cause"] = "\(error.code.rawValue)"
        if let wait = error.retryAfter { facts["wait_s"] = wait.loggedSeconds }
        logger.debug("wait", metadata: facts)
    }

    /// Ends the current hop: logs its waits, begins the next hop, and returns the facts of the one that ended.
    private func leave(for url: String? = nil, as method: String? = nil) -> Logger.Metadata {
        let before = state.withLock { state in
            let before = state
            state.method = method ?? state.method
            state.url = url ?? state.url
            state.sentAt = .now
            state.waits = []
            return before
        }
        let facts: Logger.Metadata = ["method": "\(before.method)", "url": "\(before.url)"]
        for (cause, wait) in before.waits {
            logger.debug("wait", metadata: facts.merging(["cause": "\(cause)", "wait_s": wait.loggedSeconds]) { $1 })
        }
        return facts.merging(["ms": (ContinuousClock.now - before.sentAt).loggedMilliseconds]) { $1 }
    }
}
