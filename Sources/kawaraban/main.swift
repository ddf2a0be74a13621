import CMalloc
import FeedCommand
import StandardPlugins

// One heap for the few threads there are: glibc would give each its own, and what one frees the others cannot use.
// Measured over 10,000 feeds: a quarter less memory, no more CPU time.
mallopt(M_ARENA_MAX, 1)
// What is large lies outside the heap, and goes back to the system when it is freed. Left to itself glibc raises this
// bound to 32 MiB with the first large block, and the heap is full of holes from then on. The messages of a large digest,
// of about 2 MiB each, stay within it: new pages for each of them would take a tenth of a run's CPU time.
mallopt(M_MMAP_THRESHOLD, 4 << 20)
mallopt(M_TRIM_THRESHOLD, 8 << 20)
KawarabanCommand.main(registry: try StandardPlugins.registry())
