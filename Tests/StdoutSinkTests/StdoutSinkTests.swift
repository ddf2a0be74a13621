import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Glibc
import Testing

@testable import StdoutSink

@Suite("StdoutSink")
struct StdoutSinkTests {
    private struct TitlesFormat: DigestFormat {
        static let type = "titles"
        static let summary: LocalizedText = "one title a line"
        static let isAppendable = true
        static let mediaType = "text/plain"
        init(_ configuration: NoOptions, services: Services) {}
        init() {}
        func render(_ digest: Digest) -> [UInt8] { Array(digest.title.utf8) }
    }

    private var context: StubComposeContext { StubComposeContext(format: TitlesFormat()) }

    private func sink(_ descriptor: Int32) -> StdoutSink {
        StdoutSink(services: .testing(), output: OutputStream(name: "stdout", descriptor: descriptor))
    }

    private func message(_ payload: [UInt8]) -> Message {
        Message(
            number: 1, id: "msg_1", pipeline: "p", target: "stdout", mode: .post, payload: payload, memo: nil,
            attempts: 0)
    }

    private func digest(_ entries: [DigestEntry]) -> Digest {
        let now = ManualClock().now
        return Digest(
            pipeline: "p", title: "Title", generatedAt: now, from: nil, to: now, zone: .utc, locale: .en,
            sections: [DigestSection(title: "", entries: entries)])
    }

    private func pipe() throws -> (read: Int32, write: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    @Test("a digest is one message, none if it is empty")
    func plans() throws {
        let entry = DigestEntry(key: "k", entry: Entry(), source: "s", sourceTitle: "S", firstSeen: ManualClock().now)
        let plans = try sink(1).compose(digest([entry]), in: context)
        #expect(plans.map(\.entries) == [["k"]])
        #expect(plans.map(\.payload) == [Array("Title".utf8)])
        #expect(plans.map(\.mode) == [.post])
        #expect(try sink(1).compose(digest([]), in: context).isEmpty)
    }

    @Test("everything is written, however small the pipe", arguments: [true, false])
    func writesAll(isBlocking: Bool) async throws {
        let (read, write) = try pipe()
        if !isBlocking { _ = fcntl(write, F_SETFL, O_NONBLOCK) }
        let payload = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) }
        async let receipt = sink(write).deliver(message(payload))
        let received = await BlockingExecutor(width: 1).run { () -> [UInt8] in
            var all: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 10_000)
            while all.count < payload.count {
                let count = Glibc.read(read, &buffer, buffer.count)
                guard count > 0 else { break }
                all += buffer.prefix(count)
            }
            return all
        }
        _ = try await receipt
        #expect(received == payload)
        close(read)
        close(write)
    }

    @Test("X17: on a terminal a page has nothing that could steer it, elsewhere it is written as it is")
    func terminal() async throws {
        let page = "<p>\n  a\u{1b}[2J\u{9b}31m\u{202e}b</p>\n"
        let terminal = try openTerminal()
        _ = try await sink(terminal.sink).deliver(message(Array(page.utf8)))
        #expect(received(terminal.reader) == "<p>\r\n  a\u{FFFD}[2J\u{FFFD}31mb</p>\r\n")
        let pipe = try pipe()
        _ = try await sink(pipe.write).deliver(message(Array(page.utf8)))
        #expect(received(pipe.read) == page)
        for descriptor in [terminal.sink, terminal.reader, pipe.write, pipe.read] { close(descriptor) }
    }

    /// Both ends of a terminal.
    private func openTerminal() throws -> (sink: Int32, reader: Int32) {
        let reader = open("/dev/ptmx", O_RDWR | O_NOCTTY)
        var (isLocked, number): (Int32, UInt32) = (0, 0)
        // ioctl_tty(2): TIOCSPTLCK, TIOCGPTN.
        try #require(ioctl(reader, 0x4004_5431, &isLocked) == 0 && ioctl(reader, 0x8004_5430, &number) == 0)
        let sink = open("/dev/pts/\(number)", O_RDWR | O_NOCTTY)
        try #require(sink >= 0)
        return (sink, reader)
    }

    /// What is there to be read at once.
    private func received(_ descriptor: Int32) -> String {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = Glibc.read(descriptor, &buffer, buffer.count)
        return String(decoding: buffer.prefix(max(0, count)), as: UTF8.self)
    }

    @Test("a reader that has gone away is told, nothing is taken for delivered")
    func closedReader() async throws {
        signal(SIGPIPE, SIG_IGN)
        let (read, write) = try pipe()
        close(read)
        let error = await #expect(throws: StageError.self) { _ = try await sink(write).deliver(message([1, 2, 3])) }
        #expect(error?.code == .outputClosed)
        #expect(error?.subject == "stdout")
        close(write)
    }

    @Test("a full disk behind stdout is told as such")
    func fullDisk() async throws {
        let full = open("/dev/full", O_WRONLY)
        try #require(full >= 0)
        let error = await #expect(throws: StageError.self) { _ = try await sink(full).deliver(message([1])) }
        #expect(error?.code == .diskFull)
        close(full)
    }

    @Test("a closed stdout is told as such")
    func closed() async throws {
        let error = await #expect(throws: StageError.self) { _ = try await sink(Int32.max).deliver(message([1])) }
        #expect(error?.code == .outputClosed)
    }

    @Test("a reader that never reads does not keep a cancelled run from ending")
    func cancelled() async throws {
        let (read, write) = try pipe()
        let sink = sink(write)
        let message = message([UInt8](repeating: 65, count: 1_000_000))
        let error = await withTaskGroup(of: StageError?.self) { group in
            group.addTask {
                do throws(StageError) {
                    _ = try await sink.deliver(message)
                    return nil
                } catch {
                    return error
                }
            }
            group.cancelAll()
            return await group.next() ?? nil
        }
        #expect(error?.code == .cancelled)
        close(read)
        close(write)
    }

    @Test("what a reader of a pipe has seen, nobody can tell")
    func recover() async throws {
        guard case .unknown = await sink(1).recover(message([1])) else {
            Issue.record("expected an unknown fate")
            return
        }
    }
}
