public import FeedStages

/// Opens a state, and again for ten seconds while another holds its lock.
///
/// A state keeps its lock until the last task that knew it has ended, which may be after it was closed on a busy machine.
public func retryingWhileLocked<Value>(
    _ open: () async throws(StageError) -> sending Value
) async throws(StageError) -> sending Value {
    let deadline = ContinuousClock.now + .seconds(10)
    while true {
        do throws(StageError) {
            return try await open()
        } catch {
            guard error.code == .stateLocked, ContinuousClock.now < deadline else { throw error }
            // A cancelled sleep ends with the next look.
            try? await Task.sleep(for: .milliseconds(5))
        }
    }
}
