import FeedConfiguration
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

/// What one source, sink or pipeline lacks on this machine is its own trouble.
@Suite("what is lacking")
struct LackTests {
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

    private func lacking(_ plan: Plan) -> [String] {
        plan.sources.filter { $0.lack != nil }.map(\.name) + plan.sinks.filter { $0.lack != nil }.map(\.name)
            + plan.pipelines.filter { $0.lack != nil }.map(\.name)
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
        #expect(lacking(plan) == parts)
        // What `check` says is what a run says.
        let checked = PlanReaderTests.read(text, for: .check, variables: variables, path: "/nowhere/config.yaml")
        #expect(checked.diagnostics.allSatisfy { $0.severity == .warning })
        let lack = plan.sources.compactMap(\.lack) + plan.sinks.compactMap(\.lack) + plan.pipelines.compactMap(\.lack)
        let error = try #require(lack.first?.error)
        guard error.code != .secretFailed else { return }
        #expect(
            checked.diagnostics.contains {
                $0.message.hasSuffix(error.facts[.found] ?? "?") && $0.suggestion == error.facts[.advice]
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

    private func lack(_ code: Lack.Kind, hidesRequest: Bool = false) throws -> PlannedLack {
        try #require(
            PlannedLack([Lack(code, place: .nowhere, "it is lacking", cure: "see to it")], hidesRequest: hidesRequest))
    }

    @Test(
        "Y09 a source without its variable is told at once, once and each week; all else is delivered, and it recovers",
        arguments: [false, true])
    func source(hidesRequest: Bool) async throws {
        let room = try Newsroom()
        room.addFeed("a", "https://a.example/")
        room.addFeed("b", "https://b.example/")
        let box = room.addSink("box")
        room.addPipeline("all", sources: ["a", "b"], sinks: ["box"])
        room.web.answer("https://a.example/", text: "a1\nend")
        room.web.answer("https://b.example/", text: "b1\nend")
        try await room.run()
        room.plan.sources[0].lack = try lack(.missing, hidesRequest: hidesRequest)
        room.web.answer("https://b.example/", text: "b1\nb2\nend")
        var told: [Int] = []
        for hour in 0..<(15 * 24) {
            room.clock.advance(by: .seconds(3600))
            let report = try await room.run()
            if report.changes.contains(where: { $0.kind == .sourceFailing && $0.source == "a" }) {
                told.append(hour)
            }
            #expect(report.sources["a"]?.error?.code == .valueMissing)
        }
        #expect(told == [0, 7 * 24, 14 * 24])
        #expect(Set(box.titles) == ["a1", "b1", "b2"])
        #expect(room.web.urls.filter { $0 == "https://a.example/" }.count == 1)
        // The variable is back: the same feed goes on, and nothing comes twice.
        room.plan.sources[0].lack = nil
        #expect(try await room.run().changes == [.sourceRecovered("a")])
        room.web.answer("https://a.example/", text: "a1\na2\nend")
        for _ in 0..<2 { try await room.run() }
        #expect(box.titles.count == 4)
        #expect(box.titles.last == "a2")
    }

    @Test("Y09 a source whose address was never known is told, too, and its first entries are news when it is")
    func neverKnown() async throws {
        let room = try Newsroom()
        room.addFeed("a", "https://a.example/")
        room.web.answer("https://a.example/", text: "a1\nend")
        let box = room.addSink("box")
        room.addPipeline("all", sources: ["a"], sinks: ["box"])
        room.plan.sources[0].lack = try lack(.missing, hidesRequest: true)
        #expect(try await room.run().changes.count == 1)
        #expect(try await room.run().changes.isEmpty)
        room.plan.sources[0].lack = nil
        #expect(try await room.run().changes == [.sourceWorks("a")])
        #expect(box.titles == ["a1"])
        #expect(try await room.run().changes.isEmpty)
    }

    @Test("Y09 a program that fails for an hour is told by nobody, and one that fails for two days is")
    func program() async throws {
        let room = try Newsroom()
        room.addFeed("a", "https://a.example/")
        room.web.answer("https://a.example/", text: "a1\nend")
        room.addSink("box")
        room.addPipeline("all", sources: ["a"], sinks: ["box"])
        try await room.run()
        func fail(for hours: Int) async throws -> [RunReport.Change] {
            room.plan.sources[0].lack = try lack(.notPrinted, hidesRequest: true)
            var changes: [RunReport.Change] = []
            for _ in 0..<(hours * 4) {
                room.clock.advance(by: .seconds(900))
                changes += try await room.run().changes
            }
            room.plan.sources[0].lack = nil
            return changes
        }
        #expect(try await fail(for: 1).isEmpty)
        #expect(try await room.run().changes.isEmpty)
        #expect(try await fail(for: 48).count == 1)
        #expect(try await room.run().changes == [.sourceRecovered("a")])
    }

    @Test("Y09 entries wait for a sink without its secret; it is told once, and gets them when it has it")
    func sink() async throws {
        let room = try Newsroom()
        let shelf = room.addSource("a")
        shelf.put([.named("one")])
        let (box, other) = (room.addSink("box"), room.addSink("other"))
        room.addPipeline("all", sources: ["a"], sinks: ["box", "other"])
        room.plan.sinks[0].lack = try lack(.missing)
        let first = try await room.run()
        #expect(first.changes.map(\.kind) == [.sinkFailing] && first.changes[0].sink == "box")
        shelf.put([.named("one"), .named("two")])
        #expect(try await room.run().changes.isEmpty)
        #expect(other.titles == ["one", "two"])
        #expect(box.titles.isEmpty)
        room.plan.sinks[0].lack = nil
        #expect(try await room.run().changes == [.sinkWorks("box")])
        #expect(box.titles == ["one", "two"])
    }

    @Test("Y09 a pipeline whose filter lacks a variable waits alone; that is told once, and each week")
    func pipeline() async throws {
        let room = try Newsroom()
        let shelf = room.addSource("a")
        shelf.put([.named("one")])
        let (box, other) = (room.addSink("box"), room.addSink("other"))
        room.addPipeline("p", sources: ["a"], sinks: ["box"])
        room.addPipeline("q", sources: ["a"], sinks: ["other"])
        try await room.run()
        room.plan.pipelines[0].lack = try lack(.missing)
        // Which sources and sinks it has is not known now, and nothing is taken from them.
        room.plan.pipelines[0].sinks = []
        room.plan.pipelines[0].sources = []
        shelf.put([.named("one"), .named("two")])
        var told: [Int] = []
        for hour in 0..<(8 * 24) {
            room.clock.advance(by: .seconds(3600))
            if try await !room.run().changes.isEmpty { told.append(hour) }
        }
        #expect(told == [0, 7 * 24])
        #expect(other.titles == ["one", "two"])
        room.plan.pipelines[0].lack = nil
        room.plan.pipelines[0].sinks = ["box"]
        room.plan.pipelines[0].sources = ["a"]
        #expect(try await room.run().changes == [.pipelineRecovered("p")])
        #expect(box.titles == ["one", "two"])
    }
}
