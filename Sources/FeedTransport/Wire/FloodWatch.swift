import CLibCurl
import FeedModel
import FeedStages
import FeedSystem
import Glibc
import Synchronization

/// Cuts connections that carry next to no content, and connections that keep libcurl's thread in one call.
///
/// libcurl reads chunk extensions, padding and empty frames without reporting them. And libcurl 7.88 reads an HTTP/2
/// connection for as long as data without any body arrives. A server that sends empty frames as fast as they are read
/// keeps it busy past every timeout, and so stops all other transfers. Therefore a second thread checks what each
/// connection has carried. At longer intervals it also checks whether libcurl's thread is busy within one and the same
/// call; if so, it cuts the connection that received most.
///
/// A class, because both threads share it. The second thread starts with the first request.
final class FloodWatch: Sendable {
    /// A connection with the bytes that it had received at the last check of libcurl's thread.
    private struct Watched {
        let flow: WireFlow
        var received: Int64 = 0
        /// Whether no check has seen the connection yet: one that ends before the second check costs no system call.
        var isNew = true
    }

    private struct State {
        /// The CPU clock of libcurl's thread. Nil before the first request and after that thread ended.
        var clock: clockid_t?
        /// Open connections.
        var flows: [Int32: Watched] = [:]
    }

    /// Checks of the connections for each check of libcurl's thread.
    private static let looks: Int64 = 20

    private let state = Mutex(State())
    private let turns = Atomic<UInt64>(0)
    private let interval: Duration

    /// Checks libcurl's thread after each `interval`, and the connections more often. A connection is cut when two
    /// checks in a row find the thread busy in the same call.
    init(every interval: Duration) { self.interval = interval }

    /// For libcurl's thread: notes that it is about to call libcurl again.
    func turn() { turns.wrappingAdd(1, ordering: .relaxed) }

    /// For libcurl's thread: starts to watch it.
    func begin() {
        let isNew = state.withLock { state in
            guard state.clock == nil else { return false }
            var clock = clockid_t()
            guard pthread_getcpuclockid(pthread_self(), &clock) == 0 else { return false }
            state.clock = clock
            return true
        }
        // If no thread can be started, transfers go on without a watch.
        if isNew { _ = startDetachedThread { self.watch() } }
    }

    /// For libcurl's thread: stops the watch, before the thread's clock becomes invalid.
    func end() { state.withLock { $0.clock = nil } }

    /// Watches a connection until it is closed.
    @discardableResult
    func add(_ socket: Int32) -> WireFlow {
        let flow = WireFlow(socket)
        state.withLock { $0.flows[socket] = Watched(flow: flow) }
        return flow
    }

    /// Closes a socket. Nobody else may close it: the system gives its number to another one at once.
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
                // Busy for at least a quarter of the interval, not waiting for a processor or for an event.
                let isBusy = turn == lastTurn && milliseconds &- lastTime > interval.clampedMilliseconds / 4
                suspicions = isBusy ? suspicions + 1 : 0
                (lastTurn, lastTime) = (turn, milliseconds)
                let busiest = Self.measure(&state.flows)
                if suspicions >= 2, let busiest {
                    shutdown(busiest, Int32(SHUT_RDWR))
                    // If this was the wrong connection, the next check finds another.
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

    /// Notes what each connection has received; returns the one that received most since the last check.
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
