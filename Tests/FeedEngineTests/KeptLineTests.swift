import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("lines are deliveries")
struct KeptLineTests {
    private let bench: RunTestBench
    private let shelf: Shelf
    private let refused = StageError(.refused, subject: "blog", facts: [.host: "blog.example"])

    init() throws {
        bench = try RunTestBench()
        shelf = bench.addSource("blog")
        bench.addSink("box")
        bench.addPipeline("all", sources: ["blog"], sinks: ["box"])
    }

    @Test("Y03 what a run found out and could not tell is told by the next one, once, with its moment")
    func nextRun() async throws {
        shelf.fail(refused)
        let killed = bench.clock.now
        let first = try await bench.run()
        bench.clock.advance(by: .seconds(900))
        let second = try await bench.run(isHeard: true)
        #expect(second.changes.isEmpty)
        #expect(second.lines.map(\.change) == first.changes)
        #expect(second.lines.map(\.madeAt) == [killed])
        #expect(second.lines.allSatisfy { $0.isOfEarlierRun })
        #expect(try await bench.run().lines.isEmpty)
    }

    @Test("Y03 a failure that nobody heard of and its end are told in order")
    func inOrder() async throws {
        shelf.fail(refused)
        try await bench.run()
        shelf.fail(nil)
        shelf.put([.named("a")])
        let lines = try await bench.run(isHeard: true).lines
        guard lines.first?.change.kind == .sourceFailing else { throw refused }
        #expect(lines.count == 2)
        #expect(lines.map(\.isOfEarlierRun) == [true, false])
    }

    @Test("Y03 a dry run shows what waits to be told, and takes nothing away")
    func dryRun() async throws {
        shelf.fail(refused)
        try await bench.run()
        #expect(try await bench.run(mode: .dryRun, isHeard: true).lines.count == 1)
        #expect(try await bench.run(isHeard: true).lines.count == 1)
    }

    @Test("Y03 a line of a killed run reaches the notices sink once, and does not come again on stderr")
    func notices() async throws {
        shelf.fail(refused)
        try await bench.run()
        let desk = bench.addSink("desk")
        bench.plan.pipelines.append(
            PlannedPipeline(
                name: Notices.pipelineName, title: Notices.title, place: .nowhere, schedule: nil, sources: [],
                filters: [], groupBy: .none, sinks: ["desk"]))
        bench.lines = { changes in changes.map { _ in "failing" } }
        // Killed before it could print what it had handed to the sink.
        let second = try await bench.run()
        #expect(second.lines.map(\.isNoticed) == [true])
        #expect(desk.titles == ["failing"])
        #expect(try await bench.run().lines.isEmpty)
        #expect(desk.titles == ["failing"])
    }

    @Test("Y03 what comes again with each run waits once")
    func repeated() async throws {
        bench.addPipeline("broken", sources: ["blog"], filters: [("wrong", WrongFilter(way: .doubles))], sinks: ["box"])
        shelf.put([.named("a")])
        for _ in 0..<3 { try await bench.run() }
        let lines = try await bench.run().lines
        #expect(lines.first?.change.kind == .pipelineFailing)
        #expect(lines.first?.change.error?.code == .pluginProtocol)
        #expect(lines.count == 1)
    }

    @Test("Y03 what another version kept is told as what it is, and every change can be read again")
    func coding() {
        let place = Place(file: "config.yaml", line: 3, column: 5)
        let error = StageError(
            .limited, subject: "https://example.com/", facts: [.status: "429", .host: "example.com"],
            retryAfter: .milliseconds(1500), explanation: "later, \"please\"\n")
        let since = Timestamp(seconds: 1_795_100_400)
        let changes: [RunReport.Change] = [
            .sourceFailing(
                "s", error, since: since,
                RunReport.Failing(
                    failures: 3, hasEverWorked: true, state: .throttled, isReminder: true, wait: .seconds(60))),
            .documentFailing("s", key: "a/1.xml", error), .sourceMoved("s", to: "https://e.com/", option: place),
            .sourceMoved("s", to: "https://e.com/", option: nil), .sourceRecovered("s"), .online(after: .seconds(9)),
            .outOfTime(.seconds(600), unreached: 2), .sinkWaiting("p", since: since, waiting: 4),
            .givenUp("p", error, entries: 7), .warning(error), .unreadable(kind: "k", fact: "{}"),
        ]
        for change in changes { #expect(RunReport.Change(change.fact) == change) }
        let foreign = LineFact(kind: "source_split", json: "{\"into\":2}")
        #expect(RunReport.Change(foreign) == .unreadable(kind: "source_split", fact: "{\"into\":2}"))
        for json in ["{\"new\":{}}", "{\"kind\":\"source_split\"}", "no JSON"] {
            let change = RunReport.Change(LineFact(kind: "source_gone", json: json))
            #expect(change == .unreadable(kind: "source_gone", fact: json))
            #expect(!change.needsAttention && change.level == .warning)
            #expect(RunReport.Change(change.fact) == change)
        }
    }

    @Test("Y03 a line stands in the state by its kind, and by the names of its facts")
    func stored() {
        let error = StageError(.gone, subject: "https://example.com/", facts: [.status: "410"])
        let fact = RunReport.Change.sourceGone("blog", error).fact
        #expect(fact.kind == "source_gone")
        let json =
            "{\"kind\":\"source_gone\",\"source\":\"blog\",\"error\":{\"code\":\"gone\","
            + "\"subject\":\"https://example.com/\",\"facts\":{\"status\":\"410\"}}}"
        #expect(fact.json == json)
        // What a later version adds is passed over.
        let later = LineFact(kind: "online", json: "{\"kind\":\"online\",\"span\":\"later\",\"by\":\"wire\"}")
        #expect(RunReport.Change(later) == .unreadable(kind: "online", fact: later.json))
        let added = LineFact(kind: "source_gone", json: String(json.dropLast()) + ",\"by\":\"wire\"}")
        #expect(RunReport.Change(added) == .sourceGone("blog", error))
    }
}
