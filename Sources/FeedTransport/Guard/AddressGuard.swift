import FeedStages
import FeedSystem
import Glibc

/// Keeps feeds, redirects and name servers from reaching private networks. It checks the address of every socket, so
/// the spelling or the name that led there does not matter.
package struct AddressGuard: Sendable, Hashable {
    private let allowed: [AddressRange]
    private let allowsRedirects: Bool

    /// Makes a guard that permits the public network and the ranges of `network.allow`: `10.0.0.0/8`,
    /// `127.0.0.1/32:8080`, `[fd00::/8]:443`. A text that is no range (see `isRange`) permits nothing.
    ///
    /// The ranges hold for configured addresses and for redirects by hosts within the ranges. They hold for redirects
    /// by the public network only if `allowsRedirects`.
    package init(allowing ranges: [String] = [], allowsRedirects: Bool = false) {
        allowed = ranges.compactMap(AddressRange.init)
        self.allowsRedirects = allowsRedirects
    }

    /// Whether `text` is a range with an optional port.
    package static func isRange(_ text: String) -> Bool { AddressRange(text) != nil }

    /// Whether an address may be connected to. `isRedirected`: a server of the public network led there, not the
    /// configuration.
    func permits(_ address: IPAddress, port: UInt16, isRedirected: Bool = false) -> Bool {
        if !SpecialPurpose.contains(address) { return true }
        return (!isRedirected || allowsRedirects) && allowed.contains { $0.contains(address, port: port) }
    }
}

/// Reads the addresses of sockets.
enum SocketAddress {
    /// The address and the port, or nil for any family but IPv4 and IPv6.
    static func read(_ address: UnsafePointer<sockaddr>) -> (address: IPAddress, port: UInt16)? {
        let raw = UnsafeRawPointer(address)
        switch Int32(address.pointee.sa_family) {
        case AF_INET:
            let v4 = raw.loadUnaligned(as: sockaddr_in.self)
            return (IPAddress(v4: UInt32(bigEndian: v4.sin_addr.s_addr)), UInt16(bigEndian: v4.sin_port))
        case AF_INET6:
            let v6 = raw.loadUnaligned(as: sockaddr_in6.self)
            return (IPAddress(v6.sin6_addr), UInt16(bigEndian: v6.sin6_port))
        default: return nil
        }
    }
}

extension IPAddress {
    /// Reads every spelling that the resolver takes as an address without a query: `127.1`, `0x7f000001`, `[::1]`. Nil
    /// for any other text.
    init?(literal host: String) {
        let name = host.first == "[" ? String(host.dropFirst().dropLast()) : host
        var hints = addrinfo()
        hints.ai_flags = AI_NUMERICHOST
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(name, nil, &hints, &found) == 0 else { return nil }
        defer { freeaddrinfo(found) }
        guard let address = found?.pointee.ai_addr.flatMap({ SocketAddress.read($0) })?.address else { return nil }
        self = address
    }
}
