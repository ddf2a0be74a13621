import FeedSystem
import Glibc
import MachineLaboratory
import Testing

@testable import FeedSystem

@Suite("SerialThreadExecutor")
struct SerialThreadExecutorTests {
    private actor Worker {
        private let executor: SerialThreadExecutor
        init(_ executor: SerialThreadExecutor = SerialThreadExecutor()) { self.executor = executor }
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
        func thread() -> pthread_t { pthread_self() }
    }

    @Test("does all jobs on one thread")
    func oneThread() async {
        let worker = Worker()
        let first = await worker.thread()
        for _ in 0..<10 { #expect(await worker.thread() == first) }
    }

    @Test("runs other work on the same thread, and returns what it returns")
    func otherWork() async {
        let executor = SerialThreadExecutor()
        let first = await executor.run { pthread_self() }
        #expect(first != pthread_self())
        #expect(await Worker(executor).thread() == first)
        #expect(await executor.run { "answer" } == "answer")
    }

    @Test("a pool is let go, and its thread with it, once it was told to end")
    func ends() async throws {
        weak var ended: ThreadPool?
        do {
            let pool = ThreadPool(width: 1)
            ended = pool
            await withCheckedContinuation { continuation in pool.enqueue { continuation.resume() } }
            pool.end()
        }
        // The thread holds the pool as long as it lives.
        try await eventually { ended == nil }
    }
}
