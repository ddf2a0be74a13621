import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// Leads the requests for a configured address to the one where the feed lives now.
///
/// A class: what the state knows of a source comes after its stages were made.
final class Detour: Sendable {
    private let way = Mutex<(from: String, to: String)?>(nil)

    /// From now on requests for `from` (normalised) go to `to`.
    func lead(from: String, to: String) { way.withLock { $0 = (from, to) } }

    /// The request for where the feed lives now, or nil if it is not for the configured address. What belongs to the
    /// origin that was configured goes to no other, as with any redirect, and `network.allow` opens nothing for it.
    func redirected(_ request: HTTPRequest) -> HTTPRequest? {
        guard let (from, to) = way.withLock({ $0 }), request.method == "GET", request.followsRedirects,
            Address.normalised(request.url.reveal()) == from
        else { return nil }
        var request = request
        request.url = Secret(to, mask: to)
        request.ledBy = Address.host(from)
        guard Address.origin(from) != Address.origin(to) else { return request }
        request.headers = []
        request.policy.headers = []
        return request
    }
}
