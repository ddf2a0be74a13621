/// An executor with a few threads for work that blocks (files, pipes) or keeps a core busy (parsing), so that no thread
/// of Swift's cooperative pool ever waits.
///
/// Its threads start with the first jobs and end with it.
public final class BlockingExecutor: TaskExecutor {
    private let pool: ThreadPool

    /// Makes an executor of at most `width` threads; `width` is clamped to 1...64.
    public init(width: Int) { pool = ThreadPool(width: width) }

    // Each job keeps the executor alive, so no job comes after this.
    deinit { pool.end() }

    /// Queues a job; called by the concurrency runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.enqueue { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Runs `work` on one of the threads; the caller's thread is not blocked. Throws what `work` throws.
    public func run<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let outcome: Result<Value, Failure> = await withTaskExecutorPreference(self) {
            await Self.perform(work)
        }
        return try outcome.get()
    }

    /// Runs all parts of `work` that belong to no actor on these threads; the caller's thread is not blocked.
    public func run<Value: Sendable>(all work: @escaping @Sendable () async -> Value) async -> Value {
        await withTaskExecutorPreference(self) { await Self.perform(all: work) }
    }

    @concurrent
    private static func perform<Value: Sendable>(all work: @Sendable () async -> Value) async -> Value { await work() }

    @concurrent
    private static func perform<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        Result(catching: work)
    }
}

/// An executor with one thread, for an actor whose work blocks, such as SQLite's connection, and for work before that
/// actor is made.
public final class SerialThreadExecutor: SerialExecutor {
    private let pool = ThreadPool(width: 1)

    /// Makes the executor; its thread starts with the first job and ends with the executor.
    public init() {}

    // Each job keeps the executor alive, and so does who waits for `run`. So no job comes after this.
    deinit { pool.end() }

    /// Queues a job; called by the concurrency runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.enqueue { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }

    /// Runs `work` on the thread, outside the caller's task: it has none of its task-local values and is not cancelled with
    /// it. The caller's thread is not blocked.
    package func run<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in pool.enqueue { continuation.resume(returning: work()) } }
    }
}
