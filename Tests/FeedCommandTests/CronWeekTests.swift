import FeedMessages
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedCommand

/// What a user finds in the mails of cron.
@Suite("a week of mails from cron")
struct CronWeekTests {
    private static let configuration = """
        version: 1
        settings: { timezone: UTC }
        sources:
          steady: { type: feed, url: "https://steady.example/feed" }
          dead: { type: feed, url: "https://dead.example/feed" }
          flapping: { type: feed, url: "https://flapping.example/feed" }
        sinks: { out: { type: file, path: out.jsonl, format: jsonl, mode: append } }
        pipelines: { all: { sources: [steady, dead, flapping], sinks: [out] } }
        """

    /// Monday.
    private static let start = Timestamp(seconds: 1_794_787_200)

    @Test("one dead feed and one flapping one, a run every half hour: three mails, whole")
    func week() async throws {
        let start = Self.start
        let job = try CronJob(Self.configuration, at: start) { url, now in
            let hours = Double((now - start).components.seconds) / 3600
            if url.contains("dead"), hours >= 3 { return .failure(.refused) }
            if url.contains("flapping") {
                // Twenty minutes of every three hours, and from Wednesday at ten for thirty-two hours.
                if hours >= 58, hours < 90 { return .status(500) }
                if hours.truncatingRemainder(dividingBy: 3) > 2.6 { return .status(502) }
            }
            return .feed([url])
        }
        var mails: [String] = []
        for _ in 0..<(7 * 48) {
            let (lines, status) = try await job.run()
            let when = job.clock.now.rfc3339().dropFirst(5).prefix(11)
            if !lines.isEmpty || status != .done {
                mails.append("\(when) exit \(status.rawValue)")
                mails += lines
            }
            job.clock.advance(by: .seconds(1800))
        }
        print("a week of mails from cron:\n  " + mails.joined(separator: "\n  "))
        #expect(
            mails == [
                "11-17T02:30 exit 1",
                "kawaraban: source \"dead\" failing since 2026-11-16 (15 tries; next in 2 h): "
                    + "dead.example refused the connection; check the address and port, or try later (refused)",
                "11-19T09:30 exit 1",
                "kawaraban: source \"flapping\" failing since 2026-11-18 (8 tries): "
                    + "the server has an error (status 500); nothing to do: it is tried again "
                    + "[https://flapping.exam…] (server_error)",
                "11-20T08:00 exit 0",
                "kawaraban: source \"flapping\" works again",
            ])
        let table = StatusTable(survey: try await job.survey(), columns: nil, localized: Localizer(.en)).lines
        print("status at its end:\n  " + table.joined(separator: "\n  "))
        #expect(
            table == [
                "SOURCE    STATE    SUCCESS     HTTP  FAILED  WEEKLY  NEWEST   NEXT",
                "steady    ok       30 min ago  200   -       0       7 d ago  next run",
                "dead      failing  6 d ago     -     66×     0       7 d ago  in 63 min",
                "flapping  ok       30 min ago  200   -       0       7 d ago  next run",
                "",
                "PIPELINE  STATE  LAST        NEXT      WAITING  HELD",
                "all       ok     30 min ago  each run  0        -",
                "",
                "SINK  STATE  WAITING  SINCE  GIVEN UP",
                "out   ok     0        -      -",
                "",
                "3 sources: 2 ok, 1 failing; 1 pipeline: 1 ok; 1 sink: 1 ok",
            ])
    }
}
