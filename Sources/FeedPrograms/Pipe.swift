import CSupervisor
import Glibc

/// A pipe of which a program gets the one end; ours never blocks. Both are closed with it.
///
/// A class, because it owns descriptors.
final class Pipe {
    enum Direction {
        case toProgram, fromProgram
    }

    private(set) var ours: Int32
    private(set) var theirs: Int32

    /// Nil, with `errno` set, if there is none to be had.
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

    /// Leaves its end to the program, so that its end can be seen.
    func closeTheirs() {
        if theirs >= 0 { close(theirs) }
        theirs = -1
    }
}
