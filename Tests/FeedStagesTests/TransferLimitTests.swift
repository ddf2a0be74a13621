import FeedStages
import Testing

@Suite("Limit of transfers")
struct TransferLimitTests {
    @Test(
        "leaves files for idle connections and everything else",
        arguments: [
            (concurrency: 64, openFiles: 1 << 20, width: 64, most: 512),
            (concurrency: 64, openFiles: 1024, width: 64, most: 512),
            (concurrency: 64, openFiles: 256, width: 64, most: 104),
            (concurrency: 64, openFiles: 84, width: 20, most: 20),
            (concurrency: 1, openFiles: 1024, width: 1, most: 8),
            (concurrency: 0, openFiles: 24, width: 1, most: 1),
            (concurrency: .max / 16, openFiles: 1024, width: 333, most: 334),
        ])
    func limits(concurrency: Int, openFiles: Int, width: Int, most: Int) {
        let limit = TransferLimit(concurrency: concurrency, openFiles: openFiles)
        #expect(limit.width == width)
        #expect(limit.most == most)
        #expect(limit.width + limit.idle <= max(3, openFiles - 24))
    }
}
