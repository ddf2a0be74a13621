public import FeedModel
public import FeedStages

/// A clock that stands still, at the moment of a recording, so that recording and replay give the same bytes.
public struct ReplayClock: WallClock {
    /// The moment of the recording.
    public let now: Timestamp
    private let waits: Bool

    /// Makes a clock that stands at `now`; `waits`: whether sleeping takes its time (while recording) or none.
    public init(at now: Timestamp, waits: Bool = false) {
        self.now = now
        self.waits = waits
    }

    /// Waits if the clock is one that waits; throws only if the task is cancelled.
    public func sleep(for duration: Duration) async throws {
        if waits { try await Task.sleep(for: duration) } else { try Task.checkCancellation() }
    }
}
