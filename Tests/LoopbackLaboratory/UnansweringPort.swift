import Glibc
import MachineLaboratory

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
        waiting = (0..<3).compactMap { _ in LoopbackSocket.beginConnecting(to: host, number) }
    }

    deinit { for socket in waiting + [listener] { close(socket) } }
}
