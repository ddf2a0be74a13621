import CLibCurl
import Glibc
import Synchronization

/// What one connection carries: bytes of bodies, and everything else that libcurl reads without a word.
///
/// libcurl does not tell of chunk extensions, padding, empty frames and the like, however many there are, so that no
/// limit of a body sees them. The system counts them. A class, because libcurl's thread and the watch share it.
final class WireFlow: Sendable {
    /// Bytes that a connection, and each request over it, may cost besides bodies: the handshake, the header, framing.
    static let mostForRequest = 5 << 18

    let socket: Int32
    private let bodies = Atomic<Int>(0)
    private let requests = Atomic<Int>(0)
    private let cutAfter = Atomic<Int>(0)
    private let isResting = Atomic(false)

    init(_ socket: Int32) { self.socket = socket }

    /// For libcurl's thread: a request goes out over it.
    func addRequest() {
        requests.wrappingAdd(1, ordering: .relaxed)
        isResting.store(false, ordering: .relaxed)
    }

    /// For libcurl's thread: nobody reads from it until the next request.
    func rest() { isResting.store(true, ordering: .relaxed) }

    /// Whether libcurl may read from it.
    var isInUse: Bool { !isResting.load(ordering: .relaxed) }

    /// For libcurl's thread: a piece of a body came.
    func add(body bytes: Int) { bodies.wrappingAdd(bytes, ordering: .relaxed) }

    /// Whether nearly all that came is no content. As much again as the body is for small chunks, frames and records.
    var isHollow: Bool {
        let body = bodies.load(ordering: .relaxed)
        let most = Self.mostForRequest * (1 + requests.load(ordering: .relaxed)) + body
        let received = Int(clibcurl_bytes_received(socket)) - body
        // What waits for memory in the system's buffers may well be a body.
        return received > most && received - Int(clibcurl_bytes_waiting(socket)) > most
    }

    /// How much had come when it was cut as hollow, or nil.
    var wasHollowAfter: Int? {
        let bytes = cutAfter.load(ordering: .acquiring)
        return bytes > 0 ? bytes : nil
    }

    /// For the watch: ends it; its transfer fails with what libcurl makes of that.
    func cutAsHollow() {
        cutAfter.store(max(1, Int(clibcurl_bytes_received(socket))), ordering: .releasing)
        shutdown(socket, Int32(SHUT_RDWR))
    }
}
