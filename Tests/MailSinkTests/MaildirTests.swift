import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import MailSink

@Suite("Maildir")
struct MaildirTests {
    private let bench = MailTestBench()
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sink() throws -> MailSink { try bench.sink(via: ["maildir": .quoted(folder("news"))]) }

    private func names(in name: String) -> [String] {
        guard let opened = try? Folder.open(folder("news/\(name)")) else { return [] }
        return opened.names(beginningWith: "", endingWith: "").filter { !$0.hasPrefix(".") }.sorted()
    }

    private func message(of sink: MailSink) -> Message {
        bench.message(sink.compose(.letter(["見出し"]), in: StubComposeContext())[0])
    }

    private static let name = "1795125600.msg_7.kawaraban"

    @Test("a letter is in `new` under a name of its own, for this user alone; nothing stays in `tmp`")
    func delivered() async throws {
        let sink = try sink()
        let message = message(of: sink)
        _ = try await sink.deliver(message)
        #expect(names(in: "new") == [Self.name])
        await sink.close()
        #expect(names(in: "tmp") == [])
        var status = stat()
        #expect(stat(folder("news/new/\(Self.name)"), &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(Int(status.st_size) == LetterBytes.named(message.payload, message.id).withLineFeeds.count)
    }

    @Test(
        "an interrupted delivery is known whatever the reader did with the letter",
        arguments: ["left", "read", "removed", "moved", "copied away"])
    func interrupted(_ deed: String) async throws {
        let first = try sink()
        let message = message(of: first)
        _ = try await first.deliver(message)
        let new = folder("news/new/\(Self.name)")
        switch deed {
        case "read": rename(new, folder("news/cur/\(Self.name):2,S"))
        case "removed", "copied away": unlink(new)
        case "moved": rename(new, folder("elsewhere"))
        default: break
        }
        // The run was killed here: nothing was closed.
        let second = try sink()
        guard case .delivered = try await second.recover(message) else {
            Issue.record("the letter would be delivered again")
            return
        }
        await second.close()
        #expect(names(in: "tmp") == [])
        #expect(names(in: "new").count == (deed == "left" ? 1 : 0))
    }

    @Test("what an interrupted attempt wrote in part is written again", arguments: [0, 1, 100])
    func torn(_ length: Int) async throws {
        let sink = try sink()
        let message = message(of: sink)
        for name in ["tmp", "new", "cur"] { try folder.write([], to: "news/\(name)/.keep") }
        let whole = LetterBytes.named(message.payload, message.id).withLineFeeds
        try folder.write(Array(whole.prefix(length)), to: "news/tmp/\(Self.name)", mode: 0o600)
        guard case .notDelivered = try await sink.recover(message) else {
            Issue.record("a part counts as the letter")
            return
        }
        _ = try await sink.deliver(message)
        #expect(names(in: "new") == [Self.name])
    }

    @Test("a second attempt in the same run adds nothing")
    func twice() async throws {
        let sink = try sink()
        let message = message(of: sink)
        _ = try await sink.deliver(message)
        unlink(folder("news/new/\(Self.name)"))
        _ = try await sink.deliver(message)
        #expect(names(in: "new") == [])
    }

    @Test("what killed runs left in `tmp` goes after 36 hours; what others have there stays")
    func leftovers() async throws {
        let sink = try sink()
        _ = try await sink.deliver(message(of: sink))
        try folder.write("old", to: "news/tmp/1.msg_old.kawaraban")
        try folder.write("other", to: "news/tmp/1.other.host")
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        bench.clock.set(to: Timestamp(seconds: Int64(now.tv_sec) + 40 * 3600))
        await sink.close()
        #expect(names(in: "tmp") == ["1.other.host"])
    }
}
