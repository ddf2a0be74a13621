import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Glibc
import Testing

@testable import FeedEngine

/// What cron would see of ninety days. `make ninety-days` runs the whole of it, with 1,000 sources and a run every
/// hour.
@Suite("ninety days of cron")
struct NinetyDaysTests {
    private static let days = 90.0
    private let sources: Int
    private let minutes: Int

    init() {
        let isWhole = getenv("KAWARABAN_NINETY_DAYS").map { String(cString: $0) } == "1"
        sources = isWhole ? 1000 : 50
        minutes = isWhole ? 60 : 240
    }

    @Test("P18 every change is told once, nobody is asked too early or forgotten, and an outage blames nobody")
    func ninetyDays() async throws {
        let bench = try RunTestBench()
        let feeds = (0..<sources).map(SimulatedFeed.init)
        let outages = [(40 * 24.0)..<(41 * 24.0), (60.25 * 24)..<(60.5 * 24)]
        let web = SimulatedWeb(feeds, outages: outages, clock: bench.clock)
        bench.transport = web
        for feed in feeds { bench.addFeed(feed.name, feed.url) }
        let inbox = bench.addSink("box")
        bench.addPipeline("all", sources: feeds.map(\.name), sinks: ["box"])
        bench.plan.settings.concurrency = 64

        var lines: [String: Int] = [:]
        var (offlineLines, onlineLines, offlineRuns, longestRun) = (0, 0, 0, 0)
        let runs = Int(Self.days * 24 * 60) / minutes
        for _ in 0..<runs {
            let report = try await bench.run()
            #expect(report.stateError == nil)
            let isOut = outages.contains { $0.contains(web.hour) }
            #expect(report.isOffline == isOut)
            offlineRuns += report.isOffline ? 1 : 0
            longestRun = max(longestRun, report.changes.count)
            for change in report.changes {
                switch change.kind {
                case .offline: offlineLines += 1
                case .online: onlineLines += 1
                case .sourceMissed:
                    // Of a feed that was away for longer than its ten entries last, a word is true.
                    let missed = try #require(change.missed)
                    #expect(missed.until - missed.from >= .seconds(20 * 86_400), "\(change)")
                default:
                    let name = change.source ?? "?"
                    lines[name, default: 0] += 1
                    #expect(!isOut, "\(change)")
                }
            }
            bench.clock.advance(by: .seconds(minutes * 60))
        }

        let books = web.books
        let end = Self.days * 24
        var (least, most) = (0, 0)
        for feed in feeds {
            let expected = feed.lines(until: end)
            least += expected.least
            most += expected.most
            let told = lines[feed.name] ?? 0
            #expect(told >= expected.least && told <= expected.most, "\(feed.name): \(told), \(expected)")
            let account = try #require(books[feed.url])
            #expect(account.tooEarly == 0, "\(feed.name)")
            // One request a run at most; a feed that moved is looked for at its old address, too, once a week.
            #expect(account.requests <= runs + 13, "\(feed.name)")
            try judge(feed, account, end: end)
        }
        #expect(lines["?"] == nil)
        #expect((offlineLines, onlineLines) == (2, 2))
        // Each entry once; of feeds that live, every one that was ever there.
        #expect(Set(inbox.titles).count == inbox.titles.count)
        let delivered = Set(inbox.titles)
        for feed in feeds where feed.troubles.isEmpty && feed.flapsEvery == nil {
            let newest = feed.entryEvery.map { Int((end - Double(minutes) / 60) / $0) } ?? 0
            #expect((0...newest).allSatisfy { delivered.contains("\(feed.name)-\($0)") }, "\(feed.name)")
        }
        let requests = books.values.reduce(0) { $0 + $1.requests }
        let dead = feeds.filter { (30...34).contains((Int($0.name.dropFirst()) ?? 0) % 50) }
        let deadRequests = dead.reduce(0) { $0 + (books[$1.url]?.requests ?? 0) }
        print(
            """
            ninety days: \(sources) sources, a run every \(minutes) min (\(runs) runs), \(requests) requests
              lines printed: \(lines.values.reduce(0, +)) of sources (true changes and reminders: \(least) certain, \
            \(most) at most), \(offlineLines + onlineLines) of the network; most in one run: \(longestRun)
              requests before Retry-After: \(books.values.reduce(0) { $0 + $1.tooEarly }); answered 304: \
            \(books.values.reduce(0) { $0 + $1.answersUnchanged })
              runs without network: \(offlineRuns), sources blamed for it: 0
              \(dead.count) dead sources cost \(deadRequests) requests (\(dead.count * runs) without back-off)
              entries delivered: \(inbox.titles.count), twice: \(inbox.titles.count - delivered.count)
            """)
    }

    /// Nobody is forgotten: who lives is asked at each run, who fails at least once a week.
    private func judge(_ feed: SimulatedFeed, _ account: SimulatedWeb.Account, end: Double) throws {
        if case .status(410)? = feed.trouble(at: end - 1) { return }
        let isWell = feed.trouble(at: end - 1) == nil && !feed.troubles.contains { $0.end > end - 8 * 24 }
        let longest = isWell && feed.flapsEvery == nil ? Double(minutes) / 60 : 7.7 * 24 + Double(minutes) / 60
        #expect(end - account.lastAsked <= longest, "\(feed.name)")
    }
}
