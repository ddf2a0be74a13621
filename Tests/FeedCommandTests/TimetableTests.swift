import FeedEngine
import FeedModel
import FeedTesting
import StandardPlugins
import Testing

@testable import FeedCommand

@Suite("Timetable")
struct TimetableTests {
    /// Returns the plan of a configuration with one pipeline for each schedule; nil: without one.
    private func plan(_ schedules: [String?], zone: String? = nil) throws -> Plan {
        let pipelines = schedules.enumerated().map { number, schedule in
            "  p\(number): { sources: [a], sinks: [b]\(schedule.map { ", schedule: \"\($0)\"" } ?? "") }\n"
        }
        let configuration = """
            version: 1
            \(zone.map { "settings: { timezone: \($0) }" } ?? "")
            sources: { a: { type: file, path: a.xml } }
            sinks: { b: { type: stdout } }
            pipelines:
            \(pipelines.joined())
            """
        let reader = PlanReader(registry: try StandardPlugins.registry(), purpose: .check, variables: ["TZ": "UTC"])
        let reading = reader.read(Array(configuration.utf8), path: "/nowhere/config.yaml")
        return try #require(reading.plan, "\(reading.diagnostics)")
    }

    @Test(
        "has a line for each time at which something is due, as few as say it",
        arguments: [
            (["0 7 * * *"], ["0 7 * * *"]),
            ([nil], ["*/15 * * * *"]),
            (["0 7 * * *", nil], ["*/15 * * * *"]),
            (["0 7 * * *", "0 19 * * *"], ["0 7,19 * * *"]),
            (["0 7 * * *", "30 7 * * *"], ["*/30 7 * * *"]),
            (["0 7 * * *", "30 19 * * *"], ["0 7 * * *", "30 19 * * *"]),
            (["0 7 * * *", "0 7 * * mon-fri"], ["0 7 * * *"]),
            (["0 7 * * mon-fri", "0 9 * * sat,sun"], ["0 7 * * 1-5", "0 9 * * 0,6"]),
            (["@hourly", "0 7 * * *"], ["0 * * * *"]),
            (["0 8 1,15 * mon"], ["0 8 1,15 * 1"]),
            (["0 8 */2 * *"], ["0 8 */2 * *"]),
            (["5 */6 * 6-8 *"], ["5 */6 * 6-8 *"]),
        ] as [([String?], [String])])
    func cron(_ schedules: [String?], _ lines: [String]) throws {
        #expect(Timetable(of: try plan(schedules)).cronTimes == lines)
    }

    @Test(
        "says the same to systemd, in the zone of the configuration",
        arguments: [
            (["0 7 * * *"], nil, ["*-*-* 07:00:00"]),
            ([nil], nil, ["*-*-* *:0/15:00"]),
            (["0 7,19 * * mon-fri"], "Asia/Tokyo", ["Mon..Fri *-*-* 07,19:00:00 Asia/Tokyo"]),
            (["30 9 * * sun,sat"], nil, ["Sat,Sun *-*-* 09:30:00"]),
            (["0 8 1,15 * mon"], nil, ["*-*-01,15 08:00:00", "Mon *-*-* 08:00:00"]),
            (["0 0 1 1-3 *"], nil, ["*-01..03-01 00:00:00"]),
        ] as [([String?], String?, [String])])
    func calendar(_ schedules: [String?], _ zone: String?, _ times: [String]) throws {
        #expect(Timetable(of: try plan(schedules, zone: zone)).calendarTimes == times)
    }

    @Test("asks sources more often if somebody wants that")
    func often() throws {
        let often = Timetable(of: try plan(["0 7 * * *"]), every: 20)
        #expect(often.cronTimes == ["*/20 * * * *"] && !often.hasPauses)
        #expect(Timetable(of: try plan(["5 7 * * *"]), every: 60).cronTimes == ["5 7 * * *", "0 * * * *"])
        #expect(Timetable(of: try plan(["5 7 * * *"])).hasPauses)
        #expect(!Timetable(of: try plan(["@hourly"])).hasPauses)
    }

    @Test("is told to cron by the clock of the machine, at each of its offsets in a year")
    func zones() throws {
        let timetable = Timetable(of: try plan(["0 7 * * mon"], zone: "Asia/Tokyo"))
        let tokyo = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600)
        let now = Timestamp(seconds: 1_795_392_000)
        // Monday at seven in Tokyo is Sunday in Greenwich.
        #expect(timetable.byClock(of: .utc, from: tokyo, at: now).cronTimes == ["0 22 * * *"])
        #expect(timetable.byClock(of: tokyo, from: tokyo, at: now).cronTimes == ["0 7 * * 1"])
        let india = Zone(name: "Asia/Kolkata", fixedOffset: 19_800)
        #expect(timetable.byClock(of: india, from: tokyo, at: now).cronTimes == ["30 3 * * 1"])
    }
}
