import CLoopbackTLS
public import MachineLaboratory

/// The bytes of a connection behind TLS.
struct TLSWire: LoopbackWire {
    let socket: Int32
    private let session: OpaquePointer

    init(_ socket: Int32, _ session: OpaquePointer) {
        self.socket = socket
        self.session = session
    }

    /// Whether the client took up an earlier session, without a full handshake.
    var isResumed: Bool { loopback_session_is_resumed(session) == 1 }

    func write(_ bytes: [UInt8]) -> Bool {
        bytes.withUnsafeBytes { loopback_session_write(session, $0.baseAddress, $0.count) } == 1
    }

    func read() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16 << 10) { room, count in
            count = Int(max(0, loopback_session_read(session, room.baseAddress, Int32(room.count))))
        }
    }

    func end() { loopback_session_free(session) }
}

/// The server's side of TLS with one certificate.
///
/// A class, because it owns what OpenSSL allocated. Sendable by proof: OpenSSL lets any thread begin a session with
/// one context, and nothing else is done with it after `init`.
final class TLSAcceptor: @unchecked Sendable {
    private let tls: OpaquePointer
    private let certificate: TestCertificate

    /// `protocol`: what ALPN may agree on, or nil.
    init?(_ certificate: TestCertificate, protocol name: String? = nil) {
        guard let tls = loopback_tls_new(certificate.identity, name) else { return nil }
        self.tls = tls
        self.certificate = certificate
    }

    deinit { loopback_tls_free(tls) }

    /// Shakes hands; nil if the client does not want to.
    func accept(_ socket: Int32) -> TLSWire? {
        loopback_session_accept(tls, socket).map { TLSWire(socket, $0) }
    }
}

extension LoopbackServer {
    /// A server that speaks HTTPS with a certificate; see the initialiser without one.
    ///
    /// `shookHands` is told of each handshake whether it took up an earlier session.
    public convenience init?(
        host: String = "127.0.0.1", port: Int = 0, certificate: TestCertificate,
        shookHands: @escaping @Sendable (_ isResumed: Bool) -> Void = { _ in },
        _ respond: @escaping @Sendable (Request) -> LoopbackReply
    ) {
        guard let acceptor = TLSAcceptor(certificate) else { return nil }
        self.init(
            host: host, port: port, scheme: "https",
            wire: { socket in
                guard let wire = acceptor.accept(socket) else { return nil }
                shookHands(wire.isResumed)
                return wire
            }, respond)
    }
}
