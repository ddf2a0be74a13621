import FeedModel

/// The site of an address, which decides whether a redirect leads to a stranger.
package enum FeedSite {
    /// Returns the host in lower case without `www.`; scheme and port do not count. Empty for what is not an address.
    package static func name(of address: String) -> String {
        let host = (Address.host(address) ?? "").lowercased()
        return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
    }
}
