import FeedSystem
import Glibc
import MachineLaboratory
import Synchronization
import Testing

@Suite("BlockingExecutor")
struct BlockingExecutorTests {
    private final class Ended: Sendable {
        let isSet = Atomic(false)
    }

    @Test("a job that waits for later ones ends, because every job that waits wakes an idle thread")
    func wakesThreads() async {
        let width = 3
        let executor = BlockingExecutor(width: width)
        for _ in 0..<500 {
            let arrived = Counter()
            let met = await withTaskGroup { group in
                for _ in 0..<width { group.addTask { await executor.run { arrived.waits(for: width) } } }
                return await group.allSatisfy { $0 }
            }
            guard met else {
                Issue.record("a job waited although a thread was idle")
                return
            }
        }
    }

    private final class Counter: Sendable {
        private let count = Atomic(0)

        /// Adds one, and blocks the thread until the count is `number`; false if it is not within 20 s.
        func waits(for number: Int) -> Bool {
            count.add(1, ordering: .relaxed)
            let end = ContinuousClock.now + .seconds(20)
            while count.load(ordering: .relaxed) < number {
                guard ContinuousClock.now < end else { return false }
                sched_yield()
            }
            return true
        }
    }

    @Test("ends its threads when nobody has it any more, or a process that stays would collect them")
    func endsThreads() async throws {
        let ended = Ended()
        do {
            let executor = BlockingExecutor(width: 2)
            await executor.run {
                var key = pthread_key_t()
                // The system calls it as the thread ends, with the value that is set below.
                pthread_key_create(&key) { value in
                    if let value {
                        Unmanaged<Ended>.fromOpaque(value).takeRetainedValue().isSet.store(true, ordering: .relaxed)
                    }
                }
                pthread_setspecific(key, Unmanaged.passRetained(ended).toOpaque())
            }
        }
        try await eventually { ended.isSet.load(ordering: .relaxed) }
    }
}
