import Foundation
import Glibc
import Testing

@Suite("an output that cannot be written")
struct BadOutputTests {
    private let workplace: Workplace
    private var feed = IssuedFeed(file: "one.xml")

    init() throws {
        workplace = try Workplace()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            defaults: { first_run: all }
            sources:
              one: { type: file, path: one.xml }
            sinks:
              bad: { type: file, path: bad/archive.jsonl, format: jsonl, mode: append }
              good: { type: file, path: good.jsonl, format: jsonl, mode: append }
            pipelines:
              all: { sources: [one], sinks: [bad, good] }
            """)
        try feed.issue(10, in: workplace)
    }

    @Test("P16 a state that is not ours stays where it is, delivers nothing and says so")
    func foreignState() throws {
        try workplace.write(".kawaraban/state.sqlite", String(repeating: "not a database ", count: 100))
        let outcome = try workplace.run("run")
        #expect(outcome.status == 70)
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(!workplace.exists("good.jsonl"))
        #expect(workplace.read(".kawaraban/state.sqlite").hasPrefix("not a database"))
    }
}
