import Foundation
import Testing

@Suite("an output that nobody takes")
struct ClosedOutputTests {
    private var bench: ProcessTestBench

    init() throws { bench = try ProcessTestBench(issuing: 10, sinks: "  console: { type: stdout, format: jsonl }") }

    @Test(
        "P15 what a closed or full standard output did not take comes with the next run",
        arguments: [">&-", ">/dev/full"])
    func closed(_ redirection: String) throws {
        let outcome = try bench.workplace.runOther(
            ["/bin/sh", "-c", "exec \"$0\" run \(redirection)", Workplace.program])
        #expect(outcome.status == 74)
        #expect(outcome.complaints.count == 1)
        let next = try bench.workplace.run("run")
        #expect(next.status == 0)
        #expect(try ids(inJSONLines: next.output).sorted() == bench.feed.ids.sorted())
        #expect(try bench.workplace.run("run").output.isEmpty)
    }

    @Test("P15 a reader that leaves after the first line ends nothing but that delivery")
    mutating func head() throws {
        // More than a pipe holds, so that the reader is gone before all is written.
        try bench.feed.issue(1000, in: bench.workplace)
        let outcome = try bench.workplace.runOther(
            ["/bin/sh", "-c", "{ \"$0\" run; echo $? >status; } | head -1", Workplace.program])
        #expect(bench.workplace.read("status") == "74\n", "\(outcome.errors)")
        #expect(outcome.complaints.count == 1)
        let next = try bench.workplace.run("run")
        #expect(next.status == 0)
        #expect(try ids(inJSONLines: next.output).sorted() == bench.feed.ids.sorted())
    }

    @Test("P15 without a standard error a run does its work")
    func noErrors() throws {
        let outcome = try bench.workplace.runOther(["/bin/sh", "-c", "exec \"$0\" run 2>&-", Workplace.program])
        #expect(outcome.status == 0)
        #expect(try ids(inJSONLines: outcome.output).sorted() == bench.feed.ids.sorted())
    }

    @Test("P15 with all three streams closed nothing is printed into the state")
    func allClosed() throws {
        let outcome = try bench.workplace.runOther(
            ["/bin/sh", "-c", "exec \"$0\" run <&- >&- 2>&-", Workplace.program])
        #expect(outcome.status == 74)
        let next = try bench.workplace.run("run")
        // Now somebody hears of it.
        #expect(next.status == 1, "\(next.errors)")
        #expect(next.errors.contains(": sink \"console\" failing"), "\(next.errors)")
        #expect(try ids(inJSONLines: next.output).sorted() == bench.feed.ids.sorted())
    }

    @Test("P15 U09 a list whose reader has gone ends in silence, as a program that SIGPIPE ends")
    mutating func listing() throws {
        try bench.feed.issue(2000, in: bench.workplace)
        #expect(try bench.workplace.run("run").status == 0)
        let outcome = try bench.workplace.runOther(
            ["/bin/sh", "-c", "{ \"$0\" list --json --limit 2000; echo $? >status; } | head -1", Workplace.program])
        #expect(outcome.output.split(separator: "\n").count == 1)
        #expect(outcome.errors.isEmpty)
        #expect(bench.workplace.read("status") == "141\n")
    }
}
