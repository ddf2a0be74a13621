import FeedModel
import FeedStages

/// The clock of a state that several machines share: this machine's, corrected by how far that one is ahead.
struct OffsetClock: WallClock {
    let base: any WallClock
    let offset: Duration

    var now: Timestamp { base.now + offset }

    func sleep(for duration: Duration) async throws { try await base.sleep(for: duration) }
}
