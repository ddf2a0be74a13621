import CLibCurl
import FeedModel
import FeedStages
import Glibc
import Synchronization

/// Ends a connection that libcurl cannot be drawn away from.
///
/// libcurl 7.88 reads an HTTP/2 connection for as long as there is something to read and nothing of a body in it. A
/// server that sends empty frames as fast as they are read keeps it at that, past every time limit, and every other
/// transfer with it. So a second thread looks once in a while whether libcurl's is busy within one and the same call;
/// if so, the connection that receives most is cut.
///
/// A class, because both threads share it. It begins with the first request over HTTPS.
final class FloodWatch: Sendable {
    private struct State {
        /// Of libcurl's thread: its processor time. Nil before the first request, and once that thread is leaving.
        var clock: clockid_t?
        /// Sockets behind TLS with what they had received at the last look.
        var sockets: [Int32: Int64] = [:]
    }

    private let state = Mutex(State())
    private let turns = Atomic<UInt64>(0)
    private let interval: Duration

    /// Looks after each `interval`; the second time in a row that libcurl is found in the same call is too much.
    init(every interval: Duration) { self.interval = interval }

    /// For libcurl's thread: it is about to call libcurl again.
    func turn() { turns.wrappingAdd(1, ordering: .relaxed) }

    /// For libcurl's thread: watches it from now on.
    func begin() {
        let isNew = state.withLock { state in
            guard state.clock == nil else { return false }
            var clock = clockid_t()
            guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return false }
            state.clock = clock
            return true
        }
        // Without a thread it goes on unwatched.
        if isNew { _ = startDetachedThread { self.watch() } }
    }

    /// For libcurl's thread: it leaves, and its clock with it.
    func end() { state.withLock { $0.clock = nil } }

    func add(_ socket: Int32) { state.withLock { $0.sockets[socket] = 0 } }

    /// Closes a socket, which nobody else may do: its number is somebody else's from then on.
    func close(_ socket: Int32) -> Int32 {
        state.withLock { state in
            state.sockets[socket] = nil
            return Glibc.close(socket)
        }
    }

    private func watch() {
        var (lastTurn, lastTime, suspicions) = (UInt64.max, Int64(0), 0)
        while true {
            usleep(UInt32(clamping: interval.clampedMilliseconds &* 1000))
            let turn = turns.load(ordering: .relaxed)
            let isOver = state.withLock { state -> Bool in
                guard let clock = state.clock else { return true }
                var time = timespec()
                clock_gettime(clock, &time)
                let milliseconds = Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
                // Busy for a good part of the time, not waiting for a processor or for an event.
                let isBusy = turn == lastTurn && milliseconds &- lastTime > interval.clampedMilliseconds / 4
                suspicions = isBusy ? suspicions + 1 : 0
                (lastTurn, lastTime) = (turn, milliseconds)
                let busiest = Self.measure(&state.sockets)
                if suspicions >= 2, let busiest {
                    shutdown(busiest, Int32(SHUT_RDWR))
                    // If it was the wrong one, the next look finds another.
                    state.sockets[busiest] = nil
                }
                return false
            }
            if isOver { return }
        }
    }

    /// Notes what each socket has received, and gives the one that received most since the last look.
    private static func measure(_ sockets: inout [Int32: Int64]) -> Int32? {
        var busiest: (socket: Int32, bytes: Int64)?
        for (socket, before) in sockets {
            let now = clibcurl_bytes_received(socket)
            sockets[socket] = now
            if now &- before > busiest?.bytes ?? -1 { busiest = (socket, now &- before) }
        }
        return busiest?.socket
    }
}
