import FeedTesting
import Glibc

/// A port that takes no notice of who wants to connect, as behind a firewall that drops packets: its queue is full and
/// nobody accepts.
///
/// A class, because it owns sockets.
public final class UnansweringPort: Sendable {
    private let listener: Int32
    private let waiting: [Int32]
    /// Its number.
    public let number: Int

    /// Takes `number`, or a free port of `host` (within 127.0.0.0/8, or ::1); nil if the system gives none.
    public init?(host: String = "127.0.0.1", number: Int = 0) {
        guard let (listener, number) = LoopbackSocket.listen(host, number, backlog: 0) else { return nil }
        self.listener = listener
        self.number = number
        // One more than the queue holds (Linux: the backlog and one); the last of them waits for ever.
        waiting = (0..<3).compactMap { _ in Self.beginConnecting(to: host, number) }
    }

    /// A socket that began to connect, and may have got there or not.
    private static func beginConnecting(to host: String, _ port: Int) -> Int32? {
        let family = host == "::1" ? AF_INET6 : AF_INET
        let socket = socket(family, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue), 0)
        guard socket >= 0 else { return nil }
        if var address = host == "::1" ? nil : LoopbackSocket.ipv4(host, port) {
            _ = LoopbackSocket.with(&address) { connect(socket, $0, $1) }
        } else {
            var address = LoopbackSocket.ipv6(port)
            _ = LoopbackSocket.with(&address) { connect(socket, $0, $1) }
        }
        return socket
    }

    deinit { for socket in waiting + [listener] { close(socket) } }
}
