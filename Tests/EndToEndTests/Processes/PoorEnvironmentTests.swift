import Foundation
import Glibc
import Testing

@Suite("a poor environment, as cron and systemd give it")
struct PoorEnvironmentTests {
    private let bench: ProcessTestBench

    init() throws {
        bench = try ProcessTestBench(
            issuing: 3,
            sinks: """
                  archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
                  text: { type: file, path: "out/{{pipeline}}-{{date}}.txt", format: text }
                """)
    }

    /// What a line of shell takes away before the program is called by its whole path.
    static let preparations = [
        "env -i", "env -i PATH=", "env -u HOME -u TMPDIR", "env LANG=C LC_ALL=C", "env LC_ALL=ja_JP.SJIS",
        "env LANG=xx_YY.utf8 LANGUAGE=xx", "env HOME=/nonexistent TMPDIR=/nonexistent",
    ]

    @Test("P22 whatever variables are missing or strange, a run does its work, in UTF-8", arguments: preparations)
    func variables(_ environment: String) throws {
        let config = bench.workplace.path("config.yaml")
        let outcome = try bench.workplace.runOther(
            ["/bin/sh", "-c", "cd / && exec \(environment) \"$0\" run -c \"$1\"", Workplace.program, config])
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        try bench.expectDeliveredOnce("out/archive.jsonl")
        #expect(bench.workplace.read("out/archive.jsonl").contains("瓦版"))
    }

    @Test("P22 with a strict umask files and folders are the user's alone, and the next run works")
    func umask() throws {
        #expect(try bench.run(after: "umask 077", "run").status == 0)
        for name in ["out", "out/archive.jsonl", ".kawaraban", ".kawaraban/state.sqlite"] {
            var status = stat()
            #expect(stat(bench.workplace.path(name), &status) == 0)
            #expect(status.st_mode & 0o077 == 0, "\(name)")
        }
        #expect(try bench.run(after: "umask 077", "run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl")
    }

    @Test("P22 from a working folder that is gone, and without a standard input, a run does its work")
    func workingFolder() throws {
        let config = bench.workplace.path("config.yaml")
        let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" run -c \"$1\" <&-"
        let outcome = try bench.workplace.runOther(["/bin/sh", "-c", script, Workplace.program, config])
        #expect(outcome.status == 0, "\(outcome.errors)")
        try bench.expectDeliveredOnce("out/archive.jsonl")
    }

    @Test("P22 a relative configuration in a working folder that is gone is told, not a crash")
    func relativeInGoneFolder() throws {
        let script = "mkdir gone && cd gone && rmdir ../gone && exec \"$0\" run"
        let outcome = try bench.workplace.runOther(["/bin/sh", "-c", script, Workplace.program])
        #expect(outcome.status == 78)
        #expect(outcome.errors.contains("the configuration does not exist"))
    }
}
