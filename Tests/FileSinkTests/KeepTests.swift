import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

@Suite("FileSink, keep")
struct KeepTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func written(_ mode: FileSink.Mode, titles: [String] = ["one"]) async throws -> (FileSink, [UInt8]) {
        let sink = try FileSink.inFolder(folder, "{{date}}.txt", mode, keep: .seconds(86_400))
        let message = try await sink.message(.of(titles))
        return (sink, try #require(try await sink.deliver(message).memo))
    }

    private var path: String { get throws { folder(try #require(folder.names().first)) } }

    @Test("Y24 a file that this sink wrote and nobody changed is removed", arguments: FileSink.Mode.allCases)
    func removes(mode: FileSink.Mode) async throws {
        let long = (0..<2000).map { "an entry with the number \($0)" }
        for titles in [["one"], long] {
            let (sink, memo) = try await written(mode, titles: titles)
            let path = try path
            #expect(try sink.remove(file: path, memo: memo, isPreview: true) == .removed)
            #expect(folder.names().count == 1)
            #expect(try sink.remove(file: path, memo: memo, isPreview: false) == .removed)
            #expect(folder.names() == [])
            #expect(try sink.remove(file: path, memo: memo, isPreview: false) == .missing)
        }
    }

    @Test("Y24 a file that somebody changed, replaced or linked elsewhere stays", arguments: FileSink.Mode.allCases)
    func leaves(mode: FileSink.Mode) async throws {
        let (sink, memo) = try await written(mode)
        let path = try path
        let content = try folder.text(try #require(folder.names().first))
        let changes: [(String, () throws -> Void)] = [
            ("a longer file", { try append("more", to: path) }),
            ("the same length", { try overwrite(path, with: content.uppercased()) }),
            ("an equal copy", { try copy(content, to: path) }),
            (
                "a link to it",
                {
                    rename(path, path + ".moved")
                    symlink(path + ".moved", path)
                }
            ),
            (
                "a folder",
                {
                    unlink(path)
                    mkdir(path, 0o755)
                }
            ),
        ]
        for (what, change) in changes {
            try change()
            #expect(try sink.remove(file: path, memo: memo, isPreview: false) == .changed, "\(what)")
            var status = stat()
            #expect(lstat(path, &status) == 0, "\(what)")
        }
        #expect(try sink.remove(file: path, memo: [9], isPreview: false) == .changed)
    }

    @Test("Y24 another user's file stays", .enabled(if: geteuid() == 0, "skipped: not root"))
    func foreign() async throws {
        let (sink, memo) = try await written(.merge)
        chown(try path, 65534, 65534)
        #expect(try sink.remove(file: try path, memo: memo, isPreview: false) == .changed)
        #expect(folder.names().count == 1)
    }

    @Test("Y24 `keep` needs a dated path")
    func dated() throws {
        #expect(try PathTemplate("{{month}}.html").isDated)
        #expect(try !PathTemplate("{{pipeline}}.html").isDated)
    }
}

private func append(_ text: String, to path: String) throws {
    let file = try #require(fopen(path, "a"))
    fputs(text, file)
    fclose(file)
}

private func overwrite(_ path: String, with text: String) throws {
    let file = try #require(fopen(path, "r+"))
    fputs(text, file)
    ftruncate(fileno(file), text.utf8.count)
    fclose(file)
}

private func copy(_ text: String, to path: String) throws {
    try append("", to: path + ".new")
    try overwrite(path + ".new", with: text)
    rename(path + ".new", path)
}
