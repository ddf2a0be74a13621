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
