import Glibc
public import MachineLaboratory
import Synchronization

/// A server on the loopback interface that speaks HTTP/2 over TLS, and does with each request what a test wants.
///
/// It unpacks no header fields: requests are told apart by their connection and stream. A class, because its threads
/// and the test share it; it stops when it is let go.
public final class HTTP2Server: Sendable {
    /// A request that arrived.
    public struct Request: Sendable, Hashable {
        /// The connection it came over, counted from 1.
        public var connection: Int
        /// Its stream, for the frames of the answer.
        public var stream: UInt32
    }

    /// One thing the server does.
    public enum Step: Sendable {
        /// Sends a frame.
        case frame(HTTP2Frame)
        /// Sends a frame so many times, or until the client is gone.
        case frames(HTTP2Frame, count: Int)
        /// Waits, milliseconds.
        case pause(Int)
        /// Waits until the client closes.
        case hang
        /// Closes the connection.
        case close
    }

    /// What the connections' threads share; they do not keep the server itself alive.
    private final class Log: Sendable {
        let requests = Mutex<[Request]>([])
    }

    private let log: Log
    private let listener: LoopbackListener

    /// Listens on 127.0.0.1; asks `respond` what to do with each request, as soon as its header fields are there.
    ///
    /// `settings`: what the server wishes (RFC 9113 §6.5.2). `withoutHTTP2` answers a client that speaks HTTP/1.1,
    /// whose connection is closed otherwise. Nil if the system gives no socket.
    public init?(
        certificate: TestCertificate, settings: [(UInt16, UInt32)] = [], withoutHTTP2: LoopbackReply? = nil,
        _ respond: @escaping @Sendable (Request) -> [Step]
    ) {
        let log = Log()
        guard let acceptor = TLSAcceptor(certificate, protocol: "h2") else { return nil }
        let listener = LoopbackListener { socket, number in
            guard let wire = acceptor.accept(socket) else { return }
            defer { wire.end() }
            var input = Input(wire: wire)
            if input.take(24) == Self.preface {
                Self.serve(&input, settings, number, log, respond)
            } else {
                _ = withoutHTTP2?.send(over: wire)
            }
        }
        guard let listener else { return nil }
        self.listener = listener
        self.log = log
    }

    /// Its address with a path.
    public func url(_ path: String = "/") -> String { "https://\(listener.authority)\(path)" }
    /// Every request so far, in order of arrival.
    public var requests: [Request] { log.requests.withLock { $0 } }
    /// Connections accepted so far.
    public var connections: Int { listener.connections }

    /// An ordinary answer.
    public static func answer(
        to request: Request, _ status: Int = 200, headers: [(String, String)] = [], text: String
    ) -> [Step] {
        [
            .frame(.headers([(":status", String(status))] + headers, on: request.stream)),
            .frame(.data(Array(text.utf8), on: request.stream, isLast: true)),
        ]
    }

    /// RFC 9113 §3.4.
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private static func serve(
        _ input: inout Input, _ settings: [(UInt16, UInt32)], _ number: Int, _ log: Log,
        _ respond: (Request) -> [Step]
    ) {
        let wire = input.wire
        guard wire.write(HTTP2Frame.settings(settings).bytes) else { return }
        while let head = input.take(9), input.take(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])) != nil {
            let stream = head[5...8].reduce(0) { $0 << 8 | UInt32($1) }
            switch (head[3], head[4] & 1) {
            case (4, 0): guard wire.write(HTTP2Frame.settingsTaken.bytes) else { return }
            case (1, _):
                let request = Request(connection: number, stream: stream)
                log.requests.withLock { $0.append(request) }
                for step in respond(request) { guard take(step, over: wire) else { return } }
            default: break
            }
        }
    }

    /// Does a step; false if the connection is over.
    private static func take(_ step: Step, over wire: any LoopbackWire) -> Bool {
        switch step {
        case .frame(let frame): return wire.write(frame.bytes)
        case .frames(let frame, let count):
            // Many at once, so that their number counts and not the records of TLS.
            let together = max(1, 8192 / frame.bytes.count)
            let many = Array(repeatElement(frame.bytes, count: together).joined())
            for _ in 0..<max(1, count / together) { guard wire.write(many) else { return false } }
        case .pause(let milliseconds): usleep(UInt32(clamping: milliseconds) &* 1000)
        case .hang:
            wire.waitForEnd()
            return false
        case .close: return false
        }
        return true
    }

    /// Bytes of the client, in the pieces that are asked for.
    private struct Input {
        let wire: any LoopbackWire
        var held: [UInt8] = []

        mutating func take(_ count: Int) -> [UInt8]? {
            while held.count < count {
                let bytes = wire.read()
                guard !bytes.isEmpty else { return nil }
                held += bytes
            }
            defer { held.removeFirst(count) }
            return Array(held.prefix(count))
        }
    }
}
