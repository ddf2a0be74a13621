import FeedConfiguration
import FeedStages

/// The transport as one source gets it: its limits, headers and politeness are filled in, what it asks is watched, and
/// a feed that moved is asked where it lives now.
struct SourceTransport: HTTPTransport {
    let base: any HTTPTransport
    let policy: HTTPPolicy
    let watch: FetchWatch
    let detour: Detour

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        request.policy = policy
        guard let moved = detour.redirected(request) else { return try await passOn(request) }
        do throws(StageError) {
            return try await passOn(moved)
        } catch {
            // Only the redirects of the configured address may lead into the network inside.
            guard error.code == .addressRefused else { throw error }
            return try await passOn(request)
        }
    }

    private func passOn(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        let asked = request.url
        let passage = watch.passage(for: request)
        request.gate = passage
        defer { passage.end() }
        do throws(StageError) {
            let response = try await base.send(request)
            watch.add(response, asked: asked)
            return response
        } catch {
            if !error.wasHeldBack { watch.addFailure() }
            throw error
        }
    }
}

/// The transport as a sink gets it: its limits are filled in.
struct SinkTransport: HTTPTransport {
    let base: any HTTPTransport
    let policy: HTTPPolicy

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        request.policy = policy
        return try await base.send(request)
    }
}

extension StageError {
    /// Whether a request was not sent, out of courtesy.
    var wasHeldBack: Bool { code == .hostPaused || code == .hostSilent || code == .budgetSpent }
}
