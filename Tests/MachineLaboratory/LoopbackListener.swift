import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Listens on the loopback interface and hands each connection to a thread of its own: what every server of the tests
/// stands on.
///
/// It never leaves 127.0.0.0/8 and ::1. A class, because its threads and the test share it; it stops when it is let go.
public final class LoopbackListener: Sendable {
    private struct State {
        var connections = 0
        var open: Set<Int32> = []
        var mostOpen = 0
        var isStopped = false
        /// Nil once it is closed: the system gives its number to another socket at once.
        var listener: Int32?
    }

    /// What the threads share; they do not keep the listener itself alive.
    private final class Shared: Sendable {
        let state = Mutex(State())
        let serve: @Sendable (Int32, Int) -> Void
        init(_ serve: @escaping @Sendable (Int32, Int) -> Void) { self.serve = serve }
    }

    private let shared: Shared
    /// The address it listens on.
    public let host: String
    /// The port that the system gave it.
    public let port: Int

    /// Listens on `host` (within 127.0.0.0/8, or ::1) and a free port, or `port`. Calls `serve` for each connection
    /// with its socket, which is closed afterwards, and its number, counted from 1. Nil if the system gives no socket.
    public init?(
        host: String = "127.0.0.1", port: Int = 0, _ serve: @escaping @Sendable (_ socket: Int32, _ number: Int) -> Void
    ) {
        guard let (socket, port) = LoopbackSocket.listen(host, port) else { return nil }
        self.host = host
        self.port = port
        shared = Shared(serve)
        let shared = shared
        shared.state.withLock { $0.listener = socket }
        guard startDetachedThread({ Self.accept(socket, shared) }) else {
            Self.close(shared)
            return nil
        }
    }

    deinit { stop() }

    /// Connections accepted so far.
    public var connections: Int { shared.state.withLock { $0.connections } }
    /// The most connections that were open beside each other.
    public var mostConnectionsAtOnce: Int { shared.state.withLock { $0.mostOpen } }
    /// Host and port as an address has them.
    public var authority: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }

    /// Closes every connection and listens no more.
    public func stop() {
        shared.state.withLock { state in
            state.isStopped = true
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
            // Wakes the thread in accept(2), which closes the socket.
            if let listener = state.listener { shutdown(listener, Int32(SHUT_RDWR)) }
        }
    }

    private static func close(_ shared: Shared) {
        shared.state.withLock { state in
            if let listener = state.listener { Glibc.close(listener) }
            state.listener = nil
        }
    }

    private static func accept(_ listener: Int32, _ shared: Shared) {
        defer { close(shared) }
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            if socket < 0 {
                switch errno {
                case EINTR, ECONNABORTED: continue
                case EMFILE, ENFILE, ENOBUFS, ENOMEM:
                    // Others have taken what the process may open: who waits for a connection gets one later.
                    guard !shared.state.withLock(\.isStopped) else { return }
                    usleep(10_000)
                    continue
                default: return
                }
            }
            // A program that a test starts must not keep the connection open.
            _ = fcntl(socket, F_SETFD, FD_CLOEXEC)
            // Head and body go out as two pieces: the second must not wait for an acknowledgement of the first.
            var yes: Int32 = 1
            setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
            let number = shared.state.withLock { state -> Int? in
                guard !state.isStopped else { return nil }
                state.connections += 1
                state.open.insert(socket)
                state.mostOpen = max(state.mostOpen, state.open.count)
                return state.connections
            }
            guard let number else {
                Glibc.close(socket)
                continue
            }
            let isServed = startDetachedThread {
                shared.serve(socket, number)
                finish(socket, shared)
            }
            if !isServed { finish(socket, shared) }
        }
    }

    private static func finish(_ socket: Int32, _ shared: Shared) {
        shared.state.withLock { _ = $0.open.remove(socket) }
        Glibc.close(socket)
    }
}
