import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

/// What one source, sink or pipeline lacks on this machine is its own trouble.
@Suite("what is lacking")
struct UnavailableValueTests {
    private static func text(
        settings: String = "{}", defaults: String = "{}", a: String = "{ type: feed, url: u }",
        sink: String = "{ type: stdout }", pipeline: String = "filters: [{ use: chain }]", chain: String = "[]"
    ) -> String {
        """
        version: 1
        settings: \(settings)
        defaults: \(defaults)
        sources:
          a: \(a)
          b: { type: feed, url: v }
        sinks:
          out: \(sink)
          other: { type: stdout }
        filters: { chain: \(chain) }
        pipelines:
          p: { sources: [a, b], sinks: [out, other], \(pipeline) }
          q: { sources: [b], sinks: [other] }
        """
    }

    private func unavailableParts(_ plan: Plan) -> [String] {
        plan.sources.filter { $0.unavailable != nil }.map(\.name)
            + plan.sinks.filter { $0.unavailable != nil }.map(\.name)
            + plan.pipelines.filter { $0.unavailable != nil }.map(\.name)
    }

    @Test(
        "Y09 a variable or a secret that is missing for one part is that part's trouble alone",
        arguments: [
            (text(a: "{ type: feed, url: \"https://e/?k=${NONE}\" }"), ["a"]),
            (text(a: "{ type: feed, url: u, headers: { x: { env: NONE } } }"), ["a"]),
            (text(a: "{ type: feed, url: u, auth: { bearer: { file: none } } }"), ["a"]),
            (text(a: "{ type: feed, url: u, auth: { bearer: { env: FULL } } }"), ["a"]),
            (text(a: "{ type: feed, url: u, auth: { bearer: { env: EMPTY } } }"), ["a"]),
            (text(a: "{ type: feed, url: u, auth: { bearer: { command: [/no/such] } } }"), ["a"]),
            (text(a: "{ type: feed, url: u, timeout: \"${NONE}\" }"), ["a"]),
            (text(a: "{ type: \"${NONE}\", url: u, whatever: 1 }"), ["a"]),
            (text(a: "{ type: feed, url: u, parser: \"${NONE}\" }"), ["a"]),
            (text(a: "{ type: qiita, query: x, token: { env: NONE } }"), ["a"]),
            (text(sink: "{ type: webhook, url: { env: NONE } }"), ["out"]),
            (text(sink: "{ type: webhook, url: h, secret: { command: [/bin/false] } }"), ["out"]),
            (text(sink: "{ type: file, path: \"${NONE}/x\", format: html }"), ["out"]),
            (text(sink: "{ type: \"${NONE}\" }"), ["out"]),
            (text(sink: "{ type: file, path: x, format: \"${NONE}\" }"), ["out"]),
            (text(pipeline: "filters: [{ newer_than: \"${NONE}\" }]"), ["p"]),
            (text(chain: "[{ newer_than: \"${NONE}\" }]"), ["p"]),
            (text(pipeline: "schedule: \"${NONE}\""), ["p"]),
            (text(defaults: "{ headers: { x: { env: NONE } } }"), ["a", "b"]),
            (
                text(
                    defaults: "{ auth: { bearer: { env: NONE } } }",
                    a: "{ type: feed, url: u, headers: { Authorization: { env: TOKEN } } }"), ["b"]
            ),
        ])
    func parts(text: String, lacking parts: [String]) throws {
        let variables = ["EMPTY": "", "FULL": "ｆｕｌｌ", "TOKEN": "t"]
        let reading = PlanReaderTests.read(text, for: .run, variables: variables, path: "/nowhere/config.yaml")
        let plan = try #require(reading.plan, "\(reading.diagnostics)")
        #expect(unavailableParts(plan) == parts)
        // What `check` says is what a run says.
        let checked = PlanReaderTests.read(text, for: .check, variables: variables, path: "/nowhere/config.yaml")
        #expect(checked.diagnostics.allSatisfy { $0.severity == .warning })
        let unavailable =
            plan.sources.compactMap(\.unavailable) + plan.sinks.compactMap(\.unavailable)
            + plan.pipelines.compactMap(\.unavailable)
        let error = try #require(unavailable.first?.error)
        guard error.code != .secretFailed else { return }
        #expect(
            checked.diagnostics.contains {
                $0.message.hasSuffix(error.text(of: .found, in: .en) ?? "?")
                    && $0.suggestion == error.text(of: .advice, in: .en)
                    && "\($0.place.file):\($0.place.line):\($0.place.column)" == error.subject
            }, "\(checked.diagnostics) \(error)")
    }

    @Test(
        "Y09 what the whole run needs still ends it, and so does what is wrong with the file",
        arguments: [
            text(settings: "{ timezone: \"${NONE}\" }"), text(settings: "{ max_run: \"${NONE}\" }"),
            text(a: "{ type: feed, url: u, tiemout: \"${NONE}\" }"), text(a: "{ type: feed, url: \"${NONE\" }"),
            text(a: "{ type: feed, url: \"${NONE} ${NONE\" }"),
            text(a: "{ type: feed, url: \"${NONE}\", timeout: soon }"),
        ])
    func wholeRun(text: String) {
        #expect(PlanReaderTests.read(text, for: .run).plan == nil)
    }

    @Test("Y09 a program that prints a secret is run once, for all who name it")
    func once() throws {
        let folder = try TemporaryFolder()
        try folder.write("echo x >>\(folder("ran"))\necho secret\n", to: "vault")
        let command = "{ command: [/bin/sh, \(folder("vault"))] }"
        let text = Self.text(
            defaults: "{ headers: { x: \(command) } }", a: "{ type: feed, url: u, auth: { bearer: \(command) } }",
            sink: "{ type: webhook, url: h, secret: \(command) }")
        let reading = PlanReaderTests.read(text, for: .run, variables: ["PATH": "/usr/bin:/bin"])
        #expect(reading.plan?.secrets.map { $0.reveal() } == ["secret", "secret", "h", "secret"])
        #expect(try folder.bytes("ran").count == 2)
    }

    // MARK: runs

    private func unavailable(_ code: UnavailableValue.Kind, hidesRequest: Bool = false) throws -> PlannedUnavailability
    {
        try #require(
            PlannedUnavailability(
                [UnavailableValue(code, place: .nowhere, "it is lacking", cure: "see to it")],
                hidesRequest: hidesRequest))
    }

    @Test(
        "Y09 a source without its variable is told at once, once and each week; all else is delivered, and it recovers",
        arguments: [false, true])
    func source(hidesRequest: Bool) async throws {
        let bench = try RunTestBench()
        bench.addFeed("a", "https://a.example/")
        bench.addFeed("b", "https://b.example/")
        let box = bench.addSink("box")
        bench.addPipeline("all", sources: ["a", "b"], sinks: ["box"])
        bench.web.answer("https://a.example/", text: "a1\nend")
        bench.web.answer("https://b.example/", text: "b1\nend")
        try await bench.run()
        bench.plan.sources[0].unavailable = try unavailable(.missing, hidesRequest: hidesRequest)
        bench.web.answer("https://b.example/", text: "b1\nb2\nend")
        var told: [Int] = []
        for hour in 0..<(15 * 24) {
            bench.clock.advance(by: .seconds(3600))
            let report = try await bench.run()
            if report.changes.contains(where: { $0.kind == .sourceFailing && $0.source == "a" }) {
                told.append(hour)
            }
            #expect(report.sources["a"]?.error?.code == .valueMissing)
        }
        #expect(told == [0, 7 * 24, 14 * 24])
        #expect(Set(box.titles) == ["a1", "b1", "b2"])
        #expect(bench.web.urls.filter { $0 == "https://a.example/" }.count == 1)
        // The variable is back: the same feed goes on, and nothing comes twice.
        bench.plan.sources[0].unavailable = nil
        #expect(try await bench.run().changes == [.sourceRecovered("a")])
        bench.web.answer("https://a.example/", text: "a1\na2\nend")
        for _ in 0..<2 { try await bench.run() }
        #expect(box.titles.count == 4)
        #expect(box.titles.last == "a2")
    }

    @Test("Y09 a source whose address was never known is told, too, and its first entries are news when it is")
    func neverKnown() async throws {
        let bench = try RunTestBench()
        bench.addFeed("a", "https://a.example/")
        bench.web.answer("https://a.example/", text: "a1\nend")
        let box = bench.addSink("box")
        bench.addPipeline("all", sources: ["a"], sinks: ["box"])
        bench.plan.sources[0].unavailable = try unavailable(.missing, hidesRequest: true)
        #expect(try await bench.run().changes.count == 1)
        #expect(try await bench.run().changes.isEmpty)
        bench.plan.sources[0].unavailable = nil
        #expect(try await bench.run().changes == [.sourceWorks("a")])
        #expect(box.titles == ["a1"])
        #expect(try await bench.run().changes.isEmpty)
    }

    @Test("Y09 a program that fails for an hour is told by nobody, and one that fails for two days is")
    func program() async throws {
        let bench = try RunTestBench()
        bench.addFeed("a", "https://a.example/")
        bench.web.answer("https://a.example/", text: "a1\nend")
        bench.addSink("box")
        bench.addPipeline("all", sources: ["a"], sinks: ["box"])
        try await bench.run()
        func fail(for hours: Int) async throws -> [RunReport.Change] {
            bench.plan.sources[0].unavailable = try unavailable(.notPrinted, hidesRequest: true)
            var changes: [RunReport.Change] = []
            for _ in 0..<(hours * 4) {
                bench.clock.advance(by: .seconds(900))
                changes += try await bench.run().changes
            }
            bench.plan.sources[0].unavailable = nil
            return changes
        }
        #expect(try await fail(for: 1).isEmpty)
        #expect(try await bench.run().changes.isEmpty)
        #expect(try await fail(for: 48).count == 1)
        #expect(try await bench.run().changes == [.sourceRecovered("a")])
    }

    @Test("Y09 entries wait for a sink without its secret; it is told once, and gets them when it has it")
    func sink() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("a")
        shelf.put([.named("one")])
        let (box, other) = (bench.addSink("box"), bench.addSink("other"))
        bench.addPipeline("all", sources: ["a"], sinks: ["box", "other"])
        bench.plan.sinks[0].unavailable = try unavailable(.missing)
        let first = try await bench.run()
        #expect(first.changes.map(\.kind) == [.sinkFailing] && first.changes[0].sink == "box")
        shelf.put([.named("one"), .named("two")])
        #expect(try await bench.run().changes.isEmpty)
        #expect(other.titles == ["one", "two"])
        #expect(box.titles.isEmpty)
        bench.plan.sinks[0].unavailable = nil
        #expect(try await bench.run().changes == [.sinkWorks("box")])
        #expect(box.titles == ["one", "two"])
    }

    @Test("Y09 a pipeline whose filter lacks a variable waits alone; that is told once, and each week")
    func pipeline() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("a")
        shelf.put([.named("one")])
        let (box, other) = (bench.addSink("box"), bench.addSink("other"))
        bench.addPipeline("p", sources: ["a"], sinks: ["box"])
        bench.addPipeline("q", sources: ["a"], sinks: ["other"])
        try await bench.run()
        bench.plan.pipelines[0].unavailable = try unavailable(.missing)
        // Which sources and sinks it has is not known now, and nothing is taken from them.
        bench.plan.pipelines[0].sinks = []
        bench.plan.pipelines[0].sources = []
        shelf.put([.named("one"), .named("two")])
        var told: [Int] = []
        for hour in 0..<(8 * 24) {
            bench.clock.advance(by: .seconds(3600))
            if try await !bench.run().changes.isEmpty { told.append(hour) }
        }
        #expect(told == [0, 7 * 24])
        #expect(other.titles == ["one", "two"])
        bench.plan.pipelines[0].unavailable = nil
        bench.plan.pipelines[0].sinks = ["box"]
        bench.plan.pipelines[0].sources = ["a"]
        #expect(try await bench.run().changes == [.pipelineRecovered("p")])
        #expect(box.titles == ["one", "two"])
    }
}
