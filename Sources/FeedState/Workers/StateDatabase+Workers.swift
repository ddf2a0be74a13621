/// A state in SQLite has one worker, which holds the lock of its file.
extension StateDatabase {
    package nonisolated var leases: any WorkerLeases { SoleWorker() }
    package nonisolated var clockOffset: Duration { .zero }
}
