import FeedTesting
import Foundation
import Glibc
import Testing

@Suite("outputs beside other users", .enabled(if: OtherUser.nobody != nil, OtherUser.need))
struct ForeignFilesTests {
    private var bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }
    private let stranger: OtherUser

    init() throws {
        bench = try ProcessTestBench(
            issuing: 3,
            sinks: """
                  bad: { type: file, path: out/bad.jsonl, format: jsonl, mode: append }
                  good: { type: file, path: good.jsonl, format: jsonl, mode: append }
                """)
        stranger = try #require(OtherUser.nobody)
        #expect(chmod(bench.workplace.folder, 0o755) == 0)
        try make("out", mode: 0o1777)
    }

    private func make(_ folder: String, mode: mode_t) throws {
        #expect(mkdir(workplace.path(folder), 0o755) == 0)
        #expect(chmod(workplace.path(folder), mode) == 0)
    }

    /// What the other user does; throws if it does not come off.
    private func strangerDoes(_ script: String) throws {
        try #require(try succeeds(script))
    }

    /// Whether something comes off that the other user tries.
    private func succeeds(_ script: String) throws -> Bool {
        try workplace.runOther(stranger.wrapper + ["/bin/sh", "-c", script]).status == 0
    }

    private func status(_ name: String) throws -> stat {
        var status = stat()
        try #require(lstat(workplace.path(name), &status) == 0)
        return status
    }

    private func pages() throws {
        try bench.writeConfiguration(
            sinks: "  page: { type: file, path: out/page.jsonl, format: jsonl, max_entries: 100000 }")
    }

    @Test("X03: a file that another user planted with mode 4777 makes root's digest neither setuid nor writable")
    func planted() throws {
        try pages()
        try strangerDoes("echo mine >out/page.jsonl && chmod 4777 out/page.jsonl")
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/page.jsonl")
        let page = try status("out/page.jsonl")
        #expect(page.st_uid == 0)
        #expect(page.st_mode & 0o7777 == 0o644)
        // What was there is kept as a copy: the planted file itself gets no second name.
        let original = try status("out/page.jsonl.orig")
        #expect(original.st_nlink == 1)
        #expect(original.st_mode & 0o7022 == 0)
        #expect(workplace.read("out/page.jsonl.orig") == "mine\n")
    }

    @Test("X03: of a file of our own a new one takes over the rights to read and write, and nothing else")
    func ownMode() throws {
        try pages()
        #expect(try workplace.run("run").status == 0)
        var feed = bench.feed
        for (old, new): (mode_t, mode_t) in [(0o640, 0o640), (0o4777, 0o666)] {
            #expect(chmod(workplace.path("out/page.jsonl"), old) == 0)
            try feed.issue(1, in: workplace)
            #expect(try workplace.run("run", "--now").status == 0)
            #expect(try status("out/page.jsonl").st_mode & 0o7777 == new)
        }
    }

    @Test("a report takes over nothing of a file that another user planted")
    func reports() throws {
        try strangerDoes("echo mine >out/report.json && chmod 4777 out/report.json")
        let outcome = try workplace.run("run", "--report", "out/report.json")
        #expect(outcome.status == 0, "\(outcome)")
        let report = try status("out/report.json")
        #expect(report.st_uid == 0)
        #expect(report.st_mode & 0o7777 == 0o644)
    }

    /// What another user did with the place to which a sink appends, and what is told of it.
    enum Trap: String, CaseIterable {
        case ownFile, hardLink, openFolder, ownFolder

        var words: String {
            switch self {
            case .ownFile: "it belongs to the user \(OtherUser.spoken(65_534))"
            case .hardLink: "it has 2 names (hard links)"
            case .openFolder: "everybody can write to its folder /"
            case .ownFolder: "/out belongs to the user"
            }
        }
    }

    @Test(
        "X04: nothing is appended where another user has a hand in it; the other sinks are served",
        arguments: Trap.allCases)
    func trap(_ trap: Trap) throws {
        try workplace.write("precious", "precious\n")
        switch trap {
        case .ownFile: try strangerDoes("echo mine >out/bad.jsonl && chmod 666 out/bad.jsonl")
        case .hardLink: #expect(link(workplace.path("precious"), workplace.path("out/bad.jsonl")) == 0)
        case .openFolder: #expect(chmod(workplace.path("out"), 0o777) == 0)
        case .ownFolder:
            #expect(chmod(workplace.path("out"), 0o755) == 0)
            #expect(chown(workplace.path("out"), stranger.number, stranger.number) == 0)
        }
        let outcome = try workplace.run("run")
        #expect(outcome.status == 73, "\(outcome)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("sink \"bad\" failing"), "\(outcome)")
        #expect(outcome.errors.contains(trap.words), "\(outcome)")
        try bench.expectDeliveredOnce("good.jsonl")
        #expect(workplace.read("precious") == "precious\n")
        #expect(["", "mine\n", "precious\n"].contains(workplace.read("out/bad.jsonl")))
        // Once the place is ours, what waited is delivered.
        unlink(workplace.path("out/bad.jsonl"))
        #expect(chown(workplace.path("out"), 0, 0) == 0)
        #expect(chmod(workplace.path("out"), 0o755) == 0)
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("good.jsonl", "out/bad.jsonl")
    }

    @Test(
        "X04: another user appends neither to root's file that all may write, nor through a link of it; his own is fine"
    )
    func asStranger() throws {
        try workplace.write("out/bad.jsonl", "precious\n")
        #expect(chmod(workplace.path("out/bad.jsonl"), 0o666) == 0)
        #expect(try workplace.run("--version").status == 0)
        for name in ["one.xml", "config.yaml", "."] {
            #expect(lchown(workplace.path(name), stranger.number, stranger.number) == 0)
        }
        let outcome = try workplace.run("run", wrapper: stranger.wrapper)
        #expect(outcome.status == 73, "\(outcome)")
        #expect(outcome.errors.contains("it belongs to the user \(OtherUser.spoken(0))"), "\(outcome)")
        #expect(workplace.read("out/bad.jsonl") == "precious\n")
        try bench.expectDeliveredOnce("good.jsonl")
        // In a folder like /tmp a file of his own cannot be swapped by others.
        unlink(workplace.path("out/bad.jsonl"))
        #expect(try workplace.run("run", wrapper: stranger.wrapper).status == 0)
        try bench.expectDeliveredOnce("good.jsonl", "out/bad.jsonl")
        #expect(try status("out/bad.jsonl").st_uid == stranger.number)
    }

    @Test("X04: a file is replaced safely in a folder that others can write, and `check` says who they are")
    func replaced() throws {
        try pages()
        #expect(chmod(workplace.path("out"), 0o777) == 0)
        let check = try workplace.run("check")
        #expect(check.status == 0)
        #expect(check.output.contains("everybody can write to its folder \(workplace.path("out"))"), "\(check)")
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/page.jsonl")
    }

    @Test("X06: a recording is for its user alone, and digests, reports and metrics are for all")
    func recording() throws {
        try pages()
        let outcome = try workplace.run(
            "run", "--record", "recorded", "--report", "report.json", "--metrics", "metrics.prom")
        #expect(outcome.status == 0, "\(outcome)")
        #expect(try status("recorded").st_mode & 0o7777 == 0o700)
        #expect(try status("recorded/clock").st_mode & 0o7777 == 0o600)
        #expect(try !succeeds("ls recorded"))
        #expect(try !succeeds("cat recorded/clock"))
        try strangerDoes("cat out/page.jsonl report.json metrics.prom")
    }
}
