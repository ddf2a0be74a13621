import Foundation
import Glibc
import Testing

@Suite("a configuration that is reached by a symbolic link, and one whose folder is renamed")
struct LinkedConfigurationTests {
    private var bench: ProcessTestBench
    private var workplace: Workplace { bench.workplace }

    init() throws { bench = try ProcessTestBench(issuing: 3) }

    private func makeFolder(_ name: String) throws {
        try FileManager.default.createDirectory(atPath: workplace.path(name), withIntermediateDirectories: true)
    }

    /// A folder with a link to the configuration, and to the file that it reads.
    private func link(_ folder: String) throws {
        try makeFolder(folder)
        try #require(symlink("../config.yaml", workplace.path("\(folder)/config.yaml")) == 0)
        try #require(symlink("../one.xml", workplace.path("\(folder)/one.xml")) == 0)
    }

    @Test("Y17: where a state lies beside the configuration itself, too, every command ends with 78 and names both")
    func twoStates() throws {
        try link("home")
        #expect(try workplace.run("run").status == 0)
        let linked = ["-c", "home/config.yaml"]
        for arguments in [["run"], ["check"], ["status"], ["run", "--dry-run"], ["why", "x"], ["state", "check"]] {
            let outcome = try workplace.run(arguments + linked)
            #expect(outcome.status == 78, "\(arguments) \(outcome)")
            let said = outcome.errors + outcome.output
            #expect(said.contains("would be created beside it at home/.kawaraban/state.sqlite"), "\(arguments) \(said)")
            #expect(said.contains("also one at home/../.kawaraban/state.sqlite"), "\(arguments) \(said)")
        }
        let doctor = try workplace.run(["doctor"] + linked)
        #expect(doctor.output.contains("also one at home/../.kawaraban/state.sqlite"), "\(doctor)")
        #expect(!workplace.exists("home/.kawaraban"))
        // Whoever says which is meant is believed.
        #expect(try workplace.run(["run", "--state", ".kawaraban/state.sqlite"] + linked).status == 0)
        #expect(!workplace.exists("home/.kawaraban"))
        #expect(try workplace.run(["run", "--state", "home/.kawaraban/state.sqlite"] + linked).status == 0)
        let both = try workplace.run(["run"] + linked)
        #expect(both.status == 78)
        #expect(both.errors.contains("the state beside it is home/.kawaraban/state.sqlite"), "\(both)")
        // By its own name the configuration is no link.
        #expect(try workplace.run("run").status == 0)
        try FileManager.default.removeItem(atPath: workplace.path(".kawaraban"))
        #expect(try workplace.run(["run"] + linked).status == 0)
    }

    @Test("Y17: a mounted configuration whose real folder changes keeps the state beside its name")
    mutating func mountedConfiguration() throws {
        // As Kubernetes mounts a ConfigMap: each update makes a folder, and turns the link `..data` to it.
        try makeFolder("mount")
        let configuration = workplace.read("config.yaml")
        try #require(symlink("..data/config.yaml", workplace.path("mount/config.yaml")) == 0)
        try #require(symlink("../one.xml", workplace.path("mount/one.xml")) == 0)
        for version in 1...3 {
            try workplace.write("mount/..version\(version)/config.yaml", configuration)
            unlink(workplace.path("mount/..data"))
            try #require(symlink("..version\(version)", workplace.path("mount/..data")) == 0)
            try bench.feed.issue(2, in: workplace)
            #expect(try workplace.run("check", "-c", "mount/config.yaml").status == 0)
            let outcome = try workplace.run("run", "-c", "mount/config.yaml")
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty, "\(outcome)")
        }
        try bench.expectDeliveredOnce("mount/out/archive.jsonl", "mount/out/page.jsonl")
    }

    @Test("Y17: a folder that is a link has one state, by each of its names")
    mutating func linkedFolder() throws {
        try makeFolder("links")
        try #require(symlink(workplace.folder, workplace.path("links/news")) == 0)
        for config in ["config.yaml", "links/news/config.yaml", "config.yaml", "links/news/links/news/config.yaml"] {
            try bench.feed.issue(1, in: workplace)
            let outcome = try workplace.run("run", "-c", config)
            #expect(outcome.status == 0)
            #expect(outcome.errors.isEmpty, "\(config) \(outcome)")
        }
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("Y17: doctor names the configuration for cron as it was named")
    func crontab() throws {
        try link("home")
        let doctor = try workplace.run("doctor", "-c", "home/config.yaml")
        #expect(doctor.output.contains("run -c \(workplace.path("home/config.yaml"))"), "\(doctor)")
    }

    @Test("Y16: after its folder was renamed, a replaced page and an appended file go on as they were")
    mutating func renamedFolder() throws {
        try makeFolder("old")
        try workplace.write("old/config.yaml", workplace.read("config.yaml").replacing("one.xml", with: "../one.xml"))
        #expect(try workplace.run("run", "-c", "old/config.yaml").status == 0)
        for name in ["new", "newer"] {
            #expect(rename(workplace.path(name == "new" ? "old" : "new"), workplace.path(name)) == 0)
            try bench.feed.issue(2, in: workplace)
            let outcome = try workplace.run("run", "-c", "\(name)/config.yaml")
            #expect(outcome.status == 0, "\(outcome)")
            #expect(outcome.errors.isEmpty, "\(outcome)")
            try bench.expectDeliveredOnce("\(name)/out/archive.jsonl", "\(name)/out/page.jsonl")
            #expect(!workplace.exists("\(name)/out/page.jsonl.orig"))
        }
    }

    @Test("Y16: a message that could not be written goes to the file's new place")
    mutating func openMessage() throws {
        try makeFolder("old")
        try workplace.write("old/config.yaml", workplace.read("config.yaml").replacing("one.xml", with: "../one.xml"))
        // A folder stands where the page should be.
        try makeFolder("old/out/page.jsonl")
        #expect(try workplace.run("run", "-c", "old/config.yaml").status != 0)
        try FileManager.default.removeItem(atPath: workplace.path("old/out/page.jsonl"))
        #expect(rename(workplace.path("old"), workplace.path("new")) == 0)
        _ = try workplace.run("run", "-c", "new/config.yaml")
        #expect(!workplace.exists("old"))
        try bench.expectDeliveredOnce("new/out/archive.jsonl", "new/out/page.jsonl")
        let why = try workplace.run("why", "-c", "new/config.yaml", try #require(bench.feed.ids.first))
        #expect(!why.output.contains("old/out"), "\(why)")
    }

    @Test("Y16: a path that is written whole is one target, however the configuration is named")
    mutating func wholePath() throws {
        try workplace.write(
            "config.yaml", workplace.read("config.yaml").replacing("path: out/", with: "path: \(workplace.folder)/out/")
        )
        try makeFolder("links")
        try #require(symlink(workplace.folder, workplace.path("links/news")) == 0)
        for config in ["config.yaml", "links/news/config.yaml", "config.yaml"] {
            try bench.feed.issue(1, in: workplace)
            let outcome = try workplace.run("run", "-c", config)
            #expect(outcome.errors.isEmpty, "\(config) \(outcome)")
        }
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }
}

@Suite("a symbolic link in the place of a file that is delivered to")
struct LinkedTargetTests {
    @Test(
        "Y20: it is refused with 73 and left as it is, what is new waits, and check says so",
        arguments: [true, false])
    func link(isAppended: Bool) throws {
        let mode = isAppended ? ", mode: append" : ""
        let bench = try ProcessTestBench(
            issuing: 3, sinks: "  page: { type: file, path: page.jsonl, format: jsonl\(mode) }")
        let workplace = bench.workplace
        try workplace.write("mine", "mine\n")
        try #require(symlink("mine", workplace.path("page.jsonl")) == 0)
        let check = try workplace.run("check")
        #expect(check.status == 0)
        let refusal = isAppended ? "nothing is appended there" : "it is not replaced"
        #expect(check.output.contains("page.jsonl: a symbolic link; \(refusal)"), "\(check)")
        let run = try workplace.run("run")
        #expect(run.status == 73)
        #expect(run.errors.contains("3 entries waiting: it cannot be written: a symbolic link"), "\(run)")
        #expect(workplace.read("mine") == "mine\n")
        #expect(unlink(workplace.path("page.jsonl")) == 0)
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("page.jsonl")
    }
}
