import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedRendering
import FeedStages
import Testing

@testable import FeedCommand

@Suite("Report")
struct ReportTests {
    private var report: RunReport {
        var report = RunReport(started: Timestamp(seconds: 1_795_100_400))
        report.finished = report.started + .milliseconds(2500)
        var loaded = SourceOutcome(.loaded)
        loaded.isFirstLoad = true
        loaded.httpStatus = 200
        loaded.requests = 2
        loaded.bytes = 12_345
        loaded.entries = 30
        loaded.new = 20
        loaded.seconds = 0.3125
        var failed = SourceOutcome(.failed)
        failed.error = StageError(.timeout, subject: "https://lwn.net/", facts: [.seconds: "30"])
        var skipped = SourceOutcome(.skipped)
        skipped.skipReason = .notDue
        report.sources = ["qiita": loaded, "lwn": failed, "blog": skipped, "zenn": SourceOutcome(.unchanged)]
        var morning = PipelineOutcome(isDue: true)
        morning.kept = 15
        morning.dropped = ["newer_than#1": 3, "drop#1": 2]
        morning.later = 4
        morning.undecided = ["(a+)+": 2]
        report.pipelines = ["morning": morning]
        var page = SinkOutcome()
        page.delivered = 15
        page.targets = ["digests/morning-2026-11-20.html"]
        report.sinks = ["page": page]
        return report
    }

    private func json(_ exit: ExitStatus = .done) throws -> JSONValue {
        try JSONReader.read(ReportDocument(report: report, exit: exit, catalogue: .english, zone: .utc).bytes)
    }

    @Test("totals add up what the sources and sinks did")
    func totals() throws {
        let json = try json(.attention)
        #expect(json["exit"]?.int == 1)
        #expect(json["started"]?.string == "2026-11-19T15:00:00Z")
        #expect(json["finished"]?.string == "2026-11-19T15:00:02.500Z")
        let totals = try #require(json["totals"])
        let expected = [
            "sources": 4, "loaded": 1, "unchanged": 1, "failed": 1, "skipped": 1, "entries": 30, "new": 20,
            "delivered": 15,
        ]
        for (name, value) in expected { #expect(totals[name]?.int == value, "\(name)") }
    }

    @Test("a source tells its outcome and, if it failed, code, message and recovery")
    func sources() throws {
        let sources = try #require(json()["sources"])
        #expect(sources["qiita"]?["outcome"]?.string == "loaded")
        #expect(sources["qiita"]?["first_load"]?.bool == true)
        #expect(sources["qiita"]?["http_status"]?.int == 200)
        #expect(sources["qiita"]?["seconds"] == .number("0.313"))
        #expect(sources["blog"]?["outcome"]?.string == "skipped")
        #expect(sources["blog"]?["http_status"] == nil)
        let error = try #require(sources["lwn"]?["error"])
        #expect(error["code"]?.string == "timeout")
        #expect(error["message"]?.string == "no answer in 30 s")
        #expect(error["recovery"]?.string == "raise `timeout` or try later")
    }

    @Test("Y11: a pipeline tells for how many entries a pattern took too long")
    func undecided() throws {
        #expect(try json()["pipelines"]?["morning"]?["undecided_by_pattern"]?["(a+)+"]?.int == 2)
    }

    @Test("pipelines and sinks tell their numbers")
    func deliveries() throws {
        let json = try json()
        let morning = try #require(json["pipelines"]?["morning"])
        #expect(morning["due"]?.bool == true)
        #expect(morning["kept"]?.int == 15 && morning["dropped"]?.int == 5)
        #expect(morning["held"]?.int == 0 && morning["later"]?.int == 4)
        let page = try #require(json["sinks"]?["page"])
        #expect(page["delivered"]?.int == 15 && page["waiting"]?.int == 0 && page["given_up"]?.int == 0)
        #expect(page["targets"]?.array == [.string("digests/morning-2026-11-20.html")])
    }

    @Test("the same report gives the same bytes")
    func deterministic() {
        let first = ReportDocument(report: report, exit: .done, catalogue: .english, zone: .utc).bytes
        #expect(ReportDocument(report: report, exit: .done, catalogue: .english, zone: .utc).bytes == first)
    }

    @Test("the table tells each source, also those left out and why")
    func table() {
        let table = OutcomeTable(
            report: report, sources: ["qiita", "lwn", "blog", "zenn"], pipelines: ["morning"], sinks: ["page"],
            catalogue: .english, localized: Localizer(.en))
        #expect(
            table.lines(columns: 100) == [
                "qiita      loaded     20 new of 30  0.3 s, first load",
                "lwn        failed                   no answer in 30 s",
                "blog       skipped                  not due yet",
                "zenn       unchanged",
                "= morning  due        15 kept       5 dropped (3 newer_than#1, 2 drop#1), 4 for later",
                "→ page     delivered  15 entries    digests/morning-2026-11-20.html",
                "3 sources fetched, 1 failed, 20 new, 15 delivered, 2.5 s",
            ])
        for line in table.lines(columns: 30) { #expect(DisplayWidth.of(line) <= 30) }
        // A narrow terminal: the reason is worth more than an empty column.
        #expect(table.lines(columns: 40).contains("lwn        failed     no answer in 30 s"))
        // A still narrower one: names leave room for outcomes, and numbers stand before the remark.
        #expect(table.lines(columns: 24).prefix(2) == ["qiita      loaded", "    20 new of 30, 0.3 s,"])
    }

    @Test("U02 what was dropped has its filter, what is not due its next time, and what was left out is not there")
    func pipelines() {
        var report = report
        report.pipelines["morning"]?.dropped = ["drop#2": 4]
        var weekly = PipelineOutcome(isDue: false)
        weekly.next = Timestamp(seconds: 1_795_100_400)
        report.pipelines["weekly"] = weekly
        var table = OutcomeTable(
            report: report, sources: [], pipelines: ["morning", "weekly"], sinks: [], catalogue: .english,
            localized: Localizer(.en), zone: Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600))
        #expect(
            table.lines(columns: 100, of: [.deliveries]).prefix(2) == [
                "= morning  due      15 kept  4 dropped by drop#2, 4 for later",
                "= weekly   not due           next on 2026/11/20 00:00; `kawaraban run weekly` delivers it now",
            ])
        #expect(
            table.lines(columns: 50, of: [.deliveries])[2...4] == [
                "= weekly   not due", "    next on 2026/11/20 00:00; `kawaraban run", "    weekly` delivers it now",
            ])
        report.pipelines["weekly"]?.isLeftOut = true
        table = OutcomeTable(
            report: report, sources: [], pipelines: ["morning", "weekly"], sinks: [], catalogue: .english,
            localized: Localizer(.en))
        #expect(!table.lines(columns: 100).contains { $0.contains("weekly") })
    }

    @Test("what another worker of the state has is told as such, and counts as no failure")
    func otherWorker() {
        var report = report
        var source = SourceOutcome(.skipped)
        source.skipReason = .otherWorker
        report.sources = ["lwn": source]
        report.pipelines["morning"]?.isOfOtherWorker = true
        report.sinks = ["page": SinkOutcome()]
        report.sinks["page"]?.isOfOtherWorker = true
        report.changes = []
        let table = OutcomeTable(
            report: report, sources: ["lwn"], pipelines: ["morning"], sinks: ["page"], catalogue: .english,
            localized: Localizer(.en))
        #expect(
            table.lines(columns: 100).prefix(3) == [
                "lwn        skipped        another worker has it",
                "= morning  due            another worker has it",
                "→ page     nothing new    another worker has it",
            ])
        #expect(ExitStatus(report, printed: [], isStrict: true, stop: nil) == .done)
        let document = String(
            decoding: ReportDocument(report: report, exit: .done, catalogue: .english, zone: .utc).bytes, as: UTF8.self)
        #expect(document.contains(#""reason":"other_worker""#))
        #expect(document.split(separator: #""other_worker":true"#, omittingEmptySubsequences: false).count == 3)
        let metrics = String(
            decoding: MetricsDocument(report: report, exit: .done, survey: nil, stateSize: nil).bytes, as: UTF8.self)
        for part in ["sources", "pipelines", "sinks"] {
            #expect(metrics.contains("kawaraban_run_left_to_others{part=\"\(part)\"} 1\n"))
        }
    }

    @Test("colours stand around outcomes and nothing else")
    func colors() {
        let table = OutcomeTable(
            report: report, sources: ["lwn"], pipelines: [], sinks: [], catalogue: .english, localized: Localizer(.en))
        let plain = table.lines(columns: 100)[0]
        let tinted = table.lines(columns: 100, usesColor: true)[0]
        #expect(tinted.contains("\u{1B}[31mfailed\u{1B}[0m"))
        #expect(tinted.replacing("\u{1B}[31m", with: "").replacing("\u{1B}[0m", with: "") == plain)
    }

    @Test("of hundreds of sources the table shows those that failed or brought something, and counts the rest")
    func longTable() {
        var long = report
        let names = (0..<500).map { "s\($0)" }
        long.sources = [:]
        for name in names { long.sources[name] = SourceOutcome(.unchanged) }
        long.sources["s7"] = SourceOutcome(.failed)
        let table = OutcomeTable(
            report: long, sources: names, pipelines: [], sinks: [], catalogue: .english, localized: Localizer(.en))
        let lines = table.lines(columns: 100)
        #expect(lines.count == 3)
        #expect(lines[0].hasPrefix("s7") && lines[1].contains("499 more sources"))
    }
}
