public import FeedModel
import Glibc

/// The time of day, and waiting for a later one.
public protocol WallClock: Sendable {
    /// The present moment.
    var now: Timestamp { get }
    /// Waits; throws only `CancellationError`.
    func sleep(for duration: Duration) async throws
}

/// The machine's clock.
public struct SystemClock: WallClock {
    /// Makes the clock.
    public init() {}
    /// The present moment, from the real-time clock.
    public var now: Timestamp {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
    }
    /// Waits on the continuous clock.
    public func sleep(for duration: Duration) async throws { try await Task.sleep(for: duration) }
}
