package import FeedModel
import FeedStages
import FeedSystem

/// The id of an endpoint, for pauses: a hash, since the address may be a secret.
package struct EndpointID: Sendable, Hashable {
    let hash: [UInt8]

    /// Makes the id of an address in one state; a nil address stands for the sink itself.
    package init(_ address: String?, of sink: String, origin: String) {
        let name = address.map { "address \($0)" } ?? "sink \(sink)"
        hash = Array(SHA256.hash("\(origin)\u{0}\(name)").prefix(16))
    }
}

/// A pause of an endpoint.
package struct EndpointPause: Sendable {
    let endpoint: EndpointID
    let until: Timestamp
    let isGone: Bool

    /// The longest pause that an endpoint may ask for. A pause that ends later shows that the clock was set back.
    package static let longest = Duration.seconds(86_400)

    /// Makes a pause. With `isGone` the endpoint said that it is gone for good, and the length of the pause is ours.
    package init(of endpoint: EndpointID, until: Timestamp, isGone: Bool) {
        self.endpoint = endpoint
        self.until = until
        self.isGone = isGone
    }
}

/// Pauses that receivers ask for.
extension StateDatabase {
    /// Returns until when an endpoint wants no message, or nil.
    func pause(of endpoint: EndpointID, now: Timestamp) throws(StageError) -> Timestamp? {
        let until = try connection.first("SELECT not_before FROM endpoint WHERE id = ?", .blob(endpoint.hash)) {
            Timestamp(milliseconds: $0.integer(0))
        }
        guard let until, until > now, until - now <= EndpointPause.longest else { return nil }
        return until
    }

    /// Stores a pause for all sinks that send to the endpoint.
    func setPause(_ pause: EndpointPause) throws(StageError) {
        try connection.run(
            """
            INSERT INTO endpoint(id, not_before, is_gone) VALUES(?, ?, ?)
            ON CONFLICT(id) DO UPDATE SET not_before = excluded.not_before, is_gone = excluded.is_gone
            """, .blob(pause.endpoint.hash), .time(pause.until), .flag(pause.isGone))
    }
}
