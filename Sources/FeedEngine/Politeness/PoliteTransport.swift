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
            let response = try await base.send(request)
            watch.add(response, asked: asked)
            return response
        } catch {
            if !error.code.isHeldBack { watch.addFailure() }
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
