import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import PostgreSQLLaboratory
import Testing

@Suite("several processes on one state in PostgreSQL", .enabled(if: PostgreSQLServer.shared != nil))
struct SharedStateTests {
    private static let workers = ["one", "two", "three"]

    /// Servers with feeds, a receiver, and a folder with the same configuration for each worker.
    private struct Bench {
        let servers: [LoopbackServer]
        let receiver: LoopbackServer
        let places: [Workplace]
        let environment: [String: String]
        let ids: [String]
        let page: String
        private let database: String

        init(hosts: Int, feedsOfEach count: Int, pause: Int = 0, schedule: String? = nil) throws {
            let server = try #require(PostgreSQLServer.shared)
            database = try server.freshDatabase()
            environment = ["DATABASE_URL": server.connectionString(database)]
            receiver = try #require(LoopbackServer { _ in LoopbackReply(204) })
            var (servers, ids, sources): ([LoopbackServer], [String], String) = ([], [], "")
            for host in 0..<hosts {
                var replies: [String: LoopbackReply] = [:]
                for number in 0..<count {
                    var feed = IssuedFeed(file: "f\(host)-\(number)")
                    feed.issue(2)
                    ids += feed.ids
                    var reply = LoopbackReply(
                        headers: [("Content-Type", "application/rss+xml")], text: feed.document)
                    if pause > 0 { reply.steps.insert(.pause(pause), at: 0) }
                    replies["/\(number).xml"] = reply
                }
                let answers = replies
                let server = try #require(
                    LoopbackServer(host: "127.0.0.\(host + 2)") { answers[$0.target] ?? LoopbackReply(404) })
                for number in 0..<count {
                    sources += "  f\(host)-\(number): { type: feed, url: \"\(server.url("/\(number).xml"))\" }\n"
                }
                servers.append(server)
            }
            (self.servers, self.ids) = (servers, ids)
            places = try SharedStateTests.workers.map { _ in try Workplace() }
            page = places[0].path("archive.jsonl")
            let text = """
                version: 1
                settings:
                  state: { postgresql: { env: DATABASE_URL } }
                  files_on: one
                  network: { allow: ["127.0.0.0/8"] }
                defaults: { first_run: all, refresh: 1h }
                sources:
                \(sources)
                sinks:
                  hook: { type: webhook, url: "\(receiver.url("/hook"))" }
                  archive: { type: file, path: "\(page)", format: jsonl, mode: append }
                pipelines:
                  all: { sources: ["*"], sinks: [hook, archive]\(schedule.map { ", schedule: \"\($0)\"" } ?? "") }

                """
            for place in places { try place.write("config.yaml", text) }
        }

        /// The entries that the receiver got, sorted.
        var received: [String] {
            get throws {
                let pattern = /"(f\d+-\d+-\d+)"/
                let bodies = receiver.requests.map { String(decoding: $0.body, as: UTF8.self) }
                return bodies.flatMap { body in Set(body.matches(of: pattern).map { String($0.1) }).sorted() }.sorted()
            }
        }

        /// How many entries stand in the file.
        var archived: Int {
            let text = (try? String(contentsOfFile: page, encoding: .utf8)) ?? ""
            return text.split(separator: "\n").count
        }

        /// Waits until no worker has run for a while that is longer than the time between two runs.
        func waitUntilIdle() throws {
            var (last, since) = ("", ContinuousClock.now)
            let deadline = ContinuousClock.now + .seconds(180)
            while ContinuousClock.now < deadline {
                let sql = "SELECT value FROM kawaraban.meta WHERE key = 'generation'"
                let present = try #require(PostgreSQLServer.shared).run(sql, in: database)
                if present != last { (last, since) = (present, .now) }
                if ContinuousClock.now - since > .seconds(25) { return }
                usleep(200_000)
            }
            Issue.record("workers without work go on running")
        }

        func start(_ arguments: [String] = ["run"]) throws -> [RunningProgram] {
            try zip(places, SharedStateTests.workers).map { place, worker in
                try place.start(arguments + ["--worker", worker], environment: environment)
            }
        }
    }

    @Test("runs at the same time ask each feed once, each server by one of them at a time, and deliver each entry once")
    func sharesARun() throws {
        let bench = try Bench(hosts: 12, feedsOfEach: 5, pause: 30)
        for (process, place) in zip(try bench.start(), bench.places) {
            let outcome = place.waitForExit(process)
            #expect(outcome.status == 0, "\(outcome.errors)")
            #expect(outcome.errors.isEmpty)
        }
        for server in bench.servers {
            #expect(server.requests.map(\.target).sorted() == (0..<5).map { "/\($0).xml" })
            #expect(server.mostConnectionsAtOnce == 1)
        }
        #expect(try bench.received == bench.ids.sorted())
        // What others kept for the file comes with the next run of its machine.
        #expect(
            try bench.places[0].run(["run", "--worker", "one"], environment: bench.environment).status == 0)
        let archived = try ids(inJSONLines: String(contentsOfFile: bench.page, encoding: .utf8))
        #expect(archived.sorted() == bench.ids.sorted())
        #expect(try bench.received == bench.ids.sorted())
    }

    @Test("a run has the figures of a shared state, too, and a failure of its own files is told once")
    func figures() throws {
        let bench = try Bench(hosts: 1, feedsOfEach: 1, pause: 0)
        func run(_ metrics: String) throws -> Workplace.Outcome {
            try bench.places[0].run(["run", "--worker", "one", "--metrics", metrics], environment: bench.environment)
        }
        #expect(try run("metrics.prom").errors.isEmpty)
        let figures = try String(contentsOfFile: bench.places[0].path("metrics.prom"), encoding: .utf8)
        for name in ["source_failures", "sink_waiting_entries", "sink_last_delivery_timestamp_seconds"] {
            #expect(figures.contains("kawaraban_\(name){"), "\(figures)")
        }
        #expect(try run("missing/metrics.prom").errors.contains("missing"))
        #expect(try run("missing/metrics.prom").errors.isEmpty)
    }

    @Test("processes that stay end in order, and leave nothing that others must wait for")
    func worksTogether() throws {
        let bench = try Bench(hosts: 6, feedsOfEach: 3, pause: 10)
        let processes = try bench.start(["work"])
        let deadline = Date(timeIntervalSinceNow: 120)
        while try bench.received.count < bench.ids.count, Date() < deadline { usleep(50_000) }
        for process in processes { kill(process.processIdentifier, SIGTERM) }
        for process in processes { #expect(process.waitUntilExit() == 0) }
        #expect(try bench.received == bench.ids.sorted())
        let report = bench.places[0].path("report.json")
        let next = try bench.places[0].run(
            ["run", "--now", "--worker", "one", "--report", report], environment: bench.environment)
        #expect(next.status == 0)
        let text = try String(contentsOfFile: report, encoding: .utf8)
        #expect(!text.contains("other_worker"))
    }

    private func waitUntil(_ isTrue: () -> Bool) {
        let deadline = ContinuousClock.now + .seconds(120)
        while !isTrue(), ContinuousClock.now < deadline { usleep(50_000) }
        #expect(isTrue())
    }

    @Test("a process that waits is woken by what another machine and a user have left to it, and not by nothing")
    func isWoken() throws {
        let bench = try Bench(hosts: 1, feedsOfEach: 1)
        let environment = bench.environment
        let process = try bench.places[0].start(["work", "--worker", "one"], environment: environment)
        waitUntil { bench.archived == bench.ids.count }
        // Two that wait do not wake each other.
        let second = try bench.places[1].start(["work", "--worker", "two"], environment: environment)
        try bench.waitUntilIdle()
        #expect(try bench.received == bench.ids.sorted())
        // What a user repeats goes out long before either of them would have run again.
        let asked = try bench.places[2].run(
            ["state", "replay", "--sink", "hook", "--since", "1d"], environment: environment)
        #expect(asked.status == 0)
        waitUntil { (try? bench.received.count) == 2 * bench.ids.count }
        // So does what another machine has kept for the files of this one.
        #expect(
            try bench.places[2].run(
                ["state", "forget", "--source", "f0-0", "--history"], environment: environment
            ).status == 0)
        waitUntil { bench.archived == 2 * bench.ids.count }
        try bench.waitUntilIdle()
        for process in [process, second] { kill(process.processIdentifier, SIGTERM) }
        for process in [process, second] { #expect(process.waitUntilExit() == 0) }
    }
}
