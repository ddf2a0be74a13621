/// One thread that serves an actor whose work blocks: SQLite's connection, for one.
public final class SerialThreadExecutor: SerialExecutor {
    private let pool = ThreadPool(width: 1)

    /// Makes the executor; its thread starts with the first job and lives as long as the process.
    public init() {}

    /// Queues a job; called by the concurrency runtime.
    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        pool.enqueue { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
    }
}
