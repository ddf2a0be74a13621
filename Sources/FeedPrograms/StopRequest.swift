import CSupervisor
import FeedSystem
import Glibc
import Synchronization

/// Tells a program's run on another thread that nobody waits for it any more.
///
/// A class, because both sides share it, and it owns descriptors.
final class StopRequest: Sendable {
    /// Can be read from the request on; -1 if there was none to be had: then it is asked for now and then.
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
        // The one who reads has not gone: it shares this.
        if writingEnd >= 0 { _ = writeAll([0], to: writingEnd) }
    }
}
