import Foundation
import Glibc
import Testing

@Suite("what programs read")
struct ProgramOutputTests {
    private var bench: ProcessTestBench

    init() throws {
        bench = try ProcessTestBench(
            issuing: 3,
            sinks: """
                  archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append }
                  bad: { type: file, path: one.xml/x.jsonl, format: jsonl, mode: append }
                """)
    }

    private func objects(_ text: String) throws -> [[String: Any]] {
        try text.split(separator: "\n").map { line in
            try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any], "\(line)")
        }
    }

    @Test("with --log-format json every line on stderr is an object: changes, logs, and what they are about")
    func changes() throws {
        let outcome = try bench.workplace.run("run", "--log-format", "json", "--log-level", "debug")
        #expect(outcome.status == 73)
        let lines = try objects(outcome.errors)
        #expect(lines.allSatisfy { $0["time"] is String && $0["level"] is String && $0["kind"] is String })
        #expect(lines.contains { $0["kind"] as? String == "log" })
        #expect(lines.allSatisfy { $0[$0["kind"] as? String == "log" ? "event" : "message"] is String })
        let change = try #require(lines.first { $0["kind"] as? String == "sink_failing" })
        #expect(change["sink"] as? String == "bad")
        #expect(change["code"] as? String == "unwritable")
        #expect(change["entries"] as? Int == 3)
        #expect((change["message"] as? String)?.hasPrefix("kawaraban: sink \"bad\" failing, 3 entries waiting") == true)
    }

    @Test("mistakes of a configuration have their places as numbers")
    func diagnostics() throws {
        try bench.workplace.write("config.yaml", "version: 1\nsorces: {}\n")
        let outcome = try bench.workplace.run("run", "--log-format", "json")
        #expect(outcome.status == 78)
        let mistake = try #require(try objects(outcome.errors).first { $0["line"] as? Int == 2 })
        #expect(mistake["kind"] as? String == "diagnostic")
        #expect(mistake["level"] as? String == "error")
        #expect(mistake["file"] as? String == "config.yaml")
        #expect(mistake["column"] as? Int == 1)
    }

    @Test("a wrong command line and a state that cannot be used are objects, too")
    func failures() throws {
        for arguments in [["run", "--no-such"], ["run", "evening"], ["list", "--limit", "0"]] {
            let outcome = try bench.workplace.runOther(
                [Workplace.program] + arguments + ["--log-format", "json"])
            #expect(outcome.status == 64)
            #expect(try objects(outcome.errors).count == 1)
        }
        try bench.workplace.write(".kawaraban/state.sqlite", String(repeating: "not a database ", count: 100))
        let outcome = try bench.workplace.run(
            "run", "--log-format=json", "--report", "r.json", "--metrics", "m.prom")
        #expect(outcome.status == 70)
        let line = try #require(try objects(outcome.errors).first)
        #expect(line["kind"] as? String == "state")
        #expect(line["code"] is String)
        // Who watches the files learns of it.
        #expect(bench.workplace.lines("m.prom").contains("kawaraban_run_exit_status 70"))
        let report = try JSONSerialization.jsonObject(with: Data(bench.workplace.read("r.json").utf8))
        #expect((report as? [String: Any])?["exit"] as? Int == 70)
    }

    @Test("metrics tell what a run did and how things stand, and a run that is turned away leaves them alone")
    func metrics() throws {
        #expect(try bench.workplace.run("run", "--metrics", "m.prom").status == 73)
        let lines = bench.workplace.lines("m.prom")
        for line in [
            "kawaraban_run_exit_status 73", "kawaraban_run_sources{outcome=\"loaded\"} 1",
            "kawaraban_source_new_entries{source=\"one\"} 3", "kawaraban_source_failures{source=\"one\"} 0",
            "kawaraban_sink_delivered_entries{sink=\"archive\"} 3", "kawaraban_sink_waiting_entries{sink=\"bad\"} 3",
            "kawaraban_sink_waiting_entries{sink=\"archive\"} 0", "kawaraban_sink_given_up_entries{sink=\"bad\"} 0",
        ] { #expect(lines.contains(line), "\(line)") }
        #expect(lines.contains { $0.hasPrefix("kawaraban_source_last_success_timestamp_seconds{source=\"one\"} 1") })
        #expect(lines.contains { $0.hasPrefix("kawaraban_state_bytes ") && !$0.hasSuffix(" 0") })
        let lock = open(bench.workplace.path(".kawaraban/state.sqlite.lock"), O_RDWR | O_CLOEXEC)
        #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
        defer { close(lock) }
        #expect(try bench.workplace.run("run", "--metrics", "m.prom").status == 75)
        #expect(bench.workplace.lines("m.prom") == lines)
    }
}
