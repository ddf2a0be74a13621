import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

@Suite("FileSink")
struct FileSinkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("what is no regular file is refused, nobody waits for a pipe", arguments: FileSink.Mode.allCases)
    func notRegular(mode: FileSink.Mode) async throws {
        let sink = try FileSink.inFolder(folder, "target", mode)
        let message = Message(
            number: 1, id: "msg_1", pipeline: "p", target: folder("target"), mode: mode == .append ? .append : .replace,
            payload: [120], memo: nil, attempts: 0)
        let kinds: [(String, () -> Void)] = [
            ("a folder", { [folder] in mkdir(folder("target"), 0o755) }),
            ("a named pipe", { [folder] in mkfifo(folder("target"), 0o644) }),
            ("a symbolic link", { [folder] in symlink("/etc/passwd", folder("target")) }),
        ]
        for (kind, make) in kinds {
            make()
            do {
                _ = try await sink.deliver(message)
                Issue.record("delivered to \(kind)")
            } catch {
                #expect(error.code == .unwritable)
                #expect(error.subject == folder("target"))
                #expect(error.text(of: .found, in: .en) == kind)
            }
            if unlink(folder("target")) != 0 { rmdir(folder("target")) }
        }
        #expect(folder.names() == [])
    }

    @Test("a folder that is a file is told with its path", arguments: FileSink.Mode.allCases)
    func notAFolder(mode: FileSink.Mode) async throws {
        try folder.write("", to: "file")
        let sink = try FileSink.inFolder(folder, "file/target", mode)
        var context = StubComposeContext()
        context.format = LinesFormat()
        let error = await #expect(throws: StageError.self) {
            _ = try await sink.deliver(try await sink.message(.of("one"), in: context))
        }
        #expect(error?.code == .unwritable)
        #expect(error?.explanation == "Not a directory")
    }

    @Test(
        "a full disk, a closed door and a broken disk are told apart",
        arguments: [
            (ENOSPC, StageError.Code.diskFull), (EDQUOT, .diskFull), (EFBIG, .diskFull), (EROFS, .unwritable),
            (EACCES, .unwritable), (EIO, .inputOutput),
        ])
    func codes(number: Int32, code: StageError.Code) {
        let error = StageError.writing(number, path: "/x")
        #expect(error.code == code)
        #expect(error.subject == "/x")
        #expect(error.explanation?.isEmpty == false)
    }

    @Test("new files have mode 0644, folders 0755, whatever the umask allows")
    func modes() async throws {
        let sink = try FileSink.inFolder(folder, "out/list", .append)
        _ = try await sink.deliver(try await sink.message(.of("one")))
        let mask = umask(0)
        umask(mask)
        #expect(try folder.mode("out/list") == 0o644 & ~mask)
        #expect(try folder.mode("out") == 0o755 & ~mask)
    }

    @Test("a digest without entries is skipped unless it is asked for")
    func empty() async throws {
        let skipping = try FileSink.inFolder(folder, "list", .merge)
        #expect(try await skipping.compose(.of([]), in: StubComposeContext()).isEmpty)
        #expect(!skipping.wantsEmptyDigests)
        let writing = try FileSink.inFolder(folder, "list", .merge, whenEmpty: .write)
        #expect(try await writing.compose(.of([]), in: StubComposeContext()).count == 1)
        #expect(writing.wantsEmptyDigests)
    }

    @Test("two pipelines on one replaced path are told apart by the placeholder alone")
    func exclusiveTargets() throws {
        let shared = try FileSink.inFolder(folder, "./digest-{{date}}.html", .merge)
        #expect(shared.exclusiveTarget(pipeline: "a") == shared.exclusiveTarget(pipeline: "b"))
        #expect(shared.exclusiveTarget(pipeline: "a") == folder("digest-{{date}}.html"))
        let apart = try FileSink.inFolder(folder, "{{pipeline}}.html", .merge)
        #expect(apart.exclusiveTarget(pipeline: "a") != apart.exclusiveTarget(pipeline: "b"))
        #expect(try FileSink.inFolder(folder, "a", .append).exclusiveTarget(pipeline: "a") == nil)
    }
}
