import FeedModel

/// The site that an address belongs to, as far as that decides whether a redirect leads to a stranger.
package enum FeedSite {
    /// The host in lower case; `www.`, scheme and port make no other site. Empty for what is no address.
    package static func name(of address: String) -> String {
        let host = (Address.host(address) ?? "").lowercased()
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
