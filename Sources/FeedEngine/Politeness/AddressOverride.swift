import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// Sends the requests for a configured address to the feed's new address.
///
/// This is a class because the state's facts about a source arrive after its stages were made.
final class AddressOverride: Sendable {
    private let way = Mutex<(from: String, to: Secret)?>(nil)

    /// Redirects requests for `from` (normalised) to `to` from now on. If both have the same host, masks in `to` are
    /// replaced by the source's `secrets`.
    func redirect(from: String, to: String, knowing secrets: [Secret] = []) {
        var address = to
        if Address.host(from) == Address.host(to) {
            for secret in secrets where !secret.isMissing {
                let value = Address.encoded(component: secret.reveal())
                for mask in [secret.mask, Address.encoded(component: secret.mask)] {
                    address = address.replacing(mask, with: value)
                }
            }
        }
        let way = Secret(address, mask: to)
        self.way.withLock { $0 = (from, way) }
    }

    /// Returns the request for the new address, or nil if it is not for the configured one. As with any redirect,
    /// headers are removed for another origin, and `network.allow` does not apply.
    func redirected(_ request: HTTPRequest) -> HTTPRequest? {
        guard let (from, to) = way.withLock({ $0 }), request.method == "GET", request.followsRedirects,
            Address.normalised(request.url.reveal()) == from
        else { return nil }
        var request = request
        request.url = to
        request.redirectedBy = Address.host(from)
        guard Address.origin(from) != Address.origin(to.reveal()) else { return request }
        request.headers = []
        request.policy.headers = []
        return request
    }
}

/// Sends requests for a moved feed to its new address.
struct AddressOverrideTransport: HTTPTransport {
    let base: any HTTPTransport
    let addressOverride: AddressOverride

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        guard let moved = addressOverride.redirected(request) else { return try await base.send(request) }
        do throws(StageError) {
            return try await base.send(moved)
        } catch {
            // The new address may be private. Then only a redirect of the configured address may lead there.
            guard error.code == .addressRefused else { throw error }
            return try await base.send(request)
        }
    }
}
