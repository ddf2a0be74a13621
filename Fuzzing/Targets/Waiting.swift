import Glibc
import Synchronization

/// Does asynchronous work and waits for it. Blocks: to be called on the fuzzer's thread, or on one of a test's own, but
/// never on a cooperative one.
func waiting<Value: Sendable>(for work: @escaping @Sendable () async -> Value) -> Value? {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { return nil }
    let (reading, writing) = (ends[0], ends[1])
    let outcome = Outcome<Value>()
    // Waited for below, on the thread that has nothing else to do.
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

/// A place for what the work gives. A class, because both threads share it.
private final class Outcome<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}
