import FeedTesting
import Glibc
import Testing

@testable import FileSource

@Suite("PathPattern")
struct PathPatternTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "X20: a pattern leads to the files that a search would find, though they are not there yet",
        arguments: [
            ("a.xml", "a.xml", true), ("./b/../a.xml", "a.xml", true), ("*.xml", "a.xml", true),
            ("*.xml", "deep/a.xml", false), ("*/a.xml", "deep/a.xml", true), ("**/a.xml", "a.xml", true),
            ("**/a.xml", "x/y/a.xml", true), ("**", "x/y/a.xml", true), ("**", "x/.y/a.xml", false),
            ("*.xml", ".a.xml", false), ("linked/*.xml", "deep/a.xml", true), ("a.xml/*", "a.xml", false),
        ])
    func leads(pattern: String, path: String, expected: Bool) throws {
        mkdir(folder("b"), 0o755)
        mkdir(folder("deep"), 0o755)
        symlink("deep", folder("linked"))
        #expect(PathPattern(pattern, in: folder.path).leads(to: folder(path)) == expected)
    }
}
