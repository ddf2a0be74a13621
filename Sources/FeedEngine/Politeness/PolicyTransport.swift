import FeedStages

/// Fills in a stage's limits, headers and pauses, as its options say.
struct PolicyTransport: HTTPTransport {
    let base: any HTTPTransport
    let policy: HTTPPolicy

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        request.policy = policy
        return try await base.send(request)
    }
}
