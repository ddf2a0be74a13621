import FeedStages

/// Lets requests out to a few servers alone: wherever an answer redirects to, no name is looked up and nobody else is
/// connected to.
struct LoopbackGate: RequestGate {
    /// Host and port of each.
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
