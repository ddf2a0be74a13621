import Testing

@testable import FeedSystem

@Suite("ProcessHeap")
struct ProcessHeapTests {
    @Test("there is one heap more than processors, and four at most", arguments: [(1, 2), (2, 3), (3, 4), (64, 4)])
    func count(processors: Int, heaps: Int) {
        #expect(ProcessHeap.count(processors: processors, isSpaceLimited: false) == heaps)
    }

    @Test("where address space is limited, there is one heap, so that threads find room for their stacks")
    func limited() {
        #expect(ProcessHeap.count(processors: 64, isSpaceLimited: true) == 1)
    }
}
