import Foundation
import Testing

@Suite("a disk that is full")
struct FullDiskTests {
    private var bench: ProcessTestBench

    init() throws {
        bench = try ProcessTestBench(
            sinks: """
                  small: { type: file, path: small/archive.jsonl, format: jsonl, mode: append }
                  page: { type: file, path: small/page.jsonl, format: jsonl, max_entries: 100000 }
                  good: { type: file, path: good.jsonl, format: jsonl, mode: append }
                """)
        for folder in ["small", ".kawaraban"] {
            try FileManager.default.createDirectory(
                atPath: bench.workplace.path(folder), withIntermediateDirectories: true)
        }
    }

    @Test("P07 on a full output disk the other sinks are served, each full one has a line, and all is delivered once")
    mutating func output() throws {
        try bench.feed.issue(100, in: bench.workplace)
        guard let outcome = try bench.run(mounting: "mount -t tmpfs -o size=16k tmpfs small", "run") else { return }
        #expect(outcome.status == 74)
        #expect(outcome.complaints.count == 2, "\(outcome.errors)")
        #expect(outcome.complaints.allSatisfy { $0.contains("the disk is full") && $0.contains("small/") })
        try bench.expectDeliveredOnce("good.jsonl")
        // The next run sees the folder beneath the mount, which has room.
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("small/archive.jsonl", "small/page.jsonl", "good.jsonl")
    }

    @Test("P07 a replaced file stays whole when its disk is full")
    mutating func oldPage() throws {
        let page = "small/page.jsonl"
        #expect(try bench.workplace.run("run").status == 0)
        let before = bench.workplace.read(page)
        try bench.workplace.write("saved", before)
        // Not so many that it would be a flood.
        try bench.feed.issue(40, in: bench.workplace)
        // A disk with the page on it and room for some more; what stands there afterwards is taken out of it.
        let preparation = "mount -t tmpfs -o size=40k tmpfs small && cp saved small/page.jsonl"
        let unshare = ["/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c"]
        guard try bench.run(mounting: preparation, "--version") != nil else { return }
        let outcome = try bench.workplace.runOther(
            unshare + ["\(preparation); \"$0\" run; s=$?; cp small/page.jsonl after; exit $s", Workplace.program])
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(bench.workplace.read("after") == before)
        #expect(try bench.workplace.run("run").status == 0)
        // What the other sink appended there has gone with the disk.
        try bench.expectDeliveredOnce("good.jsonl", page)
    }

    @Test("P07 on a full disk for the state nothing is fetched or written, and the next run does everything once")
    func state() throws {
        let preparation = "mount -t tmpfs -o size=8k tmpfs .kawaraban"
        guard let outcome = try bench.run(mounting: preparation, "run") else { return }
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("kawaraban: state: the disk is full"))
        #expect(outcome.errors.contains("state.sqlite"))
        #expect(!bench.workplace.exists("good.jsonl"))
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("small/archive.jsonl", "small/page.jsonl", "good.jsonl")
    }

    @Test("P07 when the disk of the state fills up with what was fetched, nothing is delivered that would come twice")
    mutating func stateFillsUp() throws {
        try bench.feed.issue(3000, in: bench.workplace)
        // Room for the tables, none for the entries.
        let preparation = "mount -t tmpfs -o size=600k tmpfs .kawaraban"
        guard let outcome = try bench.run(mounting: preparation, "run") else { return }
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(outcome.errors.contains("kawaraban: state: the disk is full"))
        #expect(!bench.workplace.exists("good.jsonl"))
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("small/archive.jsonl", "small/page.jsonl", "good.jsonl")
    }

    @Test("P07 with output and state on one full disk, the next run with room does everything once")
    func both() throws {
        let preparation =
            "mount -t tmpfs -o size=8k tmpfs .kawaraban && mount --bind .kawaraban small && echo full > .kawaraban/x"
        guard let outcome = try bench.run(mounting: preparation, "run") else { return }
        #expect(outcome.status == 74, "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("small/archive.jsonl", "small/page.jsonl", "good.jsonl")
    }
}
