import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// Leads the requests for a configured address to the one where the feed lives now.
///
/// A class: what the state knows of a source comes after its stages were made.
final class AddressOverride: Sendable {
    private let way = Mutex<(from: String, to: Secret)?>(nil)

    /// From now on requests for `from` (normalised) go to `to`, as the state has it: what stands in it for one of the
    /// source's `secrets` is put in again, on the host that was configured alone.
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

    /// The request for where the feed lives now, or nil if it is not for the configured address. What belongs to the
    /// origin that was configured goes to no other, as with any redirect, and `network.allow` opens nothing for it.
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

/// Asks a feed that moved where it lives now.
struct AddressOverrideTransport: HTTPTransport {
    let base: any HTTPTransport
    let addressOverride: AddressOverride

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        guard let moved = addressOverride.redirected(request) else { return try await base.send(request) }
        do throws(StageError) {
            return try await base.send(moved)
        } catch {
            // Only the redirects of the configured address may lead into the network inside.
            guard error.code == .addressRefused else { throw error }
            return try await base.send(request)
        }
    }
}
