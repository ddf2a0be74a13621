import FeedModel
import FeedStages
import FeedState

extension StateDatabase {
    /// Plans what waits, as an engine does whose sink asks for nothing.
    nonisolated func plan(
        sink: String, pipeline: PipelineID, limit: Int, now: Timestamp,
        _ compose: @Sendable ([DigestEntry]) -> [ComposedMessage]
    ) async throws(StageError) -> PlanningOutcome {
        let waiting = try await waitingDigest(for: sink, of: pipeline, limit: limit, bytes: 1 << 20, titles: [:])
        return try await store(compose(waiting.entries), of: waiting, seen: [:], now: now) ?? PlanningOutcome()
    }
}
