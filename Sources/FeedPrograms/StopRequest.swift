import CSupervisor
import FeedSystem
import Glibc
import Synchronization

/// Asks the run of a program on another thread to stop.
///
/// A class, because both sides share it, and it owns descriptors.
final class StopRequest: Sendable {
    /// A descriptor that becomes readable with the request. It is -1 if the system refused one; then the run checks
    /// `isMade` every 500 ms.
    let descriptor: Int32
    private let writingEnd: Int32
    private let flag = Atomic(false)

    init() {
        var ends: [Int32] = [-1, -1]
        if csupervisor_pipe(&ends) != 0 { ends = [-1, -1] }
        (descriptor, writingEnd) = (ends[0], ends[1])
    }

    deinit { for end in [descriptor, writingEnd] where end >= 0 { close(end) } }

    var isMade: Bool { flag.load(ordering: .relaxed) }

    func make() {
        flag.store(true, ordering: .relaxed)
        // The reader still exists: it shares this object.
        if writingEnd >= 0 { _ = writeAll([0], to: writingEnd) }
    }
}
