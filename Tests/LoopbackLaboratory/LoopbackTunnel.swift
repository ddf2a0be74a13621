import FeedStages
import FeedSystem
import Glibc
import MachineLaboratory
import Synchronization

/// A proxy that opens tunnels (`CONNECT`, RFC 9110 §9.3.6) to servers on the loopback interface, and keeps what it was
/// asked.
///
/// A class, because its threads and the test share it; it stops when it is let go.
public final class LoopbackTunnel: Sendable {
    /// A request for a tunnel.
    public struct Request: Sendable {
        /// Method, target and version.
        public let line: String
        /// The head as it came.
        public let head: String
    }

    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let log = Log()
    private let listener: LoopbackListener

    /// Leads `host:port` to a port of 127.0.0.1 by `routes`; what has no route gets `status`. With `credentials`
    /// (`user:password`) whoever does not send them gets 407. Nil if the system gives no socket.
    public init?(routes: [String: Int], credentials: String? = nil, otherwise status: Int = 502) {
        let log = log
        let expected = credentials.map { "proxy-authorization: basic " + Base64.encode(Array($0.utf8)) }
        let listener = LoopbackListener { socket, _ in
            let wire = ClearWire(socket)
            guard let (head, rest) = Self.head(from: wire) else { return }
            let line = String(head.prefix { !$0.isNewline })
            log.requests.withLock { $0.append(Request(line: line, head: head)) }
            let words = line.split(separator: " ")
            let sent = head.split(whereSeparator: \.isNewline).first {
                $0.lowercased().hasPrefix("proxy-authorization:")
            }
            if let expected, sent?.lowercased() != expected.lowercased() {
                let answer = LoopbackReply.head(
                    407, [("Proxy-Authenticate", "Basic realm=\"x\""), ("Content-Length", "0")])
                _ = wire.write(answer)
                return
            }
            guard words.first == "CONNECT", words.count > 1, let port = routes[String(words[1])],
                let target = Self.connect(to: port)
            else {
                _ = wire.write(LoopbackReply.head(status, [("Content-Length", "0")]))
                return
            }
            defer { close(target) }
            guard wire.write(LoopbackReply.head(200, [])), ClearWire(target).write(rest) else { return }
            Self.join(wire, ClearWire(target))
        }
        guard let listener else { return nil }
        self.listener = listener
    }

    /// Every request so far, in order.
    public var requests: [Request] { log.requests.withLock { $0 } }
    /// `127.0.0.1:PORT`.
    public var authority: String { listener.authority }
    /// Listens no more.
    public func stop() { listener.stop() }

    private static func head(from wire: ClearWire) -> (head: String, rest: [UInt8])? {
        var bytes: [UInt8] = []
        let end = Array("\r\n\r\n".utf8)
        while true {
            if let start = bytes.indices.first(where: { bytes[$0...].starts(with: end) }) {
                return (String(decoding: bytes[..<start], as: UTF8.self), Array(bytes[(start + 4)...]))
            }
            let more = wire.read()
            guard !more.isEmpty, bytes.count < 1 << 20 else { return nil }
            bytes += more
        }
    }

    private static func connect(to port: Int) -> Int32? {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
        var place = sockaddr_in()
        place.sin_family = sa_family_t(AF_INET)
        place.sin_port = UInt16(clamping: port).bigEndian
        place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let isConnected = withUnsafePointer(to: &place) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
        if !isConnected { close(descriptor) }
        return isConnected ? descriptor : nil
    }

    /// Carries bytes both ways until one side has ended.
    private static func join(_ client: ClearWire, _ server: ClearWire) {
        var descriptors = [
            pollfd(fd: client.socket, events: Int16(POLLIN), revents: 0),
            pollfd(fd: server.socket, events: Int16(POLLIN), revents: 0),
        ]
        while poll(&descriptors, 2, -1) > 0 || errno == EINTR {
            for (index, other) in [server, client].enumerated() where descriptors[index].revents != 0 {
                let bytes = (index == 0 ? client : server).read()
                guard !bytes.isEmpty, other.write(bytes) else { return }
            }
        }
    }
}
