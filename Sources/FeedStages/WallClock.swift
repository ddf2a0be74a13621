public import FeedModel
import Glibc

/// The time of day, and waiting.
public protocol WallClock: Sendable {
    /// The present moment.
    var now: Timestamp { get }
    /// Waits. Throws only `CancellationError`.
    func sleep(for duration: Duration) async throws
}

/// The clock of the machine.
public struct SystemClock: WallClock {
    /// Makes the clock.
    public init() {}
    /// The present moment, from the real-time clock.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
    /// Waits on the continuous clock. Throws only `CancellationError`.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
