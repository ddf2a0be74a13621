/// The address of a proxy, split into its parts. libcurl quotes addresses in its messages, so it gets the address
/// and the credentials apart.
package struct Proxy: Sendable, Hashable {
    /// The address with scheme and port, without credentials; nil if the text is no address of a proxy.
    package let address: String?
    /// The host, for messages; empty if `address` is nil.
    package let host: String
    package let user: String?
    package let password: String?

    /// Reads `http://user:password@proxy.example:3128`. A text without a scheme is an HTTP proxy, as in curl(1).
    package init(_ text: String) {
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
