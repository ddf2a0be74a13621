import FeedStages
import FeedSystem
import Glibc
import Testing

@testable import FeedTransport

@Suite("FloodWatch")
struct FloodWatchTests {
    /// Two ends of a connection; the first is watched.
    private let ends: (watched: Int32, other: Int32)
    private let watch = FloodWatch(every: .milliseconds(20))

    init() throws {
        var pair: [Int32] = [0, 0]
        try #require(socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &pair) == 0)
        ends = (pair[0], pair[1])
        watch.add(ends.watched)
    }

    /// Whether the connection is still there.
    private static func isOpen(_ socket: Int32) -> Bool {
        var byte: UInt8 = 0
        return recv(socket, &byte, 1, Int32(MSG_DONTWAIT)) != 0
    }

    /// Does `work` on a thread that is watched; tells whether the connection outlived it.
    private func outlives(_ work: @escaping @Sendable (FloodWatch, Int32) -> Void) async -> Bool {
        let (watch, ends) = (watch, ends)
        return await withCheckedContinuation { continuation in
            let isStarted = startDetachedThread {
                watch.begin()
                work(watch, ends.watched)
                watch.end()
                let isOpen = Self.isOpen(ends.watched)
                _ = watch.close(ends.watched)
                close(ends.other)
                continuation.resume(returning: isOpen)
            }
            if !isStarted { continuation.resume(returning: false) }
        }
    }

    private static func spin(_ milliseconds: Int) {
        let end = ContinuousClock.now + .milliseconds(milliseconds)
        while ContinuousClock.now < end {}
    }

    @Test("N45 who is busy within one call for too long loses the connection that keeps it so")
    func busy() async {
        let outlived = await outlives { watch, socket in
            watch.turn()
            while Self.isOpen(socket) {}
        }
        #expect(!outlived)
    }

    @Test("who works turn after turn, or waits, keeps its connections")
    func working() async {
        let outlived = await outlives { watch, _ in
            for _ in 0..<100 {
                watch.turn()
                Self.spin(2)
            }
            watch.turn()
            usleep(200_000)
        }
        #expect(outlived)
    }
}
