import CSupervisor
import Glibc

/// A pipe with one end for a program; our end never blocks. `deinit` closes both ends.
///
/// A class, because it owns descriptors.
final class Pipe {
    enum Direction {
        case toProgram, fromProgram
    }

    private(set) var ours: Int32
    private(set) var theirs: Int32

    /// Makes a pipe; nil with `errno` set if the system refuses.
    init?(_ direction: Direction) {
        var ends: [Int32] = [-1, -1]
        guard csupervisor_pipe(&ends) == 0 else { return nil }
        (ours, theirs) = direction == .fromProgram ? (ends[0], ends[1]) : (ends[1], ends[0])
        _ = fcntl(ours, F_SETFL, O_NONBLOCK)
    }

    deinit {
        closeOurs()
        closeTheirs()
    }

    func closeOurs() {
        if ours >= 0 { close(ours) }
        ours = -1
    }

    /// Closes our copy of the program's end, so that we notice when the program closes it.
    func closeTheirs() {
        if theirs >= 0 { close(theirs) }
        theirs = -1
    }
}
