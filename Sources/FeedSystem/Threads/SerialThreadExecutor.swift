/// One thread that serves an actor whose work blocks: SQLite's connection, for one.
public final class SerialThreadExecutor: SerialExecutor {
    private let pool = ThreadPool(width: 1)

    /// Makes the executor; its thread starts with the first job and ends with the executor.
    public init() {}

    // Each job keeps the executor alive, so that none comes after this.
    deinit { pool.end() }

    /// Queues a job; called by the concurrency runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.enqueue { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
