import FeedSystem
import Foundation
import Glibc
import Testing

@testable import FeedState

@Suite("the file of a saved state, whoever made it and wherever it lies")
struct SavedStateFileTests {
    private let workplace: Workplace
    private static let state = ".kawaraban/state.sqlite"
    /// The length of the line behind the database.
    private static let seal = 117

    /// A state of three delivered entries, saved as `good.state`; nothing was loaded at `new` yet.
    init() throws {
        workplace = try Workplace()
        for place in ["old", "new"] {
            try workplace.write(
                "\(place)/config.yaml",
                """
                version: 1
                defaults: { first_run: all }
                sources: { one: { type: file, path: ../one.xml } }
                sinks: { archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append } }
                pipelines: { all: { sources: [one], sinks: [archive] } }

                """)
        }
        var feed = IssuedFeed(file: "one.xml")
        try feed.issue(3, in: workplace)
        #expect(try workplace.run("run", "-c", "old/config.yaml").status == 0)
        #expect(try workplace.run("state", "save", "good.state", "-c", "old/config.yaml").status == 0)
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        try Array(Data(contentsOf: URL(fileURLWithPath: workplace.path(name))))
    }

    private func put(_ bytes: some Sequence<UInt8>, at name: String) throws {
        try Data(bytes).write(to: URL(fileURLWithPath: workplace.path(name)))
        #expect(chmod(workplace.path(name), 0o600) == 0)
    }

    /// Changes the database of the saved state, and seals it anew, as somebody could who knows the format.
    private func forge(_ name: String, _ statements: String) throws {
        try put(try bytes("good.state").dropLast(Self.seal), at: name)
        try SQLiteConnection(path: workplace.path(name)).runScript(statements)
        let database = try bytes(name)
        let numbers = [database.count, 1].map { number in
            String(repeating: "0", count: 19 - String(number).count) + String(number)
        }
        let sealed = database + Array("kawaraban-saved-state 1 \(numbers[0]) \(numbers[1]) ".utf8)
        try put(sealed + Array((Base32.encode(SHA256.hash(sealed)) + "\n").utf8), at: name)
    }

    private func load(_ name: String, wrapper: [String] = []) throws -> Workplace.Outcome {
        try workplace.run(["state", "load", name, "-c", "new/config.yaml"], wrapper: wrapper)
    }

    /// Expects that a file is refused in one line with these words, and that nothing of it remains.
    private func expectRefused(
        _ name: String, _ words: String, status: Int32 = 70, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let outcome = try load(name)
        #expect(outcome.status == status, "\(outcome)", sourceLocation: sourceLocation)
        #expect(
            outcome.complaints.count == 1 && outcome.errors.contains(words), "\(outcome)",
            sourceLocation: sourceLocation)
        let left = (try? FileManager.default.contentsOfDirectory(atPath: workplace.path("new/.kawaraban"))) ?? []
        #expect(left.filter { $0 != "state.sqlite.lock" }.isEmpty, "\(left)", sourceLocation: sourceLocation)
    }

    @Test("cut short anywhere it is refused with what to do, and nothing of it remains")
    func cutShort() throws {
        let good = try bytes("good.state")
        let blanks = good.suffix(Self.seal).indices.filter { good[$0] == UInt8(ascii: " ") }
        let database = good.count - Self.seal
        let lengths =
            [1, 15, 16, 68, 99, 100, 101, 511, 4096, 8191, 8192, database / 2, database - 8192, database - 1, database]
            + blanks + blanks.map { $0 + 1 } + [good.count - 53, good.count - 2, good.count - 1]
        for length in Set(lengths).sorted() {
            try put(good.prefix(length), at: "bad.state")
            try expectRefused("bad.state", length < 100 ? "it is no saved state" : "it was cut short")
        }
        try put([], at: "bad.state")
        try expectRefused("bad.state", "it is empty; nothing was changed; save it again, or take another copy")
    }

    @Test("of a version that is newer, or from before the first release, it is refused with a sentence of its own")
    func otherVersions() throws {
        try forge("same.state", "PRAGMA user_version = \(Schema.present.version)")
        #expect(try load("same.state").status == 0)
        try FileManager.default.removeItem(atPath: workplace.path("new/.kawaraban"))
        try forge("newer.state", "PRAGMA user_version = \(Schema.present.version + 1)")
        try expectRefused(
            "newer.state",
            "the state cannot be used: the state of a newer version; it was not changed: name another file")
        try forge("unreleased.state", "PRAGMA user_version = 99")
        try expectRefused("unreleased.state", "it cannot be loaded: a version before the first release saved it")
        try forge("none.state", "PRAGMA user_version = 0")
        try expectRefused("none.state", "it cannot be loaded: it does not contain its version; nothing was changed")
    }

    @Test("sealed by somebody else, with tables that are none of ours, it is refused")
    func forged() throws {
        for statements in [
            "DROP TABLE meta", "DROP TABLE message; CREATE TABLE message(x)",
            "DROP TABLE message; CREATE VIEW message AS SELECT 1 AS state",
        ] {
            try forge("forged.state", statements)
            try expectRefused("forged.state", "it cannot be loaded: it lacks tables of a state")
        }
    }

    @Test("a link leads to it; one that leads nowhere, or to itself, is told")
    func links() throws {
        #expect(symlink("nowhere.state", workplace.path("dangling.state")) == 0)
        try expectRefused("dangling.state", "dangling.state", status: 73)
        #expect(symlink("loop.state", workplace.path("loop.state")) == 0)
        try expectRefused("loop.state", "loop.state", status: 73)
        #expect(symlink("good.state", workplace.path("link.state")) == 0)
        #expect(symlink("link.state", workplace.path("second.state")) == 0)
        let outcome = try load("second.state")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(workplace.exists("good.state") && workplace.exists("new/\(Self.state)"))
    }

    @Test("one that others can write is refused with the cure, whoever they are, also behind a link")
    func writable() throws {
        #expect(symlink("good.state", workplace.path("link.state")) == 0)
        for mode in [0o666, 0o602, 0o646] as [mode_t] {
            #expect(chmod(workplace.path("good.state"), mode) == 0)
            for name in ["good.state", "link.state"] { try expectRefused(name, "everybody can write", status: 73) }
        }
        #expect(chmod(workplace.path("good.state"), 0o644) == 0)
        #expect(try load("good.state").status == 0)
    }

    @Test("one of another user is refused, and names the owner", .enabled(if: OtherUser.nobody != nil, OtherUser.need))
    func foreign() throws {
        let user = try #require(OtherUser.nobody)
        try user.take(workplace)
        let file = workplace.path("good.state")
        #expect(chown(file, 65_533, 65_533) == 0 && chmod(file, 0o644) == 0)
        let outcome = try load("good.state", wrapper: user.wrapper)
        #expect(outcome.status == 73 && outcome.complaints.count == 1, "\(outcome)")
        #expect(outcome.errors.contains(OtherUser.spoken(65_533)), "\(outcome)")
        #expect(!workplace.exists("new/\(Self.state)"))
        #expect(chown(file, user.number, user.number) == 0)
        #expect(try load("good.state", wrapper: user.wrapper).status == 0)
    }

    @Test("P07 on a full disk nothing is half loaded and nothing half saved: the old file and the old state stay")
    func fullDisk() throws {
        for folder in ["new/.kawaraban", "small"] {
            try FileManager.default.createDirectory(atPath: workplace.path(folder), withIntermediateDirectories: true)
        }
        let unshare = ["/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c"]
        func run(_ mount: String, _ rest: String) throws -> Workplace.Outcome? {
            let script = "mount -t tmpfs -o size=\(mount) || exit 99; \(rest)"
            let outcome = try workplace.runOther(unshare + [script, Workplace.program])
            if outcome.status == 99 { print("skipped: this machine lets nobody mount anything") }
            return outcome.status == 99 ? nil : outcome
        }
        let loading = try run(
            "40k tmpfs new/.kawaraban",
            "\"$0\" state load good.state -c new/config.yaml; s=$?; ls -A new/.kawaraban > left; exit $s")
        guard let loading else { return }
        #expect(loading.status == 74 && loading.complaints.count == 1, "\(loading)")
        #expect(loading.errors.contains("the disk is full"), "\(loading)")
        #expect(workplace.lines("left").filter { $0 != "state.sqlite.lock" }.isEmpty, "\(workplace.read("left"))")
        let saving = try run(
            "40k tmpfs small",
            "echo before > small/a; \"$0\" state save small/a -c old/config.yaml --move; s=$?; ls -A small > left; "
                + "cat small/a >> left; exit $s")
        #expect(saving?.status == 74, "\(saving?.errors ?? "")")
        #expect(saving?.errors.contains("the disk is full") == true)
        #expect(workplace.lines("left") == ["a", "before"])
        // The state was not moved away, since its file is nowhere.
        #expect(try workplace.run("run", "-c", "old/config.yaml").status == 0)
        #expect(try load("good.state").status == 0)
    }
}
