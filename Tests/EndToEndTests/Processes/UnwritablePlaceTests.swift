import Foundation
import Testing

@Suite("places that cannot be written")
struct UnwritablePlaceTests {
    private var bench: ProcessTestBench

    init() throws {
        bench = try ProcessTestBench(
            sinks: """
                  bad: { type: file, path: bad/archive.jsonl, format: jsonl, mode: append }
                  good: { type: file, path: good.jsonl, format: jsonl, mode: append }
                """)
    }

    /// What stands in the way, and what takes it away.
    enum Obstacle: String, CaseIterable {
        case folderIsFile, fileIsFolder, fileIsLink, folderIsLinkToNothing
    }

    @Test(
        "P08 what stands in the way of one sink is told, the other is served, and the next run delivers",
        arguments: Obstacle.allCases)
    func obstacle(_ kind: Obstacle) throws {
        let (workplace, files) = (bench.workplace, FileManager.default)
        switch kind {
        case .folderIsFile: try workplace.write("bad", "not a folder")
        case .fileIsFolder:
            try files.createDirectory(
                atPath: workplace.path("bad/archive.jsonl"), withIntermediateDirectories: true)
        case .fileIsLink:
            try workplace.write("elsewhere", "precious")
            try files.createDirectory(atPath: workplace.path("bad"), withIntermediateDirectories: true)
            try files.createSymbolicLink(
                atPath: workplace.path("bad/archive.jsonl"), withDestinationPath: workplace.path("elsewhere"))
        case .folderIsLinkToNothing:
            try files.createSymbolicLink(atPath: workplace.path("bad"), withDestinationPath: "/nowhere/at/all")
        }
        let outcome = try workplace.run("run")
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("sink \"bad\" failing, 40 entries waiting"))
        try bench.expectDeliveredOnce("good.jsonl")
        if kind == .fileIsLink { #expect(workplace.read("elsewhere") == "precious") }
        try files.removeItem(atPath: workplace.path("bad"))
        #expect(try workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("good.jsonl", "bad/archive.jsonl")
    }

    @Test("P08 a read-only output folder concerns its sink alone; sources are collected and the others served")
    func readOnlyOutput() throws {
        try bench.workplace.write("bad/other", "")
        let preparation = "mount --bind bad bad && mount -o remount,bind,ro bad"
        guard let outcome = try bench.run(mounting: preparation, "run") else { return }
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("sink \"bad\" failing, 40 entries waiting: it cannot be created or written"))
        try bench.expectDeliveredOnce("good.jsonl")
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("good.jsonl", "bad/archive.jsonl")
    }

    @Test("P08 a missing output folder is made, with those above it")
    func missingFolder() throws {
        try bench.writeConfiguration(
            sinks: "  deep: { type: file, path: a/b/c/archive.jsonl, format: jsonl, mode: append }")
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("a/b/c/archive.jsonl")
    }

    @Test("P08 a state that cannot be written stops the run before it fetches", arguments: ["readOnly", "isFile"])
    func unwritableState(_ kind: String) throws {
        let outcome: Workplace.Outcome?
        if kind == "isFile" {
            try bench.workplace.write(".kawaraban", "not a folder")
            outcome = try bench.workplace.run("run")
        } else {
            try bench.workplace.write(".kawaraban/other", "")
            outcome = try bench.run(
                mounting: "mount --bind .kawaraban .kawaraban && mount -o remount,bind,ro .kawaraban", "run")
        }
        guard let outcome else { return }
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("kawaraban: state: it cannot be created or written"))
        #expect(!bench.workplace.exists("good.jsonl"))
        try FileManager.default.removeItem(atPath: bench.workplace.path(".kawaraban"))
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("good.jsonl", "bad/archive.jsonl")
    }

    @Test("P08 a known state that has become read-only stops the run, and keeps what it knows")
    func stateTurnsReadOnly() throws {
        #expect(try bench.workplace.run("run").status == 0)
        let preparation = "mount --bind .kawaraban .kawaraban && mount -o remount,bind,ro .kawaraban"
        guard let outcome = try bench.run(mounting: preparation, "run") else { return }
        #expect(outcome.status == 73, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("good.jsonl", "bad/archive.jsonl")
    }
}
