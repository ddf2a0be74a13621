import FeedTesting
import Glibc
import MachineLaboratory

/// A connection that closes if its client sends no further request for 2 ms after the first one. So an incomplete
/// response ends at once, and not by a timeout.
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
