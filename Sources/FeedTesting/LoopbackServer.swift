import FeedStages
import Glibc
import Synchronization

/// A web server on the loopback interface that does exactly what a test wants, sound or not, and keeps what it was
/// asked.
///
/// It never leaves 127.0.0.0/8. A class, because its threads and the test share it; it stops when it is let go.
public final class LoopbackServer: Sendable {
    /// A request as it arrived.
    public struct Request: Sendable {
        /// `GET`, `POST`.
        public var method: String
        /// Path and query; the whole address if the client took the server for a proxy.
        public var target: String
        /// Names in lower case, in order.
        public var headers: [(name: String, value: String)]
        /// Its body.
        public var body: [UInt8]
        /// The connection it came over, counted from 1.
        public var connection: Int

        /// The first value of a field, or nil; `name` in lower case.
        public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    }

    fileprivate struct State {
        var requests: [Request] = []
        var connections = 0
        var open: Set<Int32> = []
        var mostOpen = 0
        var isStopped = false
    }

    /// What the threads share; they do not keep the server itself alive.
    final class Shared: Sendable {
        fileprivate let state = Mutex(State())
        let greeting: [UInt8]
        let respond: @Sendable (Request) -> LoopbackReply
        init(_ greeting: [UInt8], _ respond: @escaping @Sendable (Request) -> LoopbackReply) {
            self.greeting = greeting
            self.respond = respond
        }
    }

    private let shared: Shared
    private let listener: Int32
    /// The address it listens on.
    public let host: String
    /// The port that the system gave it.
    public let port: Int

    /// Listens on `host` (within 127.0.0.0/8) and a free port, or `port`; asks `respond` for each answer.
    ///
    /// `greeting` is sent to whoever connects, before anything was asked. Nil if the system gives no socket.
    public init?(
        host: String = "127.0.0.1", port: Int = 0, greeting: [UInt8] = [],
        _ respond: @escaping @Sendable (Request) -> LoopbackReply
    ) {
        guard let (listener, port) = LoopbackSocket.listen(host, port) else { return nil }
        self.host = host
        self.port = port
        self.listener = listener
        shared = Shared(greeting, respond)
        let shared = shared
        guard startDetachedThread({ Self.accept(listener, shared) }) else {
            close(listener)
            return nil
        }
    }

    deinit { stop() }

    /// Its address with a path.
    public func url(_ path: String = "/") -> String { "http://\(host):\(port)\(path)" }
    /// Every request so far, in order of arrival.
    public var requests: [Request] { shared.state.withLock { $0.requests } }
    /// Connections accepted so far.
    public var connections: Int { shared.state.withLock { $0.connections } }
    /// The most connections that were open beside each other.
    public var mostConnectionsAtOnce: Int { shared.state.withLock { $0.mostOpen } }

    /// Closes every connection and listens no more.
    public func stop() {
        let open = shared.state.withLock { state -> Set<Int32>? in
            guard !state.isStopped else { return nil }
            state.isStopped = true
            for socket in state.open { shutdown(socket, Int32(SHUT_RDWR)) }
            return state.open
        }
        guard open != nil else { return }
        // Wakes the thread in accept(2), which closes the listener.
        shutdown(listener, Int32(SHUT_RDWR))
    }

    private static func accept(_ listener: Int32, _ shared: Shared) {
        defer { close(listener) }
        while true {
            let socket = Glibc.accept(listener, nil, nil)
            if socket < 0 {
                if errno == EINTR || errno == ECONNABORTED { continue }
                return
            }
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
            guard let number, startDetachedThread({ serve(socket, number, shared) }) else {
                close(socket)
                continue
            }
        }
    }

    private static func serve(_ socket: Int32, _ number: Int, _ shared: Shared) {
        var reader = LoopbackSocket.Reader(socket)
        let isGreeted = LoopbackSocket.write(shared.greeting, to: socket)
        while isGreeted, let request = reader.next(connection: number) {
            shared.state.withLock { $0.requests.append(request) }
            guard shared.respond(request).send(over: socket) else { break }
        }
        shared.state.withLock { _ = $0.open.remove(socket) }
        close(socket)
    }
}
