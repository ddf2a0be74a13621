import FeedModel

/// Stands beside a request on its way through the transport, hop by hop: lets it out or holds it back, and hears what
/// came of it.
///
/// Called from the transport's own thread: must not block.
package protocol RequestGate: Sendable {
    /// The request waits behind others for its host.
    func parks()
    /// It is about to be sent to `server`. Gives why it must not, or nil.
    func leaves(for server: String) -> StageError?
    /// Its server takes its time: it occupies a socket and nothing else.
    func lingers()
    /// What comes of it is told next; for so long it was kept waiting by this machine, for memory.
    func waited(_ duration: Duration)
    /// `server` has answered, before anybody else is sent to it; header names are in lower case.
    func answered(_ server: String, status: Int, headers: [(name: String, value: String)])
    /// `server` has not answered, or not to the end, before anybody else is sent to it.
    func failed(_ server: String, _ error: StageError)
}

extension AddressParts {
    /// Whom a request asks: the host in lower case, with its port where that is unusual.
    package var server: String {
        let host = host ?? ""
        guard let port, port != 80, port != 443 else { return host }
        return "\(host):\(port)"
    }
}
