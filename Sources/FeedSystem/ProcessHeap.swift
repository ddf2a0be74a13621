import CMalloc
import Glibc

/// The heaps of this process, which glibc calls arenas (mallopt(3)).
package enum ProcessHeap {
    /// The most heaps. Hardly more threads work at once: the state's, libcurl's and those that parse.
    private static let most = 4

    /// Limits the heaps and what they keep. It must be called before another thread exists.
    package static func configure() {
        // With a single heap threads wait for each other: waiting and waking took a sixth of a run's CPU time. With one for
        // each thread, as glibc has it, what one thread frees the others cannot use. One more than work at once suffices,
        // so that a thread that waits with the lock of its heap is seldom in the way.
        let processors = max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1)
        mallopt(M_ARENA_MAX, Int32(min(processors + 1, most)))
        // What is large lies outside the heaps, and goes back to the system when it is freed. Left to itself glibc raises
        // this bound to 32 MiB with the first large block, and the heap is full of holes from then on. The messages of a
        // large digest, of about 2 MiB each, stay within it: new pages for each of them would take a tenth of a run's CPU
        // time.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }

    /// Gives the free pages of all heaps back to the system, but for the last MiB of the first heap. It belongs after work
    /// whose memory the next work does not use, because that is done by threads with another heap.
    package static func returnFreePages() { malloc_trim(1 << 20) }
}
