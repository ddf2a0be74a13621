import FeedTesting
import Glibc
import MachineLaboratory

/// A wire that counts its client as gone when this asks for nothing for a moment after its first request: an answer that
/// was never sent whole ends at once, and not with a time limit.
struct ImpatientWire: LoopbackWire {
    /// In microseconds.
    private static let patience = 2000
    private let wire: ClearWire

    init(_ socket: Int32) { wire = ClearWire(socket) }

    var socket: Int32 { wire.socket }

    func write(_ bytes: [UInt8]) -> Bool { wire.write(bytes) }

    func read() -> [UInt8] {
        let bytes = wire.read()
        var limit = timeval(tv_sec: 0, tv_usec: Self.patience)
        setsockopt(socket, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
        return bytes
    }

    func end() { wire.end() }
}
