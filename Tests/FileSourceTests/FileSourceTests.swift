import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import FileSource
import Glibc
import Testing

@Suite("The file source")
struct FileSourceTests {
    private let folder: TemporaryFolder
    /// Long after the test's files were written, so that they count as settled.
    private let clock = ManualClock(SystemClock().now + .seconds(3600))

    init() throws { folder = try TemporaryFolder() }

    private func source(_ path: Node, maxBody: Int = 1 << 20) throws -> FileSource {
        var services = Services.testing(clock: clock, directory: folder.path)
        services.maxBody = maxBody
        return try FileSource.configured(["path": path], services: services).stage
    }

    private func fetch(
        _ path: Node, maxBody: Int = 1 << 20, since previous: StubPrevious = StubPrevious()
    ) async throws -> RecordingWriter {
        let writer = RecordingWriter()
        try await source(path, maxBody: maxBody).fetch(since: previous, into: writer)
        return writer
    }

    private func code(_ path: Node) async throws -> StageError.Code? {
        do {
            _ = try await fetch(path)
            return nil
        } catch let error as StageError {
            return error.code
        }
    }

    @Test("keeps to what every stage must keep to")
    func conformance() {
        #expect(StageConformance.problems(of: FileSource.self, sample: ["path": ["a.xml", "b/*.json"]]) == [])
        #expect(StageConformance.problems(of: FileSource.self, sample: ["path": "-"]) == [])
        #expect(FileSource.diagnostics(of: [:]).count == 1)
        #expect(FileSource.diagnostics(of: ["path": [""]]).count == 1)
    }

    @Test("files become documents in the order of their paths, keyed by the path below the configuration")
    func order() async throws {
        for name in ["b.xml", "a.xml", "sub/c.xml", "notes.txt", ".hidden.xml"] { try folder.write(name, to: name) }
        let writer = try await fetch("*.xml")
        #expect(writer.documents.map(\.key.rawValue) == ["a.xml", "b.xml"])
        #expect(writer.documents.map { String(decoding: $0.bytes, as: UTF8.self) } == ["a.xml", "b.xml"])
        #expect(writer.documents.allSatisfy { $0.url == nil })
    }

    @Test("patterns reach into folders, ** into all of them, and no file comes twice")
    func folders() async throws {
        for name in ["x.xml", "a/x.xml", "a/b/x.xml", "a/.git/x.xml", "c/x.xml", "c/y.json"] {
            try folder.write("1", to: name)
        }
        func keys(_ path: Node) async throws -> [String] { try await fetch(path).documents.map(\.key.rawValue) }
        #expect(try await keys("*/x.xml") == ["a/x.xml", "c/x.xml"])
        #expect(try await keys("**/x.xml") == ["a/b/x.xml", "a/x.xml", "c/x.xml", "x.xml"])
        #expect(try await keys("a/**") == ["a/b/x.xml", "a/x.xml"])
        #expect(try await keys(["c/y.json", "c/*", "./c/x.xml"]) == ["c/y.json", "c/x.xml"])
        #expect(try await keys(.init(stringLiteral: folder("c/*.xml"))) == ["c/x.xml"])
        #expect(try await keys("*").contains("a") == false)
    }

    @Test("a name with brackets is taken as it is if there is such a file")
    func literalBrackets() async throws {
        try folder.write("1", to: "list[1].xml")
        try folder.write("2", to: "list1.xml")
        #expect(try await fetch("list[1].xml").documents.map(\.key.rawValue) == ["list[1].xml"])
    }

    @Test("a file that has not changed is noted as unchanged, one that has is read again")
    func unchanged() async throws {
        try folder.write("one", to: "a.xml")
        try folder.write("two", to: "b.xml")
        let first = try await fetch("*.xml")
        try folder.write("three", to: "b.xml")
        let second = try await fetch("*.xml", since: StubPrevious(after: first))
        #expect(second.unchangedKeys == [DocumentKey(rawValue: "a.xml")])
        #expect(second.documents.map(\.key.rawValue) == ["b.xml"])
    }

    @Test("a file written this very moment is read again next time: its next change could bear the same time")
    func tooFresh() async throws {
        try folder.write("one", to: "a.xml")
        clock.set(to: SystemClock().now)
        #expect(try await fetch("a.xml").documents.map(\.validators) == [nil])
    }

    @Test("one bad file is noted, the others are read")
    func badFile() async throws {
        try folder.write("good", to: "a.xml")
        try folder.write("bad", to: "b.xml")
        try folder.write("good", to: "c.xml")
        try folder.write("", to: "empty.xml")
        let writer = RecordingWriter { document throws(StageError) in
            if document.bytes.elementsEqual("bad".utf8) { throw StageError(.notAFeed, subject: document.key.rawValue) }
            return Feed(format: .rss20)
        }
        try await source(["*.xml", "missing.xml"]).fetch(since: StubPrevious(), into: writer)
        #expect(writer.feeds.count == 2)
        let failures = Dictionary(writer.failures.map { ($0.key.rawValue, $0.error.code) }) { first, _ in first }
        #expect(failures == ["b.xml": .notAFeed, "empty.xml": .emptyBody, "missing.xml": .noSuchFile])
    }

    @Test("a pattern that leads nowhere is told")
    func noMatch() async throws { #expect(try await code("none/*.xml") == .noMatch) }

    @Test("pipes, devices and folders are told and never waited for")
    func noFiles() async throws {
        try #require(mkfifo(folder("pipe.xml"), 0o600) == 0)
        try folder.write("1", to: "folder/x")
        let writer = try await fetch(["*.xml", "folder", "/dev/zero"])
        #expect(writer.failures.map { $0.error.text(of: .found, in: .en) } == ["a named pipe", "a folder", "a device"])
        #expect(writer.failures.allSatisfy { $0.error.code == .unreadable })
    }

    @Test("a file over `max_body` is refused")
    func tooLarge() async throws {
        try folder.write([UInt8](repeating: 32, count: 1001), to: "big.xml")
        try folder.write([UInt8](repeating: 32, count: 1000), to: "fits.xml")
        let writer = try await fetch("*.xml", maxBody: 1000)
        #expect(writer.documents.map(\.key.rawValue) == ["fits.xml"])
        #expect(writer.failures.map(\.error.code) == [.tooLarge])
        #expect(writer.failures.first?.error.facts[.option] == "max_body")
    }

    @Test("a file may be reached through a link, and links in a circle end")
    func links() async throws {
        try folder.write("1", to: "real/a.xml")
        try #require(symlink(folder("real/a.xml"), folder("link.xml")) == 0)
        try #require(symlink(folder.path, folder("real/loop")) == 0)
        #expect(try await fetch("*.xml").documents.map(\.key.rawValue) == ["link.xml"])
        #expect(try await fetch("**/a.xml").documents.map(\.key.rawValue) == ["real/a.xml"])
    }

    @Test("X20: a file of the state is not opened, by whatever name: locks on it stay, and the other files come")
    func stateAtWork() async throws {
        try folder.write("1", to: "a.xml")
        try folder.write("state", to: "b.xml")
        #expect(link(folder("b.xml"), folder("c.xml")) == 0)
        #expect(symlink("b.xml", folder("d.xml")) == 0)
        // Who holds the lock is asked by another descriptor, which stays open: to close it would drop the lock.
        let (holder, observer) = (open(folder("b.xml"), O_RDWR | O_CLOEXEC), open(folder("b.xml"), O_RDWR | O_CLOEXEC))
        defer { for descriptor in [holder, observer] { close(descriptor) } }
        var lock = Glibc.flock()
        lock.l_type = Int16(F_WRLCK)
        try #require(fcntl(holder, F_SETLK, &lock) == 0)
        // F_OFD_GETLK, <asm-generic/fcntl.h>: sees the record locks of this process, too.
        func isLocked() -> Bool {
            var probe = Glibc.flock()
            probe.l_type = Int16(F_WRLCK)
            return fcntl(observer, 36, &probe) == 0 && probe.l_type != Int16(F_UNLCK)
        }
        var status = stat()
        try #require(isLocked() && fstat(holder, &status) == 0)
        var services = Services.testing(clock: clock, directory: folder.path)
        let (device, inode) = (UInt64(status.st_dev), UInt64(status.st_ino))
        services.isOfState = { $0 == device && $1 == inode }
        let writer = RecordingWriter()
        try await FileSource.configured(["path": ["*.xml", "b.xml"]], services: services).stage.fetch(
            since: StubPrevious(), into: writer)
        #expect(writer.documents.map(\.key.rawValue) == ["a.xml"])
        #expect(writer.failures.map(\.error.code) == [.unreadable, .unreadable, .unreadable])
        #expect(isLocked())
        // As it would be without that.
        _ = try await fetch("b.xml")
        #expect(!isLocked())
    }
}
