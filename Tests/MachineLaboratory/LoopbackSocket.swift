import Glibc

/// Listening sockets on the loopback interface.
public enum LoopbackSocket {
    /// A socket that listens on `host` (within 127.0.0.0/8, or ::1) and `port`, or a free one if that is 0.
    ///
    /// `backlog`: connections that may wait to be accepted.
    public static func listen(_ host: String, _ port: Int, backlog: Int32 = 512) -> (socket: Int32, port: Int)? {
        guard host == "::1" || host.hasPrefix("127.") else { return nil }
        return host == "::1" ? listenOnIPv6(port, backlog) : listenOnIPv4(host, port, backlog)
    }

    /// A socket that began to connect to a port, and may have got there or not.
    public static func beginConnecting(to host: String, _ port: Int) -> Int32? {
        let family = host == "::1" ? AF_INET6 : AF_INET
        let socket = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { return nil }
        if var address = host == "::1" ? nil : ipv4(host, port) {
            _ = with(&address) { connect(socket, $0, $1) }
        } else {
            var address = ipv6(port)
            _ = with(&address) { connect(socket, $0, $1) }
        }
        return socket
    }

    private static func ipv4(_ host: String, _ port: Int) -> sockaddr_in? {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(clamping: port).bigEndian
        return inet_pton(AF_INET, host, &address.sin_addr) == 1 ? address : nil
    }

    private static func ipv6(_ port: Int) -> sockaddr_in6 {
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(clamping: port).bigEndian
        address.sin6_addr = in6addr_loopback
        return address
    }

    /// Calls `body` with the address as the system wants it.
    private static func with<Address, Result>(
        _ address: inout Address, _ body: (UnsafeMutablePointer<sockaddr>, socklen_t) -> Result
    ) -> Result {
        withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                body(pointer, socklen_t(MemoryLayout<Address>.size))
            }
        }
    }

    private static func listenOnIPv4(_ host: String, _ port: Int, _ backlog: Int32) -> (socket: Int32, port: Int)? {
        guard var address = ipv4(host, port), let listener = listener(AF_INET, &address, backlog) else { return nil }
        return (listener, Int(UInt16(bigEndian: address.sin_port)))
    }

    private static func listenOnIPv6(_ port: Int, _ backlog: Int32) -> (socket: Int32, port: Int)? {
        var address = ipv6(port)
        guard let listener = listener(AF_INET6, &address, backlog) else { return nil }
        return (listener, Int(UInt16(bigEndian: address.sin6_port)))
    }

    /// Listens on `address`, a `sockaddr_in` or `sockaddr_in6`, and puts the port there that the system chose.
    private static func listener<Address>(_ family: Int32, _ address: inout Address, _ backlog: Int32) -> Int32? {
        let listener = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        guard listener >= 0 else { return nil }
        var yes: Int32 = 1
        setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
        if family == AF_INET6 {
            setsockopt(listener, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &yes, socklen_t(MemoryLayout<Int32>.size))
        }
        let isBound = with(&address) { pointer, size in
            var size = size
            return bind(listener, pointer, size) == 0 && Glibc.listen(listener, backlog) == 0
                && getsockname(listener, pointer, &size) == 0
        }
        guard isBound else {
            close(listener)
            return nil
        }
        return listener
    }
}
