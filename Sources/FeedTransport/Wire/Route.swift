import FeedModel
import FeedStages
import FeedSystem

/// The route to a target: directly, where the guard checks each socket's address, or through a proxy, where it can only
/// check the target's name.
struct Route {
    /// Why a request may not take its route.
    enum Objection {
        /// The guard does not permit the target's address.
        case refused(IPAddress)
        /// The target's name is no valid host.
        case noHost
        /// The configured proxy is no valid address. The request must not go directly instead.
        case noProxy
    }

    /// The proxy for the request, or nil.
    let proxy: Proxy?
    /// The address for libcurl. For a proxy it has the host in the spelling that was checked.
    let url: String
    private(set) var objection: Objection?
    /// Whether the target's name shows that only `network.allow` permits its address.
    private(set) var leadsInside = false

    /// Finds the route of a request.
    init(of request: ExchangeRequest, _ settings: CurlSettings) {
        guard !settings.proxies.isEmpty, var parts = Address.parts(request.url), let given = parts.host else {
            (proxy, url) = (nil, request.url)
            return
        }
        // `no_proxy` may name the host in the request's spelling or in the canonical one.
        let target = TargetHost(given)
        let direct = settings.proxies.proxy(for: parts)
        parts.host = target?.name ?? given
        proxy = direct.flatMap { _ in settings.proxies.proxy(for: parts) }
        guard let proxy else {
            url = request.url
            return
        }
        url = parts.address
        guard let target else {
            objection = .noHost
            return
        }
        guard proxy.address != nil else {
            objection = .noProxy
            return
        }
        guard let literal = target.literal else { return }
        let port = UInt16(clamping: parts.port ?? (parts.scheme == "https" ? 443 : 80))
        leadsInside = SpecialPurpose.contains(literal)
        if !settings.guardian.permits(literal, port: port, isRedirected: request.redirectedBy != nil) {
            objection = .refused(literal)
        }
    }
}
