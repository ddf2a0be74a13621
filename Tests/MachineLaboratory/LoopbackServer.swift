import Synchronization

/// A web server on the loopback interface that does exactly what a test wants, sound or not, and keeps what it was
/// asked.
///
/// It never leaves 127.0.0.0/8 and ::1. A class, because its threads and the test share it; it stops when it is let go.
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

    /// What the connections' threads share; they do not keep the server itself alive.
    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let log: Log
    private let listener: LoopbackListener
    private let scheme: String

    /// Listens on `host` (within 127.0.0.0/8, or ::1) and a free port, or `port`; asks `respond` for each answer.
    ///
    /// `greeting` is sent to whoever connects, before anything was asked. `wire` shakes hands where the scheme is
    /// `https`, and gives nil where that fails. Nil if the system gives no socket.
    public init?(
        host: String = "127.0.0.1", port: Int = 0, greeting: [UInt8] = [], scheme: String = "http",
        wire: @escaping @Sendable (_ socket: Int32) -> (any LoopbackWire)? = { ClearWire($0) },
        _ respond: @escaping @Sendable (Request) -> LoopbackReply
    ) {
        let log = Log()
        let listener = LoopbackListener(host: host, port: port) { socket, number in
            guard let wire = wire(socket) else { return }
            defer { wire.end() }
            var requests = LoopbackRequests(wire)
            guard wire.write(greeting) else { return }
            while let request = requests.next(connection: number) {
                log.requests.withLock { $0.append(request) }
                guard respond(request).send(over: wire) else { return }
            }
        }
        guard let listener else { return nil }
        self.listener = listener
        self.log = log
        self.scheme = scheme
    }

    /// The address it listens on.
    public var host: String { listener.host }
    /// The port that the system gave it.
    public var port: Int { listener.port }
    /// Its address with a path.
    public func url(_ path: String = "/") -> String { "\(scheme)://\(listener.authority)\(path)" }
    /// Every request so far, in order of arrival.
    public var requests: [Request] { log.requests.withLock { $0 } }
    /// Connections accepted so far.
    public var connections: Int { listener.connections }
    /// The most connections that were open beside each other.
    public var mostConnectionsAtOnce: Int { listener.mostConnectionsAtOnce }

    /// Closes every connection and listens no more.
    public func stop() { listener.stop() }
}
