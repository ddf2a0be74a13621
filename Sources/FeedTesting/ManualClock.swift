public import FeedModel
public import FeedStages
import Synchronization

/// A clock that stands still until a test, or a stage that sleeps, moves it.
///
/// It is a class, because stages and the test share one clock.
public final class ManualClock: WallClock {
    private let moment: Mutex<Timestamp>
    private let naps = Mutex<[Duration]>([])

    /// Makes a clock that shows `moment`, by default 2026-11-20T07:00:00+09:00.
    public init(_ moment: Timestamp = Timestamp(seconds: 1_795_125_600)) { self.moment = Mutex(moment) }

    /// The present moment.
    public var now: Timestamp { moment.withLock { $0 } }
    /// The durations for which stages have slept, in order.
    public var sleeps: [Duration] { naps.withLock { $0 } }

    /// Moves the clock. `duration` may be negative.
    public func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }
    /// Sets the clock.
    public func set(to other: Timestamp) { moment.withLock { $0 = other } }

    /// Records the duration, moves the clock and returns at once. Throws `CancellationError` if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        naps.withLock { $0.append(duration) }
        advance(by: duration)
    }
}
