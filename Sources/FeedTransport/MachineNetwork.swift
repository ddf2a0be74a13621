import FeedModel
import Glibc

/// Checks of this machine's own network, independent of any source. They send nothing but a query to the name server.
/// They block.
package enum MachineNetwork {
    /// Whether there is a route out of this machine, by IPv4 or IPv6.
    package static var hasRoute: Bool {
        // Connecting a datagram socket looks up the route and sends nothing. The addresses belong to nobody (RFC 5737,
        // 3849).
        var four = sockaddr_in()
        four.sin_family = sa_family_t(AF_INET)
        four.sin_port = in_port_t(9).bigEndian
        four.sin_addr.s_addr = inet_addr("192.0.2.1")
        if connects(AF_INET, to: &four) { return true }
        var six = sockaddr_in6()
        six.sin6_family = sa_family_t(AF_INET6)
        six.sin6_port = in_port_t(9).bigEndian
        inet_pton(AF_INET6, "2001:db8::1", &six.sin6_addr)
        return connects(AF_INET6, to: &six)
    }

    private static func connects<Target>(_ family: Int32, to target: inout Target) -> Bool {
        let socket = socket(family, Int32(SOCK_DGRAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard socket >= 0 else { return false }
        defer { close(socket) }
        return withUnsafeBytes(of: &target) { bytes in
            guard let address = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else { return false }
            return connect(socket, address, socklen_t(bytes.count)) == 0
        }
    }

    /// Whether the name server answers at all. The query is for the last label of `host`, which every working name
    /// server answers: the label exists, or it does not. Broken name servers of the host itself have no influence on
    /// that.
    package static func nameServerAnswers(for host: String) -> Bool {
        guard let label = host.split(separator: ".").last else { return true }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var found: UnsafeMutablePointer<addrinfo>?
        let answer = getaddrinfo("\(label).", nil, &hints, &found)
        if let found { freeaddrinfo(found) }
        return ![EAI_AGAIN, EAI_FAIL, EAI_SYSTEM].contains(answer)
    }
}
