import FeedModel
import FeedStages
import FeedSystem

/// The way to a target: directly, where its sockets are judged, or by a proxy, where only its name can be.
struct Route {
    /// Why a request may not go its way.
    enum Objection {
        /// The target is an address that may not be reached.
        case refused(IPAddress)
        /// What the target is called is no host.
        case noHost
        /// What is configured as proxy is none; the request must not go directly instead.
        case noProxy
    }

    /// The proxy that carries the request, or nil.
    let proxy: Proxy?
    /// The address as libcurl gets it: behind a proxy with the host as it was judged.
    let url: String
    private(set) var objection: Objection?
    /// Whether the target is an address that only `network.allow` opens, as far as its name tells.
    private(set) var leadsInside = false

    /// The way of a request.
    init(of request: ExchangeRequest, _ settings: CurlSettings) {
        guard !settings.proxies.isEmpty, var parts = Address.parts(request.url), let given = parts.host else {
            (proxy, url) = (nil, request.url)
            return
        }
        // An exception may be written as the address was, or as the name system knows it.
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
