import Testing

@testable import FeedCommand

@Suite("the kernel's list of locks")
struct LockTableTests {
    private let table = """
        1: POSIX  ADVISORY  WRITE 2211 08:01:131077 0 EOF
        2: FLOCK  ADVISORY  WRITE 4321 08:01:131078 0 EOF
        2: -> FLOCK  ADVISORY  WRITE 4322 08:01:131078 0 EOF
        3: FLOCK  ADVISORY  READ  -1 00:2d:7 0 EOF

        """

    @Test("tells who holds a flock on a file, and nobody else", arguments: [(131_078, 4321), (131_077, nil), (5, nil)])
    func holder(_ inode: Int, _ process: Int32?) {
        #expect(LockTable.holder(of: UInt(inode), in: table) == process)
    }

    @Test(
        "is read whatever stands in it",
        arguments: ["", "1: FLOCK", "\u{0}\n: : : : : :", "1: FLOCK A B x 1:2:9 0 EOF"])
    func odd(_ table: String) { #expect(LockTable.holder(of: 9, in: table) == nil) }
}
