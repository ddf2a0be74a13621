import FeedModel

/// A proxy as the environment names it, taken apart, so that libcurl, which quotes addresses in its messages, never
/// sees the credentials beside the address.
struct Proxy: Sendable, Hashable {
    /// With scheme and port, without credentials; nil if what the environment says is no address.
    let address: String?
    /// For messages.
    let host: String
    let user: String?
    let password: String?

    /// Reads `http://user:password@proxy.example:3128`; without a scheme it is an HTTP proxy, as for curl(1).
    init(_ text: String) {
        let trimmed = text.trimmedLine
        let whole = trimmed.contains("://") ? trimmed : "http://" + trimmed
        guard let parts = Address.parts(whole), Self.schemes.contains(parts.scheme), let host = parts.host,
            !host.isEmpty
        else {
            (address, host, user, password) = (nil, "", nil, nil)
            return
        }
        self.host = host
        user = parts.user
        password = parts.password
        address = AddressParts(scheme: parts.scheme, host: host, port: parts.port).address
    }

    private static let schemes: Set<String> = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]
}
