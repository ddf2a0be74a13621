import Testing

@testable import FeedSystem

@Suite("ProcessHeap")
struct ProcessHeapTests {
    @Test("there are two heaps more than processors, and six at most", arguments: [(1, 3), (2, 4), (4, 6), (64, 6)])
    func count(processors: Int, heaps: Int) {
        #expect(ProcessHeap.count(processors: processors, isLimited: false) == heaps)
    }

    @Test("where memory is limited, there is one heap, so that threads find room for their stacks")
    func limited() {
        #expect(ProcessHeap.count(processors: 64, isLimited: true) == 1)
    }
}
