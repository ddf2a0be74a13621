import CLibCurl
import Glibc
import Synchronization

/// The traffic of one connection: bytes of bodies, and all other bytes that libcurl reads.
///
/// libcurl does not report chunk extensions, padding, empty frames and the like, so no limit on bodies covers them. The
/// system counts their bytes. A class, because libcurl's thread and the watch share it.
final class WireFlow: Sendable {
    /// Bytes besides bodies that a connection may cost, and again each request on it: handshake, header, framing.
    static let mostForRequest = 5 << 18

    let socket: Int32
    private let bodies = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)
    private let cutAfter = Atomic<Int>(0)
    private let isResting = Atomic(false)

    init(_ socket: Int32) { self.socket = socket }

    /// For libcurl's thread: notes a request on this connection.
    func addRequest() {
        requests.wrappingAdd(1, ordering: .relaxed)
        isResting.store(false, ordering: .relaxed)
    }

    /// For libcurl's thread: notes that the connection is idle until its next request.
    func rest() { isResting.store(true, ordering: .relaxed) }

    /// Whether libcurl may read from the connection.
    var isInUse: Bool { !isResting.load(ordering: .relaxed) }

    /// For libcurl's thread: notes a piece of a body.
    func add(body bytes: Int) { bodies.wrappingAdd(bytes, ordering: .relaxed) }

    /// Whether next to none of the received bytes are content. Small chunks, frames and records may add as many bytes
    /// as the body has.
    var isHollow: Bool {
        let body = bodies.load(ordering: .relaxed)
        let most = Self.mostForRequest * (1 + requests.load(ordering: .relaxed)) + body
        let received = Int(clibcurl_bytes_received(socket)) - body
        // Bytes in the system's buffers wait for memory and may be a body.
        return received > most && received - Int(clibcurl_bytes_waiting(socket)) > most
    }

    /// The bytes that had been received when it was cut as hollow, or nil.
    var wasHollowAfter: Int? {
        let bytes = cutAfter.load(ordering: .acquiring)
        return bytes > 0 ? bytes : nil
    }

    /// For the watch: shuts the connection down. Its transfer then fails by libcurl's error.
    func cutAsHollow() {
        cutAfter.store(max(1, Int(clibcurl_bytes_received(socket))), ordering: .releasing)
        shutdown(socket, Int32(SHUT_RDWR))
    }
}
