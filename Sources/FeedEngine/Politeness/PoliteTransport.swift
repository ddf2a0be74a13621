import FeedConfiguration
import FeedModel
import FeedStages

/// Applies the limits of servers to a stage's requests, and counts the requests and their results.
struct PoliteTransport: HTTPTransport {
    let base: any HTTPTransport
    let watch: FetchWatch

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        let asked = request.url
        let tracker = watch.tracker(for: request)
        request.gate = tracker
        defer { tracker.end() }
        do throws(StageError) {
            let response = watch.hosts == nil ? try await base.send(request) : try await send(request, holding: tracker)
            watch.add(response, asked: asked)
            return response
        } catch {
            if !error.code.isHeldBack { watch.addFailure() }
            throw error
        }
    }

    /// Sends a request while this worker holds its host, and those of its redirects.
    private func send(_ request: HTTPRequest, holding tracker: RequestTracker) async throws(StageError) -> HTTPResponse
    {
        do throws(StageError) {
            if let parts = Address.parts(request.url.reveal()), let host = parts.host, !host.isEmpty,
                let refusal = await tracker.refusal(holding: host, sendingTo: parts.server)
            {
                throw refusal
            }
            let response = try await base.send(request)
            await tracker.leaveHosts()
            return response
        } catch {
            await tracker.leaveHosts()
            throw error
        }
    }
}

/// Adds a stage's limits, headers and pauses to its requests, as its options say.
struct PolicyTransport: HTTPTransport {
    let base: any HTTPTransport
    let policy: HTTPPolicy

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        request.policy = policy
        return try await base.send(request)
    }
}
