import FeedModel
import FeedStages
import FeedTesting
import Glibc
import Testing

@testable import FeedEngine

/// A week of cron, a run each quarter of an hour, from an empty state: what is missed of hot lists and of servers that
/// were away, and what it costs. `make polling` prints the figures.
@Suite("a week of polling")
struct PollingTests {
    private static let days = 7.0
    private let prints: Bool

    init() { prints = getenv("KAWARABAN_POLLING").map { String(cString: $0) } == "1" }

    private struct Figures {
        var entries = 0
        var missed = 0
        /// Of them, those that were published once it was back; others were published while it was away and still shown
        /// then, or just before, and scrolled away before anybody asked.
        var missedAfterwards = 0
        var lines = 0
        var perHour = 0.0
        var asked: [Double] = []
    }

    /// A week of these lists.
    private func week(_ lists: [(list: HotList, refresh: Refresh)]) async throws -> [Figures] {
        let bench = try RunTestBench()
        let web = HotWeb(lists.map(\.list), clock: bench.clock)
        bench.transport = web
        for (list, refresh) in lists { bench.addFeed(list.name, list.url, refresh: refresh) }
        let inbox = bench.addSink("box")
        bench.addPipeline("all", sources: lists.map(\.list.name), sinks: ["box"])
        bench.plan.settings.concurrency = 64
        var lines: [String: Int] = [:]
        for _ in 0..<Int(Self.days * 96) {
            let report = try await bench.run()
            #expect(report.stateError == nil && !report.isOffline)
            for change in report.changes where change.kind == .sourceMissed {
                lines[change.source ?? "", default: 0] += 1
            }
            bench.clock.advance(by: .seconds(900))
        }
        let delivered = Set(inbox.titles)
        #expect(delivered.count == inbox.titles.count)
        return lists.map { list, _ in
            let asked = web.asked(list)
            // What came after the last fetch is not missed yet.
            let visible = list.visible(until: (asked.last ?? 0) + 0.01)
            let missed = visible.filter { !delivered.contains("\(list.name)-\($0)") }
            return Figures(
                entries: visible.count, missed: missed.count,
                missedAfterwards: missed.count { list.appears[$0] >= list.away?.upperBound ?? 0 },
                lines: lines[list.name] ?? 0, perHour: Double(asked.count) / (Self.days * 24), asked: asked)
        }
    }

    @Test("Y06 of lists that turn over in more than an hour nothing is missed, from the first day on")
    func hotLists() async throws {
        var lists: [(list: HotList, refresh: Refresh)] = []
        let turnovers = prints ? [1.0, 1.5, 4, 12, 48] : [1.0, 1.5, 4, 12]
        for (place, turnover) in turnovers.enumerated() {
            for isDated in [true, false] {
                for refresh in [Refresh.automatic, .everyRun] {
                    let name = "l\(lists.count)"
                    lists.append(
                        (
                            HotList(name, turnover: turnover, isDated: isDated, days: Self.days, seed: UInt64(place)),
                            refresh
                        ))
                }
            }
        }
        let figures = try await week(lists)
        tell("turnover  dates  refresh  entries  missed  requests an hour")
        for (place, (list, refresh)) in lists.enumerated() {
            let (turnover, found) = (turnovers[place / 4], figures[place])
            tell(
                "\(turnover) h", list.isDated ? "yes" : "no", refresh == .automatic ? "auto" : "run",
                "\(found.entries)",
                "\(found.missed)", found.perHour.short)
            if turnover > 1 {
                #expect(found.missed == 0, "\(turnover) h, \(list.isDated), \(refresh)")
                #expect(found.lines == 0)
            }
            #expect(found.missed * 50 <= found.entries)
            if refresh == .automatic { #expect(found.perHour <= max(1.05, 4 / turnover)) }
        }
    }

    @Test("Y07 a server that was away is noticed within half of what its document reaches back, and no news is missed")
    func away() async throws {
        let durations = prints ? [1.0, 12, 36, 96] : [36, 96]
        let turnovers = prints ? [4.0, 12] : [4]
        var lists: [(list: HotList, refresh: Refresh)] = []
        for absence in HotList.Absence.allCases {
            for duration in durations {
                for turnover in turnovers {
                    var list = HotList(
                        "a\(lists.count)", turnover: turnover, isDated: true, days: Self.days,
                        seed: UInt64(lists.count + 100))
                    list.away = 24..<(24 + duration)
                    list.absence = absence
                    lists.append((list, .automatic))
                }
            }
        }
        // A server of ten feeds, and some that are always there: who is away is not this machine.
        let shared = lists.count
        for number in 0..<10 {
            var list = HotList(
                "s\(number)", host: "shared", turnover: 4, isDated: true, days: Self.days, seed: UInt64(number + 200))
            list.away = 24..<60
            lists.append((list, .automatic))
        }
        for number in 0..<8 {
            lists.append((HotList("w\(number)", turnover: 48, isDated: true, days: Self.days, seed: 300), .everyRun))
        }
        let figures = try await week(lists)
        func noticed(_ list: HotList, _ found: Figures) -> Double {
            let back = list.away?.upperBound ?? 0
            return (found.asked.first { $0 >= back } ?? .infinity) - back
        }
        func meanwhile(_ list: HotList, _ found: Figures) -> Int {
            found.asked.count { list.away?.contains($0) == true }
        }
        tell("away  answers  turnover  noticed after  missed  of them published once back  requests meanwhile")
        for place in 0..<shared {
            let (list, found) = (lists[place].list, figures[place])
            let turnover = turnovers[place % turnovers.count]
            let duration = durations[place / turnovers.count % durations.count]
            tell(
                "\(Int(duration)) h", list.absence.rawValue, "\(Int(turnover)) h", "\(noticed(list, found).short) h",
                "\(found.missed)", "\(found.missedAfterwards)", "\(meanwhile(list, found))")
            // What it shows as it is back may scroll away before that is noticed; what comes then does not.
            #expect(found.missedAfterwards == 0, "\(list.absence), \(duration) h")
            #expect(found.missed < HotList.length)
            #expect(noticed(list, found) <= max(1, turnover / 2) * 1.1 + 0.25)
            #expect(Double(meanwhile(list, found)) <= duration + 5)
        }
        let group = lists[shared..<(shared + 10)].map(\.list)
        let groupFigures = Array(figures[shared..<(shared + 10)])
        let requests = zip(group, groupFigures).reduce(0) { $0 + meanwhile($1.0, $1.1) }
        let last = zip(group, groupFigures).map { noticed($0.0, $0.1) }.max() ?? .infinity
        let missed = groupFigures.reduce(0) { $0 + $1.missed }
        let missedAfterwards = groupFigures.reduce(0) { $0 + $1.missedAfterwards }
        tell(
            "36 h, ten feeds of a server", "refused", "4 h", "\(last.short) h", "\(missed)", "\(missedAfterwards)",
            "\(requests)")
        #expect(missedAfterwards == 0)
        #expect(last <= 2.5)
        #expect(requests <= 36 + 10)
    }

    private func tell(_ cells: String...) {
        if prints { print("polling: " + cells.joined(separator: "  ")) }
    }
}

extension Double {
    /// With two places.
    fileprivate var short: String { "\((self * 100).rounded() / 100)" }
}
