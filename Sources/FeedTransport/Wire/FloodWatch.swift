import CLibCurl
import FeedModel
import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Ends connections that bring next to nothing for ever, and those that libcurl cannot be drawn away from.
///
/// Chunk extensions, padding and empty frames are read by libcurl without a word to anybody. And libcurl 7.88 reads an
/// HTTP/2 connection for as long as there is something to read and nothing of a body in it: a server that sends empty
/// frames as fast as they are read keeps it at that, past every time limit, and every other transfer with it. So a
/// second thread looks what each connection has carried. Once in a while it also looks whether libcurl's thread is
/// busy within one and the same call; if so, the connection that receives most is cut.
///
/// A class, because both threads share it. It begins with the first request.
final class FloodWatch: Sendable {
    /// A connection with what it had received at the last look at libcurl's thread.
    private struct Watched {
        let flow: WireFlow
        var received: Int64 = 0
        /// Whether nobody has looked yet: what is over so soon costs no question.
        var isNew = true
    }

    private struct State {
        /// Of libcurl's thread: its processor time. Nil before the first request, and once that thread is leaving.
        var clock: clockid_t?
        /// Open connections.
        var flows: [Int32: Watched] = [:]
    }

    /// Looks at the connections for each look at libcurl's thread.
    private static let looks: Int64 = 20

    private let state = Mutex(State())
    private let turns = Atomic<UInt64>(0)
    private let interval: Duration

    /// Looks at libcurl's thread after each `interval`, the second time in a row that it is found in the same call is
    /// too much; at the connections more often.
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

    /// Watches a connection until it is closed.
    @discardableResult
    func add(_ socket: Int32) -> WireFlow {
        let flow = WireFlow(socket)
        state.withLock { $0.flows[socket] = Watched(flow: flow) }
        return flow
    }

    /// Closes a socket, which nobody else may do: its number is somebody else's from then on.
    func close(_ socket: Int32) -> Int32 {
        state.withLock { state in
            state.flows[socket] = nil
            return Glibc.close(socket)
        }
    }

    private func watch() {
        let pause = UInt32(clamping: max(1, interval.clampedMilliseconds / Self.looks) * 1000)
        var (lastTurn, lastTime, suspicions, look) = (UInt64.max, Int64(0), 0, Int64(0))
        while true {
            usleep(pause)
            look += 1
            let isLong = look % Self.looks == 0
            let turn = turns.load(ordering: .relaxed)
            let isOver = state.withLock { state -> Bool in
                guard let clock = state.clock else { return true }
                Self.cutHollow(&state.flows)
                guard isLong else { return false }
                var time = timespec()
                clock_gettime(clock, &time)
                let milliseconds = Int64(time.tv_sec) &* 1000 &+ Int64(time.tv_nsec) / 1_000_000
                // Busy for a good part of the time, not waiting for a processor or for an event.
                let isBusy = turn == lastTurn && milliseconds &- lastTime > interval.clampedMilliseconds / 4
                suspicions = isBusy ? suspicions + 1 : 0
                (lastTurn, lastTime) = (turn, milliseconds)
                let busiest = Self.measure(&state.flows)
                if suspicions >= 2, let busiest {
                    shutdown(busiest, Int32(SHUT_RDWR))
                    // If it was the wrong one, the next look finds another.
                    state.flows[busiest] = nil
                }
                return false
            }
            if isOver { return }
        }
    }

    private static func cutHollow(_ flows: inout [Int32: Watched]) {
        for (socket, watched) in flows {
            if watched.isNew {
                flows[socket]?.isNew = false
            } else if watched.flow.isInUse, watched.flow.isHollow {
                watched.flow.cutAsHollow()
                flows[socket] = nil
            }
        }
    }

    /// Notes what each connection has received, and gives the one that received most since the last look.
    private static func measure(_ flows: inout [Int32: Watched]) -> Int32? {
        var busiest: (socket: Int32, bytes: Int64)?
        for (socket, watched) in flows {
            let (before, now) = (watched.received, clibcurl_bytes_received(socket))
            flows[socket]?.received = now
            if now &- before > busiest?.bytes ?? -1 { busiest = (socket, now &- before) }
        }
        return busiest?.socket
    }
}
