import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FileSink

/// Files of one entry each.
@Suite("FileSink, each: entry")
struct NoteTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func sink(_ path: String = "{{title}}.md", keep: Duration? = nil) throws -> FileSink {
        FileSink(
            FileSink.Configuration(path: try PathTemplate(path), each: .entry, mode: .merge, keep: keep),
            services: .testing(directory: folder.path))
    }

    private func messages(_ sink: FileSink, _ digest: Digest, attempts: Int = 0) async throws -> [Message] {
        try await sink.compose(digest, in: StubComposeContext()).enumerated().map { index, note in
            Message(note, in: StubComposeContext(), number: Int64(index + 1), attempts: attempts)
        }
    }

    @discardableResult
    private func deliver(_ sink: FileSink, _ titles: String...) async throws -> [Receipt] {
        var receipts: [Receipt] = []
        for message in try await messages(sink, .of(titles)) { receipts.append(try await sink.deliver(message)) }
        return receipts
    }

    @Test("each entry gets a file of its own, named by its title, source and date")
    func files() async throws {
        try await deliver(try sink("{{source}}/{{date}} {{title}}.md"), "one", "two")
        let day = folder("some") + "/"
        let names = try TemporaryFolderNames.of(day).sorted()
        #expect(names.map { $0.dropFirst(11) } == ["one.md", "two.md"])
        #expect(try folder.text("some/" + names[0]) == "one\n")
    }

    @Test("no entries make no file; ten thousand make as many")
    func many() async throws {
        #expect(try await sink().compose(.of([]), in: StubComposeContext()).isEmpty)
        let titles = (0..<10_000).map { "entry \($0 / 2)" }
        var digest = Digest.of(titles)
        for index in titles.indices { digest.sections[0].entries[index].key = "e\(index)" }
        let notes = try await sink().compose(digest, in: StubComposeContext())
        #expect(Set(notes.map(\.target)).count == 10_000)
    }

    @Test("entries with the same title get different names, which another attempt gives them again")
    func sameTitle() async throws {
        var digest = Digest.of("same", "same")
        digest.sections[0].entries[1].key = "e7"
        let notes = try await messages(try sink(), digest)
        #expect(notes.map(\.target) == [folder("same.md"), folder("same-e7.md")])
        #expect(try await messages(try sink(), digest).map(\.target) == notes.map(\.target))
        for note in notes { _ = try await sink().deliver(note) }
        // What is there already, byte for byte, is the file.
        #expect(try await messages(try sink(), digest).map(\.target) == notes.map(\.target))
        #expect(folder.names() == ["same-e7.md", "same.md"])
    }

    @Test("a note that its reader has changed is never overwritten, nor a file that was there before")
    func neverOverwritten() async throws {
        try await deliver(try sink(), "one")
        try folder.write("one, and my thoughts\n", to: "one.md")
        try folder.write("mine\n", to: "two.md")
        try await deliver(try sink(), "one", "two")
        #expect(try folder.text("one.md") == "one, and my thoughts\n")
        #expect(try folder.text("two.md") == "mine\n")
        #expect(try folder.text("one-k_one.md") == "one\n")
        #expect(try folder.text("two-k_two.md") == "two\n")
        #expect(folder.names().count == 4)
    }

    @Test("a file that appears between two steps is left alone, too")
    func appeared() async throws {
        let sink = try sink()
        let note = try #require(try await messages(sink, .of("one")).first)
        try folder.write("mine\n", to: "one.md")
        for attempts in 0...2 {
            var note = note
            note.attempts = attempts
            _ = try await sink.deliver(note)
        }
        #expect(try folder.text("one.md") == "mine\n")
        let other = try #require(folder.names().first { $0 != "one.md" })
        #expect(try folder.text(other) == "one\n")
        #expect(folder.names().count == 2)
        // Its reader may change it, too, before the state knows that it is there.
        try folder.write("one, and my thoughts\n", to: other)
        #expect(try await sink.recover(note).receipt != nil)
        _ = try await sink.deliver(note)
        #expect(try folder.text(other) == "one, and my thoughts\n")
        #expect(folder.names().count == 2)
    }

    @Test("whatever an attempt that was cut short has left, the next one writes one whole file")
    func interrupted() async throws {
        let sink = try sink()
        let note = try #require(try await messages(sink, .of("one"), attempts: 1).first)
        let temporary = TemporaryName(of: "one.md", for: note.id).text
        for length in 0...note.payload.count {
            try folder.write(Array(note.payload.prefix(length)), to: temporary, mode: 0o600)
            #expect(try await sink.recover(note).receipt == nil)
            _ = try await sink.deliver(note)
            #expect(try folder.text("one.md") == "one\n")
            #expect(folder.names() == ["one.md"])
            unlink(folder("one.md"))
        }
        // Named, with the first name still there.
        try folder.write(note.payload, to: temporary, mode: 0o644)
        try #require(link(folder(temporary), folder("one.md")) == 0)
        #expect(try await sink.recover(note).receipt != nil)
        #expect(folder.names() == ["one.md"])
        // The same, and its reader was faster than the next run.
        try #require(link(folder("one.md"), folder(temporary)) == 0)
        let file = try #require(fopen(folder("one.md"), "a"))
        fputs("and my thoughts\n", file)
        fclose(file)
        _ = try await sink.deliver(note)
        #expect(folder.names() == ["one.md"])
        #expect(try folder.text("one.md") == "one\nand my thoughts\n")
    }

    @Test("an entry whose file cannot be written keeps back no other")
    func blocked() async throws {
        try folder.write("mine\n", to: "blocked")
        let notes = try await messages(try sink("{{title}}/{{title}}.md"), .of(["blocked", "free"]))
        #expect(notes.map(\.target) == [folder("blocked/blocked.md"), folder("free/free.md")])
        await #expect(throws: StageError.self) { try await sink().deliver(notes[0]) }
        _ = try await sink().deliver(notes[1])
        #expect(try folder.text("free/free.md") == "free\n")
    }

    @Test("two names differ by more than case, for systems that see no difference")
    func caseOfNames() async throws {
        var digest = Digest.of(["Swift", "swift", "SWIFT"])
        for index in 0..<3 { digest.sections[0].entries[index].key = "e\(index)" }
        let notes = try await messages(try sink(), digest)
        #expect(Set(notes.map { $0.target.lowercased() }).count == 3)
    }

    @Test("a folder or a link under the name is left alone")
    func odd() async throws {
        mkdir(folder("one.md"), 0o755)
        try folder.write("two\n", to: "elsewhere")
        symlink("elsewhere", folder("two.md"))
        try await deliver(try sink(), "one", "two")
        #expect(try folder.text("one-k_one.md") == "one\n")
        #expect(try folder.text("two-k_two.md") == "two\n")
        #expect(try folder.text("elsewhere") == "two\n")
    }

    @Test("a title cannot leave the folder, and its file has at most 200 bytes in its name")
    func hostileTitles() async throws {
        let titles = [
            "../../etc/passwd", "..", ".", "", " ", "/", "a/b\\c", ".hidden", "-rf", "CON", "nul.txt", "com1",
            "a\u{0}b",
            "line\nline", "\u{202E}gnp.exe", "q: \"what?\" <b>*|*</b>", "[[link]] #tag ^id", "trailing. . ",
            String(repeating: "長", count: 500), String(repeating: "👩\u{200D}👧", count: 100), "~",
            "e" + String(repeating: "\u{301}", count: 2000),
        ]
        var digest = Digest.of(titles)
        for index in titles.indices { digest.sections[0].entries[index].key = "e\(index)" }
        let notes = try await messages(try sink("notes/{{title}}.md"), digest)
        #expect(Set(notes.map(\.target)).count == titles.count)
        for note in notes {
            _ = try await sink().deliver(note)
            #expect(note.target.hasPrefix(folder("notes") + "/"))
            let name = note.target.dropFirst(folder("notes").utf8.count + 1)
            #expect(name.utf8.count <= 200 && !name.hasPrefix("."))
            let isSafe = !name.contains { "/\\:*?\"<>|#^[]\n".contains($0) }
            #expect(isSafe)
        }
        #expect(try TemporaryFolderNames.of(folder("notes")).count == titles.count)
        #expect(folder.names() == ["notes"])
    }

    @Test("`keep` removes a note that nobody changed, and leaves the others")
    func kept() async throws {
        let sink = try sink(keep: .seconds(86_400))
        let memo = try #require(try await deliver(sink, "one").first?.memo)
        try folder.write("mine", to: "two.md")
        #expect(try sink.remove(file: folder("two.md"), memo: memo, isPreview: false) == .changed)
        #expect(try sink.remove(file: folder("one.md"), memo: memo, isPreview: false) == .removed)
        #expect(sink.targets(of: ["morning"], at: ManualClock().now) == [])
    }
}
