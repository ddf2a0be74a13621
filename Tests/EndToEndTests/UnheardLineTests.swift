import FeedTesting
import Foundation
import Testing

@Suite("lines that nobody could read")
struct UnheardLineTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func configure(sources: Int) throws {
        let names = (0..<sources).map { "  s\($0): { type: file, path: none-\($0).xml }" }
        try workplace.write(
            "config.yaml",
            """
            version: 1
            sources:
            \(names.joined(separator: "\n"))
            sinks: { out: { type: file, path: out.txt, format: text } }
            pipelines: { all: { sources: ["*"], sinks: [out] } }
            """)
    }

    private func lines(_ outcome: Workplace.Outcome) -> [String] {
        outcome.errors.split(separator: "\n").map(String.init)
    }

    @Test(
        "Y03 what was told to a closed or full stderr comes again, once somebody can read it",
        arguments: [">&-", "> /dev/full"])
    func stderr(_ way: String) throws {
        try configure(sources: 1)
        for _ in 0..<2 {
            let outcome = try workplace.runOther(["sh", "-c", "exec \(Workplace.program) run 2\(way)"])
            #expect(outcome.status == 0 || outcome.status == 1)
        }
        let dry = try workplace.run("run", "--dry-run")
        #expect(lines(dry).count == 1)
        let heard = try workplace.run("run")
        #expect(heard.status == 1)
        #expect(lines(heard).count == 1)
        #expect(heard.errors.contains("source \"s0\" has never worked"), "\(heard)")
        let after = try workplace.run("run")
        #expect(after.status == 0 && after.errors.isEmpty, "\(after)")
    }

    @Test("Y03 the doctor and the metrics tell of lines that wait, and that all were told")
    func watched() throws {
        try configure(sources: 2)
        func look() throws -> (metrics: [String], finding: String) {
            let metrics = workplace.lines("m.prom").filter { $0.hasPrefix("kawaraban_lines_waiting") }
            let findings = try workplace.run("doctor").output.split(separator: "\n")
            return (metrics, String(findings.first { $0.contains("  lines  ") } ?? "none"))
        }
        _ = try workplace.runOther(["sh", "-c", "exec \(Workplace.program) run --metrics m.prom 2>&-"])
        let waiting = try look()
        #expect(waiting.metrics.first == "kawaraban_lines_waiting 2")
        #expect(waiting.metrics.last?.hasPrefix("kawaraban_lines_waiting_since_timestamp_seconds 1") == true)
        #expect(waiting.finding.hasPrefix("hint  lines         2 notices are not reported yet"), "\(waiting.finding)")
        #expect(try workplace.run("run", "--metrics", "m.prom").status == 1)
        let told = try look()
        #expect(told.metrics == ["kawaraban_lines_waiting 0"])
        #expect(told.finding.hasPrefix("ok    lines "), "\(told.finding)")
    }

    @Test("Y04 of 25 lines ten are told a run, and the command that is named shows all of them")
    func many() throws {
        try configure(sources: 25)
        var told: [String] = []
        for (count, rest) in [(10, 15), (10, 5), (5, 0)] {
            let outcome = try workplace.run("run")
            #expect(outcome.status == 1)
            let lines = lines(outcome)
            told += lines.prefix(count)
            #expect(lines.count == count + (rest > 0 ? 1 : 0))
            if rest > 0 { #expect(lines.last == "kawaraban: … and \(rest) more (kawaraban status --lines)") }
            let shown = try workplace.run("status", "--lines").output.split(separator: "\n")
            #expect(shown.count == 25)
            #expect(shown.count { $0.hasSuffix(" (not reported yet)") } == rest)
        }
        for number in 0..<25 { #expect(told.count { $0.contains("\"s\(number)\"") } == 1) }
        #expect(try workplace.run("run").errors.isEmpty)
        #expect(try workplace.run("status", "--lines", "s3").output.split(separator: "\n").count == 1)
        let json = try workplace.run("status", "--lines", "--json").output
        let objects = try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]]
        #expect(objects?.count == 25)
        #expect(objects?.allSatisfy { $0["kind"] as? String == "source_failing" && $0["told"] is String } == true)
    }

    @Test("Y04 a program gets every line at once")
    func programs() throws {
        try configure(sources: 25)
        #expect(lines(try workplace.run("run", "--log-format", "json")).count == 25)
        #expect(try workplace.run("run").errors.isEmpty)
    }
}
