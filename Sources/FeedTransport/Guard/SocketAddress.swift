import FeedStages
import FeedSystem
import Glibc

/// Reads the addresses of sockets.
enum SocketAddress {
    /// Address and port, or nil for anything but IPv4 and IPv6.
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
    /// Reads what the resolver takes for an address without asking anybody: `127.1`, `0x7f000001`, `[::1]`.
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
