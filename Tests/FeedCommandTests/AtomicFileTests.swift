import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedCommand

@Suite("files that are written at one stroke")
struct AtomicFileTests {
    private let folder: FeedTesting.TemporaryFolder
    private let leftover = TemporaryName(of: "report.json").text

    init() throws { folder = try FeedTesting.TemporaryFolder() }

    private func write(_ text: String) throws { try AtomicFile.write(Array(text.utf8), to: folder("report.json")) }

    @Test("what a killed run has left beside it, the next one takes away")
    func killed() throws {
        try folder.write("ol", to: "report.json")
        try folder.write("ne", to: leftover, mode: 0o600)
        try write("new")
        #expect(try folder.text("report.json") == "new")
        #expect(folder.names() == ["report.json"])
    }

    @Test("what another process is writing just now stays, and both are written whole")
    func atOnce() throws {
        try folder.write("half", to: leftover)
        let other = open(folder(leftover), O_RDWR)
        try #require(other >= 0 && flock(other, LOCK_EX | LOCK_NB) == 0)
        defer { close(other) }
        try write("new")
        #expect(try folder.text("report.json") == "new")
        #expect(try folder.text(leftover) == "half")
        #expect(folder.names() == [leftover, "report.json"])
    }

    @Test(
        "X03: a file that another user has planted there stays as it is, and ours is written",
        .enabled(if: geteuid() == 0, "skipped: not root"))
    func planted() throws {
        try folder.write("his", to: leftover, mode: 0o666)
        chown(folder(leftover), 65534, 65534)
        try write("new")
        #expect(try folder.text("report.json") == "new")
        #expect(try folder.text(leftover) == "his")
        #expect(folder.names() == [leftover, "report.json"])
    }

    @Test("a link in its place is taken away, and what it leads to stays")
    func link() throws {
        try folder.write("precious", to: "precious")
        symlink(folder("precious"), folder(leftover))
        try write("new")
        #expect(try folder.text("precious") == "precious")
        #expect(folder.names() == ["precious", "report.json"])
    }
}
