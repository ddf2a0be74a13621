import Glibc

/// Maps connections to their sockets, so that a reused connection can be checked for unread bytes before it is used,
/// and its traffic can be counted.
///
/// libcurl 7.88 reuses every connection that is open. Bytes that a server sent after its last response (a body of a
/// 304, or one longer than its Content-Length) would be read as the response to the next request, of another feed.
///
/// A class that never leaves libcurl's thread; every transfer shares it.
final class ReusedSockets {
    /// A connection, as libcurl names it.
    struct Connection: Hashable {
        let remoteAddress: String
        let remotePort: Int32
        let localPort: Int32
    }

    private var flows: [Connection: WireFlow] = [:]
    /// The connection of each socket. A closed socket's number is given to another socket.
    private var connections: [Int32: Connection] = [:]

    /// Notes the socket of a new connection: the only one in `opened`, or the one that has its local port.
    func add(_ connection: Connection, from opened: [WireFlow]) {
        let flow =
            opened.count == 1
            ? opened[0] : opened.first { Self.localPort(of: $0.socket) == connection.localPort }
        if let flow, let former = connections.updateValue(connection, forKey: flow.socket) { flows[former] = nil }
        flows[connection] = flow
    }

    /// The traffic of a connection, or nil if its socket is not known.
    func flow(of connection: Connection) -> WireFlow? { flows[connection] }

    /// Whether unread bytes wait on a connection.
    func hasStrayBytes(_ connection: Connection) -> Bool {
        guard let socket = flows[connection]?.socket else { return false }
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT)) > 0
    }

    private static func localPort(of socket: Int32) -> Int32? {
        var address = sockaddr_storage()
        var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
        return withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                guard getsockname(socket, pointer, &size) == 0 else { return nil }
                return SocketAddress.read(pointer).map { Int32($0.port) }
            }
        }
    }
}
