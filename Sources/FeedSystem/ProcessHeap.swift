import CMalloc
import Glibc

/// The heaps of this process, which glibc calls arenas (mallopt(3)).
package enum ProcessHeap {
    /// The most heaps, as each takes memory that the others cannot use.
    private static let most = 6

    /// The peak of resident memory, in KiB, up to which free pages are kept.
    private static let smallPeak = 32 << 10

    /// Limits the heaps and what they keep. It must be called before another thread exists.
    package static func configure() {
        let isLimited = !MemoryLimit.set.isEmpty
        mallopt(M_ARENA_MAX, Int32(count(processors: Processors.count, isLimited: isLimited)))
        // Left to itself glibc extends a heap by single pages, each with a call of the system while other threads wait for
        // the heap. What is not used yet takes address space, but no memory.
        if !isLimited { mallopt(M_TOP_PAD, 4 << 20) }
        // What is large lies outside the heaps, and goes back to the system when it is freed. Left to itself glibc raises
        // this bound to 32 MiB with the first large block, and the heap is full of holes from then on. The messages of a
        // large digest, of about 2 MiB each, stay within it: new pages for each of them would take a tenth of a run's CPU
        // time.
        mallopt(M_MMAP_THRESHOLD, 4 << 20)
        mallopt(M_TRIM_THRESHOLD, 8 << 20)
    }

    /// Returns how many heaps there may be.
    ///
    /// With a single heap threads wait for its lock: that took a seventh of a first run's CPU time. With one for each
    /// thread, as glibc has it, what one thread frees the others cannot use. Two more than processors are enough: a thread
    /// that the system interrupts while it holds a lock is seldom in the way.
    ///
    /// Each heap but the first reserves 64 MiB of address space, and grows by more than it needs at once. Where memory is
    /// limited (`MemoryLimit`), threads might not find room for their stacks, so there is one heap.
    static func count(processors: Int, isLimited: Bool) -> Int {
        isLimited ? 1 : min(processors + 2, most)
    }

    /// Gives pages that lie free between what is in use back to the system. Until they are used again they take no memory.
    /// A small process keeps them: it uses most of them again soon, and each call costs more time than it saves memory.
    package static func returnFreePages() {
        var usage = rusage()
        getrusage(RUSAGE_SELF.rawValue, &usage)
        if usage.ru_maxrss > smallPeak { malloc_trim(1 << 20) }
    }
}
