import FeedStages

/// Permits requests to a few servers only. For redirects elsewhere, no name is resolved and no connection is made.
struct LoopbackGate: RequestGate {
    /// The host and port of each server.
    let servers: Set<String>

    func refusal(sendingTo server: String) -> StageError? {
        servers.contains(server) ? nil : StageError(.addressRefused, subject: server)
    }

    func willQueue() {}
    func awaitsServer() {}
    func waited(_ duration: Duration) {}
    func answered(_ server: String, status: Int, headers: [(name: String, value: String)]) {}
    func failed(_ server: String, _ error: StageError) {}
}
