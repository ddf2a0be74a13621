public import FeedModel
public import FeedStages
import Synchronization

/// A clock that stands still until a test (or a stage that sleeps) moves it.
///
/// A class, because stages and the test share one.
public final class ManualClock: WallClock {
    private let moment: Mutex<Timestamp>
    private let naps = Mutex<[Duration]>([])

    /// Makes a clock that shows `moment`; 2026-11-20T07:00:00+09:00 unless said otherwise.
    public init(_ moment: Timestamp = Timestamp(seconds: 1_795_125_600)) { self.moment = Mutex(moment) }

    /// The present moment.
    public var now: Timestamp { moment.withLock { $0 } }
    /// How long stages have slept, in order.
    public var sleeps: [Duration] { naps.withLock { $0 } }

    /// Moves the hands; `duration` may be negative.
    public func advance(by duration: Duration) { moment.withLock { $0 = $0 + duration } }
    /// Sets the hands.
    public func set(to other: Timestamp) { moment.withLock { $0 = other } }

    /// Notes the nap, moves the hands and returns at once; throws only if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        try Task.checkCancellation()
        naps.withLock { $0.append(duration) }
        advance(by: duration)
    }
}
