import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("one state by several names")
struct StateNameTests {
    private var bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }
    private static let state = ".kawaraban/state.sqlite"

    init() throws {
        bench = try ProcessTestBench(issuing: 3)
        for folder in ["file", "folder"] {
            try FileManager.default.createDirectory(
                atPath: workplace.path(folder), withIntermediateDirectories: false)
        }
    }

    /// A run that came by the state's first name and was killed: its log holds what its file does not have yet.
    private mutating func workAndDie() throws {
        #expect(try workplace.run("run").status == 0)
        try bench.feed.issue(2, in: workplace)
    }

    private func isRefused(_ outcome: Workplace.Outcome, _ reason: String, _ cure: String) {
        #expect(outcome.status == 73, "\(outcome)")
        #expect(outcome.complaints.count == 1, "\(outcome)")
        #expect(outcome.errors.contains(reason), "\(outcome)")
        #expect(outcome.errors.contains(cure), "\(outcome)")
    }

    @Test("X07: a hard link of the state lets no second run in, at once or one after the other")
    mutating func hardLink() throws {
        try workAndDie()
        #expect(link(workplace.path(Self.state), workplace.path("file/state.sqlite")) == 0)
        for arguments in [["run"], ["run", "--state", "file/state.sqlite"], ["state", "retry"], ["state", "repair"]] {
            isRefused(
                workplace.waitForExit(try workplace.start(arguments)), "its file has 2 names (hard links)", "-samefile")
        }
        // To look is harmless, and told.
        let look = try workplace.run("status", "--state", "file/state.sqlite")
        #expect(look.status == 0)
        #expect(look.errors.contains("its file has 2 names (hard links)"))
        #expect(workplace.lines("out/archive.jsonl").count == 3)
        #expect(unlink(workplace.path("file/state.sqlite")) == 0)
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("X07: a symbolic link of the file or of its folder leads to the same state, and to the same lock")
    mutating func symbolicLinks() throws {
        #expect(symlink("../\(Self.state)", workplace.path("file/state.sqlite")) == 0)
        #expect(symlink(".kawaraban", workplace.path("link")) == 0)
        for name in [Self.state, "file/state.sqlite", "link/state.sqlite", Self.state] {
            try bench.feed.issue(1, in: workplace)
            #expect(try workplace.run("run", "--state", name).status == 0)
        }
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
        #expect(!workplace.exists("file/state.sqlite.lock"))
    }

    @Test("X07, P11: a state whose file alone is mounted is refused there, with the cure; its folder may be mounted")
    mutating func bindMounts() throws {
        try workAndDie()
        try workplace.write("file/state.sqlite", "")
        let file = "mount --bind \(Self.state) file/state.sqlite"
        guard let mounted = try bench.run(mounting: file, "run", "--state", "file/state.sqlite") else { return }
        isRefused(mounted, "its file is mounted by itself", "mount its folder \(workplace.folder)/file instead")
        // As containers do it: over its own name.
        let itself = try #require(
            try bench.run(mounting: "mount --bind \(Self.state) \(Self.state)", "run"))
        isRefused(itself, "its file is mounted by itself", "mount its folder")
        let look = try #require(try bench.run(mounting: file, "status", "--state", "file/state.sqlite"))
        #expect(look.status == 0)
        #expect(look.errors.contains("its file is mounted by itself"))
        #expect(workplace.lines("out/archive.jsonl").count == 3)
        let folder = try #require(
            try bench.run(
                mounting: "mount --bind .kawaraban folder", "run", "--state", "folder/state.sqlite"))
        #expect(folder.status == 0, "\(folder)")
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("X07: while a run is at work, nobody else comes in by another name of the folder, or without the lock's file")
    mutating func atOnce() throws {
        #expect(try workplace.run("run").status == 0)
        let state = workplace.path(Self.state)
        // What a run at work holds; its lock's file was taken away.
        let holder = open(state, O_RDWR | O_CLOEXEC)
        #expect(flock(holder, LOCK_EX | LOCK_NB) == 0)
        defer { close(holder) }
        #expect(unlink(state + ".lock") == 0)
        try bench.feed.issue(2, in: workplace)
        #expect(try workplace.run("run").status == 75)
        #expect(symlink(".kawaraban", workplace.path("link")) == 0)
        #expect(try workplace.run("run", "--state", "link/state.sqlite").status == 75)
        if let mounted = try bench.run(
            mounting: "mount --bind .kawaraban folder", "run", "--state", "folder/state.sqlite")
        {
            #expect(mounted.status == 75)
        }
        #expect(try workplace.run("state", "repair").status == 75)
        #expect(workplace.lines("out/archive.jsonl").count == 3)
        #expect(try workplace.run("status").status == 0)
    }

    @Test(
        "X07: a process that root has closed to others sees such a mount, too",
        .enabled(if: OtherUser.nobody != nil, OtherUser.need))
    func asOtherUser() throws {
        let user = try #require(OtherUser.nobody)
        try user.take(workplace)
        #expect(try workplace.run("run", wrapper: user.wrapper).status == 0)
        let script = "mount --bind \(Self.state) \(Self.state) && exec \"$@\""
        let unshare = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, "sh"]
        let outcome = try workplace.run("run", wrapper: unshare + user.wrapper)
        guard !outcome.errors.contains("unshare") else {
            print("skipped: this machine lets nobody mount anything (unshare --mount)")
            return
        }
        isRefused(outcome, "its file is mounted by itself", "mount its folder")
    }
}
