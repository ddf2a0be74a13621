import Glibc
import Synchronization

/// Runs asynchronous work and waits for it; nil if the system refuses a pipe. Blocks. Call it on the fuzzer's thread or
/// on a test's own thread, never on one of Swift's cooperative pool.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let (reading, writing) = (ends[0], ends[1])
    let outcome = Outcome<Value>()
    // The thread waits for it below.
    Task {
        let value = await work()
        outcome.value.withLock { $0 = value }
        close(writing)
    }
    var byte: UInt8 = 0
    while read(reading, &byte, 1) < 0, errno == EINTR {}
    close(reading)
    return outcome.value.withLock { $0 }
}

/// Holds the result of the work. A class, because both threads share it.
private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
