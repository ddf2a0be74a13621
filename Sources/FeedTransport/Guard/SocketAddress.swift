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
