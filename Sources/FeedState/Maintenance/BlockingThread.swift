import FeedStages
import FeedSystem

/// Runs what blocks on a thread of its own.
actor BlockingThread {
    private let executor = SerialThreadExecutor()
    nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    private init() {}

    static func run<Value: Sendable>(
        _ work: @Sendable () throws(StageError) -> Value
    ) async throws(StageError) -> Value {
        try await BlockingThread().result(of: work).get()
    }

    private func result<Value>(of work: @Sendable () throws(StageError) -> Value) -> Result<Value, StageError> {
        do throws(StageError) {
            return .success(try work())
        } catch {
            return .failure(error)
        }
    }
}
