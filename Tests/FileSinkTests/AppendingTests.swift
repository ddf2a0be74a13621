import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

@Suite("FileSink, mode: append")
struct AppendingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var sink: FileSink { get throws { try .inFolder(folder, "archive.txt", .append) } }

    @Test("a first delivery makes the file and the folders above it")
    func newFile() async throws {
        let sink = try FileSink.inFolder(folder, "a/b/archive.txt", .append)
        let receipt = try await sink.deliver(try await sink.message(.of("one", "two")))
        #expect(try folder.text("a/b/archive.txt") == "one\ntwo\n")
        #expect(receipt.state?.length == 8)
        #expect(receipt.warnings == [])
    }

    @Test("X04: a file with two names is refused, and one in a folder that everybody may write")
    func shared() async throws {
        try folder.write("precious\n", to: "precious")
        try #require(link(folder("precious"), folder("archive.txt")) == 0)
        let message = Message(
            number: 1, id: "msg_1", pipeline: "p", target: folder("archive.txt"), mode: .append, payload: [120],
            memo: nil, attempts: 0)
        let linked = await #expect(throws: StageError.self) { _ = try await sink.deliver(message) }
        #expect(linked?.code == .unsafePlace)
        #expect(linked?.subject == folder("archive.txt"))
        #expect(linked?.text(of: .found, in: .en) == "it has 2 names (hard links)")
        #expect(try folder.text("precious") == "precious\n")
        unlink(folder("archive.txt"))
        chmod(folder.path, 0o777)
        let open = await #expect(throws: StageError.self) { _ = try await sink.deliver(message) }
        #expect(open?.code == .unsafePlace)
        #expect(open?.facts[.folder] == folder.path)
        #expect(folder.names() == ["precious"])
        chmod(folder.path, 0o1777)
        _ = try await sink.deliver(message)
        #expect(try folder.text("archive.txt") == "x")
    }

    @Test("later deliveries add only the new entries")
    func grows() async throws {
        let sink = try sink
        let first = try await sink.deliver(try await sink.message(.of("one")))
        var context = StubComposeContext()
        context.memos[folder("archive.txt")] = first.memo
        let second = try await sink.deliver(try await sink.message(.of("two"), in: context))
        #expect(try folder.text("archive.txt") == "one\ntwo\n")
        #expect(second.warnings == [])
    }

    @Test("what a user's file held before stays, and entries begin on a line of their own")
    func userFile() async throws {
        try folder.write("mine", to: "archive.txt")
        let sink = try sink
        let message = try await sink.message(.of("one"))
        _ = try await sink.deliver(message)
        #expect(try folder.text("archive.txt") == "mine\none\n")
        var again = message
        again.attempts = 1
        _ = try await sink.deliver(again)
        #expect(try folder.text("archive.txt") == "mine\none\n")
    }

    @Test(
        "whatever an attempt that was cut short has left, the next one completes it once",
        arguments: ["", "before\n", "no newline"], 0...9)
    func everyPrefix(before: String, left: Int) async throws {
        let sink = try sink
        if !before.isEmpty { try folder.write(before, to: "archive.txt") }
        var message = try await sink.message(.of("entry äß"))
        let whole = Array(before.utf8) + (before.hasSuffix("\n") || before.isEmpty ? [] : [10]) + message.payload
        message.attempts = 1
        for zeros in 0...2 {
            let torn = Array(whole.prefix(before.utf8.count + left))
            let padding = min(zeros, whole.count - torn.count)
            try folder.write(torn + [UInt8](repeating: 0, count: padding), to: "archive.txt")
            // The inode of a user's file is as it was; a new file had none.
            let isDelivered = torn == whole && padding == 0
            let recovery = try await sink.recover(message)
            #expect((recovery.receipt != nil) == isDelivered)
            let receipt = try await sink.deliver(message)
            #expect(try folder.bytes("archive.txt") == whole)
            #expect(receipt.warnings == [])
            #expect(receipt.state?.length == Int64(whole.count))
        }
    }

    @Test("P06 after a power cut any block of a message may read as zeros: it is written again", arguments: 0...5)
    func lostBlocks(first: Int) async throws {
        let sink = try sink
        try folder.write("before\n", to: "archive.txt")
        var message = try await sink.message(.of("one", "two"))
        message.attempts = 1
        var torn = message.payload
        for index in first..<(first + 3) { torn[index] = 0 }
        try folder.write(Array("before\n".utf8) + torn, to: "archive.txt")
        #expect(try await sink.recover(message).receipt == nil)
        let receipt = try await sink.deliver(message)
        #expect(try folder.text("archive.txt") == "before\none\ntwo\n")
        #expect(receipt.warnings == [])
    }

    @Test("P32 a message that is there is delivered, also when somebody has written behind it")
    func foreignBehind() async throws {
        let sink = try sink
        var message = try await sink.message(.of("one"))
        message.attempts = 1
        try folder.write("one\nmine\n", to: "archive.txt")
        let receipt = try #require(try await sink.recover(message).receipt)
        #expect(receipt.warnings.map(\.code) == [.foreignContent])
        #expect(try folder.text("archive.txt") == "one\nmine\n")
    }

    @Test("P32 bytes of others are never cut: entries go behind them, with a warning", arguments: [0, 1])
    func foreignTail(attempts: Int) async throws {
        let sink = try sink
        let first = try await sink.deliver(try await sink.message(.of("one")))
        try folder.write("one\nmine, no newline", to: "archive.txt")
        var context = StubComposeContext()
        context.memos[folder("archive.txt")] = first.memo
        let message = try await sink.message(.of("two"), in: context, attempts: attempts)
        let receipt = try await sink.deliver(message)
        #expect(try folder.text("archive.txt") == "one\nmine, no newline\ntwo\n")
        #expect(receipt.warnings.map(\.code) == [.foreignContent])
        #expect(receipt.warnings.map(\.subject) == [folder("archive.txt")])
        var later = context
        later.memos[folder("archive.txt")] = receipt.memo
        let next = try await sink.deliver(try await sink.message(.of("three"), in: later))
        #expect(next.warnings == [])
    }

    @Test("P32 an edited file is not cut either: entries go to its end, with a warning")
    func editedInPlace() async throws {
        let sink = try sink
        let first = try await sink.deliver(try await sink.message(.of("one")))
        var context = StubComposeContext()
        context.memos[folder("archive.txt")] = first.memo
        try folder.write("ONE\nand more\n", to: "archive.txt")
        let receipt = try await sink.deliver(try await sink.message(.of("two"), in: context))
        #expect(try folder.text("archive.txt") == "ONE\nand more\ntwo\n")
        #expect(receipt.warnings.map(\.code) == [.fileReplaced])
    }

    @Test(
        "P32 a rotated, truncated or deleted file starts again, told once",
        arguments: ["rotated", "truncated", "deleted"])
    func rotated(how: String) async throws {
        let sink = try sink
        let first = try await sink.deliver(try await sink.message(.of("one", "two")))
        var context = StubComposeContext()
        context.memos[folder("archive.txt")] = first.memo
        switch how {
        case "truncated": try folder.write("", to: "archive.txt")
        case "deleted": rename(folder("archive.txt"), folder("archive.1"))
        default:
            rename(folder("archive.txt"), folder("archive.1"))
            try folder.write("", to: "archive.txt")
        }
        let message = try await sink.message(.of("three"), in: context)
        let receipt = try await sink.deliver(message)
        #expect(try folder.text("archive.txt") == "three\n")
        #expect(receipt.warnings.map(\.code) == [.fileReplaced])
        context.memos[folder("archive.txt")] = receipt.memo
        #expect(try await sink.deliver(try await sink.message(.of("four"), in: context)).warnings == [])
    }

    @Test("P32 an attempt cut short on a rotated file is completed, too", arguments: 0...6)
    func rotatedAndTorn(left: Int) async throws {
        let sink = try sink
        let first = try await sink.deliver(try await sink.message(.of("one", "two")))
        var context = StubComposeContext()
        context.memos[folder("archive.txt")] = first.memo
        let message = try await sink.message(.of("three"), in: context, attempts: 1)
        try folder.write(Array("new\n".utf8) + message.payload.prefix(left), to: "archive.2")
        rename(folder("archive.2"), folder("archive.txt"))
        #expect((try await sink.recover(message).receipt != nil) == (left == 6))
        _ = try await sink.deliver(message)
        #expect(try folder.text("archive.txt") == "new\nthree\n")
    }

    @Test("P32 a message whose file is gone was not delivered")
    func recoverWithoutFile() async throws {
        let sink = try sink
        #expect(try await sink.recover(try await sink.message(.of("one"), attempts: 1)).receipt == nil)
    }

    @Test("a format that cannot be appended is refused before anything is planned")
    func notAppendable() async throws {
        let sink = try sink
        var context = StubComposeContext()
        context.format = PageFormat()
        let error = await #expect(throws: StageError.self) { try await sink.compose(.of("one"), in: context) }
        #expect(error?.code == .badConfiguration)
    }

    @Test("a message longer than the hashed tail is found again")
    func longMessages() async throws {
        let sink = try sink
        let titles = (0..<2000).map { "entry number \($0)" }
        var message = try await sink.message(.of(titles))
        let receipt = try await sink.deliver(message)
        message.attempts = 1
        #expect(try await sink.recover(message).receipt?.memo == receipt.memo)
        #expect(try folder.bytes("archive.txt") == message.payload)
    }

    @Test(
        "the overlap of a text's end with a pattern's beginning is the longest one",
        arguments: [
            ("", "abc", 0), ("xab", "abc", 2), ("abcab", "abc", 2), ("abc", "abc", 3), ("aabaaab", "aab", 3),
            ("aaaa", "aa", 2), ("abx", "abc", 0), ("abab", "ababc", 4), ("xyz", "", 0),
        ])
    func overlap(text: String, pattern: String, length: Int) {
        #expect(Appending.overlap(of: Array(text.utf8), with: Array(pattern.utf8)) == length)
    }
}
