import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("a state beside other users", .enabled(if: OtherUser.nobody != nil, OtherUser.need))
struct StatePrivacyTests {
    private let bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }
    private let stranger: OtherUser

    init() throws {
        bench = try ProcessTestBench(issuing: 3)
        stranger = try #require(OtherUser.nobody)
        #expect(chmod(bench.workplace.folder, 0o755) == 0)
    }

    private func make(_ folder: String, mode: mode_t) throws {
        #expect(mkdir(workplace.path(folder), 0o755) == 0)
        #expect(chmod(workplace.path(folder), mode) == 0)
    }

    /// What the other user does, and whether it came off.
    private func strangerDoes(_ script: String) throws -> Bool {
        try workplace.runOther(stranger.wrapper + ["/bin/sh", "-c", script]).status == 0
    }

    @Test("X06: another user can neither read a state nor hold its lock, wherever it lies")
    func isClosed() throws {
        try make("chosen", mode: 0o755)
        for state in [".kawaraban/state.sqlite", "chosen/state.sqlite"] {
            let path = workplace.path(state)
            #expect(try workplace.run("run", "--state", state).status == 0)
            #expect(try !strangerDoes("cat \(path)"))
            #expect(try !strangerDoes("cat \(path)-wal"))
            // A lock that can be opened for reading can be held.
            for file in [path, path + ".lock"] { #expect(try !strangerDoes("flock -n \(file) true")) }
        }
        #expect(try strangerDoes("ls chosen"))
        #expect(try !strangerDoes("ls .kawaraban"))
    }

    @Test("X06: what an older version left open is closed by the first run, which says so once")
    func isNarrowed() throws {
        try make("chosen", mode: 0o755)
        let state = workplace.path("chosen/state.sqlite")
        #expect(try workplace.run("run", "--state", state).status == 0)
        for suffix in ["", ".lock"] { #expect(chmod(state + suffix, 0o644) == 0) }
        let first = try workplace.run("run", "--state", state)
        #expect(first.status == 0)
        #expect(first.complaints.count == 1)
        #expect(first.errors.contains("other users could read the state"), "\(first.errors)")
        #expect(try workplace.run("run", "--state", state).errors.isEmpty)
        #expect(try !strangerDoes("flock -n \(state).lock true"))
    }

    @Test(
        "X06: files that another user has planted in a shared folder are refused with the reason, and not written",
        arguments: ["state.sqlite", "state.sqlite.lock", "state.sqlite-wal", "state.sqlite.damaged"])
    func planted(name: String) throws {
        try make("shared", mode: 0o1777)
        let path = workplace.path("shared/\(name)")
        #expect(try strangerDoes("echo planted >\(path) && chmod 666 \(path)"))
        let outcome = try workplace.run("run", "--state", "shared/state.sqlite")
        #expect(outcome.status == 73, "\(outcome)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("belongs to the user \(stranger.spoken)"), "\(outcome)")
        #expect(workplace.read("shared/\(name)") == "planted\n")
        #expect(!workplace.exists("out/archive.jsonl"))
    }

    @Test("X06: a folder that others can write is refused with the reason, and so is another user's")
    func foreignFolders() throws {
        try make("open", mode: 0o777)
        let open = try workplace.run("run", "--state", "open/state.sqlite")
        #expect(open.status == 73)
        #expect(open.errors.contains("everybody can write to its folder \(workplace.path("open"))"), "\(open)")
        #expect(open.errors.contains("make both private, or use another place"), "\(open)")
        try make("foreign", mode: 0o755)
        #expect(chown(workplace.path("foreign"), stranger.number, stranger.number) == 0)
        let foreign = try workplace.run("run", "--state", "foreign/state.sqlite")
        #expect(foreign.status == 73)
        #expect(
            foreign.errors.contains("its folder \(workplace.path("foreign")) belongs to the user \(stranger.spoken)"),
            "\(foreign)")
        #expect(!workplace.exists("foreign/state.sqlite"))
        #expect(!workplace.exists("out/archive.jsonl"))
    }

    @Test("X06: who may not look at a state is told that, and of nothing that is not there")
    func isUnreachable() throws {
        try make("closed", mode: 0o700)
        let path = workplace.path("closed/state.sqlite")
        #expect(try workplace.run("run", "--state", path).status == 0)
        let outcome = try workplace.run("status", "--state", path, wrapper: stranger.wrapper)
        #expect(outcome.status == 73, "\(outcome)")
        #expect(outcome.errors.contains("it cannot be read (Permission denied)"), "\(outcome)")
        #expect(outcome.errors.contains("[\(path)]"), "\(outcome)")
        #expect(!outcome.errors.contains("state.sqlite.damaged"), "\(outcome)")
    }
}
