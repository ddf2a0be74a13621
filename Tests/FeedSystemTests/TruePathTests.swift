import FeedTesting
import Glibc
import Testing

@testable import FeedSystem

@Suite("the true path of a file")
struct TruePathTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "X20: every way to a file has the same, whether it is there or not",
        arguments: ["real/a", "real/./a", "real//a", "real/../real/a", "link/a", "none/../real/a", "link/../real/a"])
    func ways(way: String) {
        mkdir(folder("real"), 0o755)
        symlink("real", folder("link"))
        #expect(truePath(folder(way)) == folder("real/a"))
        #expect(truePath(folder("link/x/y/../z")) == folder("real/x/z"))
        #expect(truePath("/") == "/")
        #expect(truePath("/none-of-this/at/all") == "/none-of-this/at/all")
    }
}
