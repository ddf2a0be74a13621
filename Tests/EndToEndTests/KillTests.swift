import Foundation
import Glibc
import Testing

@Suite("kill -9 at random moments")
struct KillTests {
    /// 20 in a plain test run; `make kill` asks for more.
    static let kills = ProcessInfo.processInfo.environment["KAWARABAN_KILLS"].flatMap(Int.init) ?? 20

    @Test("loses, doubles and tears nothing in appended and replaced files")
    func losesNothing() throws {
        let workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
              two: { type: file, path: two.xml }
            sinks:
              archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
              page: { type: file, path: "out/{{pipeline}}.jsonl", format: jsonl, max_entries: 100000 }
            pipelines:
              everything: { sources: ["*"], sinks: [archive, page] }
              picked:
                sources: [one]
                filters:
                  - take: { entries: 3, rest: later }
                sinks: [page]
            """)
        var feeds = [IssuedFeed(file: "one.xml"), IssuedFeed(file: "two.xml")]
        var random = SystemRandomNumberGenerator()
        for index in feeds.indices { try feeds[index].issue(5, in: workplace) }
        let begun = Date()
        #expect(try workplace.run("run").status == 0)
        let whole = Date().timeIntervalSince(begun)

        var killed = 0
        while killed < Self.kills {
            for index in feeds.indices { try feeds[index].issue(Int.random(in: 0...4, using: &random), in: workplace) }
            let process = try workplace.start(["run"])
            usleep(UInt32.random(in: 0...UInt32(whole * 1.1 * 1_000_000), using: &random))
            kill(process.processIdentifier, SIGKILL)
            if process.waitUntilExit() == 128 + SIGKILL { killed += 1 }
        }
        // What waits for `take` comes three at a run.
        for _ in 0...(feeds[0].issued / 3 + 1) { #expect(try workplace.run("run").status == 0) }

        let issued = (feeds[0].ids + feeds[1].ids).sorted()
        #expect(try ids(inJSONLines: workplace.read("out/archive.jsonl")).sorted() == issued)
        #expect(try ids(inJSONLines: workplace.read("out/everything.jsonl")).sorted() == issued)
        #expect(try ids(inJSONLines: workplace.read("out/picked.jsonl")).sorted() == feeds[0].ids.sorted())
        let left = try FileManager.default.contentsOfDirectory(atPath: workplace.path("out"))
        #expect(left.sorted() == ["archive.jsonl", "everything.jsonl", "picked.jsonl"])
    }
}
