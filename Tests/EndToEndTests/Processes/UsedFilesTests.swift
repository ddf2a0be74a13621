import Foundation
import Glibc
import Testing

@Suite("one file for two purposes")
struct UsedFilesTests {
    private let bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }

    init() throws {
        bench = try ProcessTestBench(issuing: 3)
        let text = bench.workplace.read("config.yaml")
            .replacingOccurrences(of: "settings: {", with: "settings: { env_file: .env,")
        try bench.workplace.write("config.yaml", text)
        try bench.workplace.write(".env", "A=b\n")
        #expect(chmod(bench.workplace.path(".env"), 0o600) == 0)
    }

    @Test(
        "X20: a report or metrics never take the place of a file that the run uses",
        arguments: [
            ("config.yaml", "is the configuration itself"), ("./config.yaml", "is the configuration itself"),
            ("link.yaml", "is the configuration itself"), ("hard.yaml", "is the configuration itself"),
            (".env", "is a file that the configuration reads"), ("one.xml", "is read by sources.one"),
            (".kawaraban/state.sqlite", "is the state database"),
            (".kawaraban/state.sqlite-wal", "is the state database"),
            (".kawaraban/state.sqlite.lock", "is the state database"),
            ("folder/state.sqlite.damaged", "is the state database"),
            ("out/archive.jsonl", "is written by sinks.archive"), ("out/page.jsonl", "is written by sinks.page"),
        ])
    func refused(_ path: String, _ use: String) throws {
        #expect(symlink("config.yaml", workplace.path("link.yaml")) == 0)
        #expect(link(workplace.path("config.yaml"), workplace.path("hard.yaml")) == 0)
        #expect(symlink(".kawaraban", workplace.path("folder")) == 0)
        #expect(mkdir(workplace.path(".kawaraban"), 0o700) == 0)
        let before = workplace.read(path)
        for option in ["--report", "--metrics"] {
            let outcome = try workplace.run("run", option, path)
            #expect(outcome.status == 64, "\(outcome)")
            #expect(outcome.errors == "kawaraban: \(option): \(path) \(use); name another file\n")
        }
        #expect(workplace.read(path) == before)
        #expect(!workplace.exists("out/archive.jsonl"))
    }

    @Test("X20: one file for report and metrics is refused; two beside the state are fine")
    func both() throws {
        let one = try workplace.run("run", "--report", "told.txt", "--metrics", "./told.txt")
        #expect(one.status == 64)
        #expect(one.errors.contains("--report and --metrics name the same file"), "\(one)")
        let files = ["--report", ".kawaraban/report.json", "--metrics", ".kawaraban/run.prom"]
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.waitForExit(try workplace.start(["run"] + files)).status == 0)
        #expect(workplace.exists(".kawaraban/run.prom"))
    }

    @Test("X20: a source that names the state is a mistake; of a pattern all but the state is read, and that is told")
    func stateAsSource() throws {
        let text = workplace.read("config.yaml")
        func read(_ path: String) throws {
            try workplace.write(
                "config.yaml", text.replacingOccurrences(of: "path: one.xml", with: "path: [one.xml, \"\(path)\"]"))
        }
        #expect(mkdir(workplace.path("data"), 0o700) == 0)
        try workplace.write("data/state", "")
        #expect(symlink("data/state", workplace.path("alias")) == 0)
        for path in ["data/state", "./data/state-wal", "alias"] {
            try read(path)
            let check = try workplace.run("check", "--state", "data/state")
            #expect(check.status == 78, "\(path): \(check)")
            #expect(check.output.contains("is the state database"), "\(check)")
        }
        #expect(unlink(workplace.path("data/state")) == 0)
        try read("data/*")
        let check = try workplace.run("check", "--state", "data/state")
        #expect(check.status == 0)
        #expect(check.output.contains("its pattern matches the state database"), "\(check)")
        #expect(symlink("state", workplace.path("data/link")) == 0)
        let run = try workplace.run("run", "--state", "data/state")
        #expect(run.status == 1, "\(run)")
        #expect(run.errors.contains("it cannot be read: the state of this run"), "\(run)")
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
        #expect(try workplace.run("state", "check", "--state", "data/state").status == 0)
    }
}
