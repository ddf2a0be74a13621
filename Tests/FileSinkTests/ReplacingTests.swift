import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

@Suite("FileSink, mode: merge")
struct ReplacingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sink(_ path: String = "page.html", maxEntries: Int = 1000) throws -> FileSink {
        try .inFolder(folder, path, .merge, maxEntries: maxEntries)
    }

    private var context: StubComposeContext {
        var context = StubComposeContext()
        context.format = PageFormat()
        return context
    }

    private func context(after receipt: Receipt, holding titles: String...) -> StubComposeContext {
        var context = context
        context.memos[folder("page.html")] = receipt.memo
        context.held[folder("page.html")] = titles.map(DigestEntry.titled)
        return context
    }

    @Test("a digest becomes a file, and nothing else is left in the folder")
    func newFile() async throws {
        let sink = try sink("out/page.html")
        let receipt = try await sink.deliver(try await sink.message(.of("one"), in: context))
        #expect(try folder.text("out/page.html") == "<page>one</page>")
        #expect(folder.names() == ["out"])
        #expect(try TemporaryFolderNames.of(folder("out")) == ["page.html"])
        #expect(receipt.warnings == [])
    }

    @Test("a later delivery to the same path holds the older entries and the new ones")
    func holds() async throws {
        let sink = try sink()
        let first = try await sink.deliver(try await sink.message(.of("one"), in: context))
        let context = context(after: first, holding: "one")
        let plan = try #require(try await sink.compose(.of("two"), in: context).first)
        #expect(plan.entries == ["k_two"])
        #expect(plan.retained == ["k_one", "k_two"])
        let receipt = try await sink.deliver(Message(plan, in: context, number: 2))
        #expect(try folder.text("page.html") == "<page>one two</page>")
        #expect(receipt.warnings == [])
        #expect(folder.names() == ["page.html"])
    }

    @Test("above max_entries the first delivered leaves first, and counts as delivered all the same")
    func bounded() async throws {
        let sink = try sink(maxEntries: 2)
        let first = try await sink.deliver(try await sink.message(.of("one"), in: context))
        let plan = try #require(
            try await sink.compose(.of("two", "three"), in: context(after: first, holding: "one")).first)
        #expect(plan.retained == ["k_two", "k_three"])
        #expect(plan.entries == ["k_two", "k_three"])
        let more = try #require(try await sink.compose(.of("a", "b", "c"), in: context).first)
        #expect(more.entries == ["k_a", "k_b", "k_c"])
        #expect(more.retained == ["k_b", "k_c"])
    }

    @Test("an entry that is delivered again stands in the file once")
    func again() async throws {
        let sink = try sink()
        let target = Receipt(memo: TargetState.nothing.memo)
        try folder.write("x", to: "page.html")
        let plan = try #require(
            try await sink.compose(.of("one"), in: context(after: target, holding: "one", "two")).first)
        #expect(plan.retained == ["k_two", "k_one"])
    }

    @Test("P32 a file that the user took away starts again with the new entries")
    func deleted() async throws {
        let sink = try sink()
        let first = try await sink.deliver(try await sink.message(.of("one"), in: context))
        unlink(folder("page.html"))
        let context = context(after: first, holding: "one")
        let plan = try #require(try await sink.compose(.of("two"), in: context).first)
        #expect(plan.retained == ["k_two"])
        let receipt = try await sink.deliver(Message(plan, in: context, number: 2))
        #expect(try folder.text("page.html") == "<page>two</page>")
        #expect(receipt.warnings == [])
    }

    @Test("P32 a file that the user took away begins to count anew, too: its foot tells of what is new alone")
    func deletedTally() async throws {
        let sink = try sink()
        var digest = Digest.of("two")
        digest.tally = DigestTally(kept: 1, passedOver: [.expired: 2])
        let first = try await sink.deliver(try await sink.message(.of("one"), in: context))
        var context = context(after: first, holding: "one")
        context.tallies[folder("page.html")] = DigestTally(kept: 1, passedOver: [.expired: 40])
        let grown = try #require(try await sink.compose(digest, in: context).first)
        #expect(grown.tally == DigestTally(kept: 2, passedOver: [.expired: 42]))
        unlink(folder("page.html"))
        let begun = try #require(try await sink.compose(digest, in: context).first)
        #expect(begun.tally == digest.tally)
    }

    @Test("P32 a file that the user edited is saved beside the new one, never over another")
    func edited() async throws {
        let sink = try sink()
        let first = try await sink.deliver(try await sink.message(.of("one"), in: context))
        try folder.write("<page>ONE</page>", to: "page.html", mode: 0o600)
        try folder.write("older", to: "page.html.orig")
        let receipt = try await sink.deliver(
            try await sink.message(.of("two"), in: context(after: first, holding: "one"), number: 2))
        #expect(try folder.text("page.html") == "<page>one two</page>")
        #expect(try folder.text("page.html.orig") == "older")
        #expect(try folder.text("page.html.orig.1") == "<page>ONE</page>")
        #expect(receipt.warnings.map(\.code) == [.editedFileSaved])
        #expect(receipt.warnings.first?.facts[.found] == folder("page.html.orig.1"))
        #expect(try folder.mode("page.html") == 0o600)
        #expect(folder.names() == ["page.html", "page.html.orig", "page.html.orig.1"])
    }

    @Test("a file that stood there before we came is saved, too")
    func foreign() async throws {
        try folder.write("mine", to: "page.html")
        let sink = try sink()
        _ = try await sink.deliver(try await sink.message(.of("one"), in: context))
        #expect(try folder.text("page.html.orig") == "mine")
        #expect(try folder.text("page.html") == "<page>one</page>")
    }

    @Test("whatever an attempt that was cut short has left, the next one delivers once and cleans up")
    func interrupted() async throws {
        let sink = try sink()
        let first = try await sink.deliver(try await sink.message(.of("one"), in: context))
        var message = try await sink.message(.of("two"), in: context(after: first, holding: "one"), number: 2)
        message.attempts = 1
        let temporary = Replacing(message: message, name: "page.html", now: ManualClock().now).temporary.text
        for length in 0...message.payload.count {
            try folder.write("<page>one</page>", to: "page.html")
            try folder.write(Array(message.payload.prefix(length)), to: temporary, mode: 0o600)
            #expect(try await sink.recover(message).receipt == nil)
            let receipt = try await sink.deliver(message)
            #expect(try folder.text("page.html") == "<page>one two</page>")
            #expect(folder.names() == ["page.html"])
            #expect(receipt.warnings == [])
        }
        // Renamed, and not marked.
        let recovered = try #require(try await sink.recover(message).receipt)
        #expect(recovered.warnings == [])
        #expect(folder.names() == ["page.html"])
    }

    @Test("P32 an edited file that an interrupted attempt has saved is not saved twice")
    func interruptedAfterSaving() async throws {
        try folder.write("mine", to: "page.html")
        try #require(link(folder("page.html"), folder("page.html.orig")) == 0)
        let sink = try sink()
        _ = try await sink.deliver(try await sink.message(.of("one"), in: context, attempts: 1))
        #expect(folder.names() == ["page.html", "page.html.orig"])
        #expect(try folder.text("page.html.orig") == "mine")
    }

    @Test("temporaries of other files stay, old ones of this target go")
    func orphans() async throws {
        let clock = ManualClock(Timestamp(seconds: Int64(time(nil)) + 7200))
        let sink = FileSink(
            .init(path: try PathTemplate("page.html"), mode: .merge),
            services: .testing(clock: clock, directory: folder.path))
        let forgotten = try await sink.message(.of("zero"), in: context, number: 7)
        let orphan = Replacing(message: forgotten, name: "page.html", now: clock.now).temporary.text
        let other = Replacing(message: forgotten, name: "other.html", now: clock.now).temporary.text
        try folder.write("x", to: orphan)
        try folder.write("x", to: other)
        try folder.write("x", to: ".kawaraban-mine.tmp")
        _ = try await sink.deliver(try await sink.message(.of("one"), in: context))
        #expect(folder.names() == [".kawaraban-mine.tmp", other, "page.html"].sorted())
    }

    @Test(
        "X03: names that another user has occupied keep nothing from being delivered, and stay",
        .enabled(if: geteuid() == 0, "skipped: not root"))
    func occupied() async throws {
        let clock = ManualClock(Timestamp(seconds: Int64(time(nil)) + 7200))
        let sink = FileSink(
            .init(path: try PathTemplate("page.html"), mode: .merge),
            services: .testing(clock: clock, directory: folder.path))
        let message = try await sink.message(.of("one"), in: context)
        let temporary = Replacing(message: message, name: "page.html", now: clock.now).temporary.text
        mkdir(folder(temporary), 0o755)
        chown(folder(temporary), 65534, 65534)
        _ = try await sink.deliver(message)
        #expect(try folder.text("page.html") == "<page>one</page>")
        #expect(folder.names() == [temporary, "page.html"])
    }

    @Test(
        "X03: another user's file is saved as a copy without his rights, our own as a second name",
        .enabled(if: geteuid() == 0, "skipped: not root"), arguments: [0, 65534] as [uid_t])
    func savedOriginal(owner: uid_t) async throws {
        try folder.write("mine", to: "page.html")
        chown(folder("page.html"), owner, owner)
        chmod(folder("page.html"), 0o4757)
        var before = stat()
        try #require(lstat(folder("page.html"), &before) == 0)
        let sink = try sink()
        _ = try await sink.deliver(try await sink.message(.of("one"), in: context))
        var saved = stat()
        try #require(lstat(folder("page.html.orig"), &saved) == 0)
        #expect(try folder.text("page.html.orig") == "mine")
        #expect((saved.st_ino == before.st_ino) == (owner == 0))
        if owner != 0 { #expect(try folder.mode("page.html.orig") == 0o644) }
        #expect(try folder.mode("page.html") == (owner == 0 ? 0o646 : 0o644))
    }

    @Test(
        "a copy of an edited file is kept from all from whom the file was kept",
        arguments: [(0o600, 0o600), (0o640, 0o640), (0o400, 0o400), (0o666, 0o644)] as [(mode_t, mode_t)])
    func privateOriginal(mode: mode_t, kept: mode_t) async throws {
        try folder.write("mine", to: "page.html", mode: mode)
        // Where others can swap the file meanwhile it gets no second name.
        chmod(folder.path, 0o777)
        let sink = try sink()
        _ = try await sink.deliver(try await sink.message(.of("one"), in: context))
        #expect(try folder.text("page.html") == "<page>one</page>")
        #expect(try folder.text("page.html.orig") == "mine")
        #expect(try folder.mode("page.html.orig") == kept)
    }

    @Test("what cannot be written is told by the target's path")
    func failure() async throws {
        let sink = try sink()
        let message = try await sink.message(.of("one"), in: context)
        let temporary = Replacing(message: message, name: "page.html", now: ManualClock().now).temporary.text
        mkdir(folder(temporary), 0o755)
        let error = await #expect(throws: StageError.self) { _ = try await sink.deliver(message) }
        #expect(error?.code == .unwritable)
        #expect(error?.subject == folder("page.html"))
    }

    @Test("a temporary that somebody made a link stays harmless")
    func temporaryIsLink() async throws {
        try folder.write("precious", to: "precious")
        let sink = try sink()
        let message = try await sink.message(.of("one"), in: context)
        let temporary = Replacing(message: message, name: "page.html", now: ManualClock().now).temporary.text
        symlink(folder("precious"), folder(temporary))
        _ = try await sink.deliver(message)
        #expect(try folder.text("precious") == "precious")
        #expect(folder.names() == ["page.html", "precious"])
    }
}

enum TemporaryFolderNames {
    static func of(_ path: String) throws -> [String] {
        let stream = try #require(opendir(path))
        defer { closedir(stream) }
        var names: [String] = []
        while let entry = readdir(stream) {
            names.append(
                withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.filter { $0 != "." && $0 != ".." }.sorted()
    }
}
