import FeedEngine
import FeedMessages
import FeedModel
import Foundation
import Testing

@testable import FeedCommand
@testable import FeedState

@Suite("status shows the workers of a shared state")
struct WorkerTableTests {
    private let now = Timestamp(seconds: 1_795_176_000)

    private func survey(_ workers: [WorkerRecord]) -> HealthSurvey {
        HealthSurvey(
            sources: [], pipelines: [], sinks: [], pauses: [:], budgets: [], waitingLines: (0, nil),
            workers: WorkerRecords(workers: workers, now: now), now: now - .seconds(999), zone: .utc)
    }

    private func worker(
        _ name: String, minutesAgo: Int64 = 0, digest: UInt8 = 1, disputedMinutes: Int64? = nil,
        _ processes: [WorkerRecord.Process] = []
    ) -> WorkerRecord {
        WorkerRecord(
            name: name, seenAt: now - .seconds(60 * minutesAgo), version: "0.2.0",
            configuration: WorkerRecord.Configuration(
                digest: [digest, 2, 3, 4, 5], since: now - .seconds(86_400),
                disputedSince: disputedMinutes.map { now - .seconds(60 * $0) }),
            processes: processes)
    }

    private func lines(_ workers: [WorkerRecord], columns: Int? = nil, in language: Localizer = Localizer(.en))
        -> [String]
    {
        StatusTable(survey: survey(workers), columns: columns, localized: language).workerLines
    }

    private var busy: [WorkerRecord] {
        [
            worker("db1", minutesAgo: 5),
            worker(
                "db2", [.init(isAlive: true, hosts: 12, pipelines: ["all"], sinks: ["page"], maintenance: [.lines])]),
            worker("db3", minutesAgo: 3, [.init(isAlive: false, hosts: 1)]),
            worker("db4", [.init(isAlive: true), .init(isAlive: true, maintenance: [.retention])]),
        ]
    }

    @Test("a line each: whether it is there, since when not, and what it holds; by the clock of the database")
    func table() {
        #expect(
            lines(busy) == [
                "",
                "WORKER  STATE         SEEN       VERSION  CONFIGURATION  HOLDS",
                "db1     away          5 min ago  0.2.0    01020304       -",
                "db2     at work       now        0.2.0    01020304       12 hosts, pipeline all, sink page, notices",
                "db3     lost          3 min ago  0.2.0    01020304       1 host",
                "db4     at work (2×)  now        0.2.0    01020304       retention",
                "A lost worker ended without giving back what it holds. The next run of any other takes it over.",
            ])
        var waiting = worker("db1", minutesAgo: 5)
        waiting.isWaiting = true
        #expect(lines([waiting])[2] == "db1     waiting  5 min ago  0.2.0    01020304       -")
        let japanese = lines(busy, in: Localizer(.ja))
        #expect(japanese[1].hasPrefix("ワーカー  状況"))
        #expect(japanese[3].hasSuffix("ホスト12件、パイプライン all、配信先 page、通知"))
    }

    @Test("nothing for a state of one machine, and nothing where there are no workers yet")
    func none() {
        #expect(lines([]).isEmpty)
        var alone = survey([])
        alone.workers = nil
        #expect(StatusTable(survey: alone, columns: nil, localized: Localizer(.en)).workerLines.isEmpty)
        #expect(
            !String(decoding: StatusJSON(survey: alone, catalogue: Catalogue(Localizer(.en))).bytes, as: UTF8.self)
                .contains("workers"))
    }

    @Test("the latest ten of many that come and go, and how many more there are")
    func many() {
        let lines = self.lines((0..<60).map { worker("c\(100 + $0)", minutesAgo: Int64($0 + 1)) } + [busy[1]])
        #expect(lines.count == 14)
        #expect(lines[2].hasPrefix("c100  ") && lines[11].hasPrefix("c109  ") && lines[12].hasPrefix("db2   "))
        #expect(lines.last == "… and 50 more that were seen in the last 7 days")
    }

    @Test("who has another configuration than the others, if that has lasted")
    func differing() {
        let short = [worker("a"), worker("b", digest: 9, disputedMinutes: 60)]
        #expect(lines(short).count == 4)
        #expect(!survey(short).needsAttention)
        let long = [worker("a"), worker("b", digest: 9, disputedMinutes: 180), worker("c")]
        #expect(lines(long).last == "The configurations differ: a, c / b. Give all workers the same one.")
        #expect(survey(long).needsAttention)
    }

    @Test("for programs: the same as JSON")
    func json() throws {
        let bytes = StatusJSON(survey: survey(busy), catalogue: Catalogue(Localizer(.en))).bytes
        let object = try #require(try JSONSerialization.jsonObject(with: Data(bytes)) as? [String: Any])
        let workers = try #require(object["workers"] as? [[String: Any]])
        #expect(workers.map { $0["state"] as? String } == ["away", "working", "lost", "working"])
        #expect(workers[0]["seen_at"] as? String == "2026-11-20T11:55:00Z")
        let process = try #require((workers[1]["processes"] as? [[String: Any]])?.first)
        #expect(process["hosts"] as? Int == 12 && process["sinks"] as? [String] == ["page"])
        #expect((object["different_configurations"] as? [Any])?.isEmpty == true)
    }
}
