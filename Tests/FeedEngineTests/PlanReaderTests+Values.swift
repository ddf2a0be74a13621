import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import MachineLaboratory
import Testing

@testable import FeedEngine

extension PlanReaderTests {
    @Test("a source overrides what defaults say, header by header")
    func defaults() throws {
        let reading = Self.read(
            """
            version: 1
            defaults:
              refresh: 1h
              timeout: 10s
              max_body: 1MiB
              user_agent: paper boy
              headers: { A: "1", B: "2" }
            sources:
              a: { type: feed, url: u }
              b: { type: feed, url: v, refresh: auto, first_run: all, timeout: 5s, headers: { b: "3", C: { env: TOKEN } } }
              c: { type: feed, url: w, enabled: no, max_entries: 5, connections_per_host: 4, delay: 500ms }
            sinks: { out: { type: webhook, url: "https://example.com/", timeout: 7s } }
            pipelines: { p: { sources: ["*"], sinks: [out] } }
            """, variables: ["TOKEN": "hunter2"])
        #expect(reading.diagnostics == [])
        let plan = try #require(reading.plan)
        let (a, b, c) = (plan.sources[0], plan.sources[1], plan.sources[2])
        #expect(a.refresh == .every(.seconds(3600)))
        #expect(a.policy.timeout == .seconds(10))
        #expect(a.policy.maxBody == 1 << 20)
        #expect(a.policy.userAgent == "paper boy")
        #expect(a.firstRun == .newest(20))
        #expect(b.refresh == .automatic)
        #expect(b.firstRun == .all)
        #expect(b.policy.headers.map { "\($0.name): \($0.value.reveal())" } == ["A: 1", "b: 3", "C: hunter2"])
        #expect(!c.isEnabled)
        #expect(c.maxEntries == 5)
        #expect(c.policy.connectionsPerHost == 4)
        #expect(c.policy.delay == .milliseconds(500))
        #expect(plan.pipelines[0].sources == ["a", "b"])
        #expect(plan.sinks[0].policy.timeout == .seconds(7))
        #expect(plan.secrets.contains { $0.reveal() == "hunter2" && $0.mask == "{sources.b.headers.C}" })
        #expect(plan.secrets.contains { $0.reveal() == "https://example.com/" && $0.mask == "{sinks.out.url}" })
    }

    @Test("a source's stages are made of what was read, with its own parser unless another is asked for")
    func stages() throws {
        let plan = try #require(
            Self.read(
                """
                version: 1
                sources:
                  a: { type: qiita, query: swift, pages: 3 }
                  b: { type: feed, url: u, parser: qiita }
                  c: { type: feed, url: v }
                sinks: { out: { type: stdout } }
                pipelines: { p: { sources: [a, b, c], sinks: [out] } }
                """
            ).plan)
        let services = Services.forPlanTests
        let made = try plan.sources.map { try $0.make(services) }
        #expect(made.map { type(of: $0.parser).type } == ["qiita", "qiita", "auto"])
        #expect(made[0].source.canonicalRequest == "query=swift tag= pages=3")
        #expect(try plan.sinks.map { type(of: try $0.makeFormat(services)).type } == ["text"])
    }

    @Test("chains are written out where they are used, filters numbered by type")
    func chains() throws {
        let plan = try #require(
            Self.read(
                """
                version: 1
                sources: { a: { type: feed, url: u } }
                sinks: { out: { type: stdout } }
                filters:
                  inner: [ newer_than: 1d, drop: x ]
                  outer: [ use: inner, keep: y ]
                pipelines:
                  p: { sources: [a], sinks: [out], filters: [ newer_than: 2d, use: outer, use: inner, take: 1 ] }
                """
            ).plan)
        #expect(
            plan.pipelines[0].filters.map(\.name) == [
                "newer_than#1", "newer_than#2", "drop#1", "keep#1", "newer_than#3", "drop#2", "take#1",
            ])
        #expect(plan.pipelines[0].filters[1].place.line == 5)
        let ages = try plan.pipelines[0].filters.compactMap { try $0.make(.forPlanTests) as? NewerThan }.map(\.age)
        #expect(ages == [.seconds(172_800), .seconds(86_400), .seconds(86_400)])
    }

    @Test("chains that multiply are refused")
    func chainBomb() {
        var filters = "filters:\n  c0: [ {take: 1}, {take: 1}, {take: 1} ]\n"
        for level in 1...12 {
            let use = "{use: c\(level - 1)}"
            filters += "  c\(level): [ \(use), \(use), \(use) ]\n"
        }
        let text = PlanMistakesTests.whole(
            filters: filters, pipelines: "  p: { sources: [a], sinks: [out], filters: [use: c12] }")
        #expect(
            PlanMistakesTests.lines(text)
                == ["23:3: error: pipelines.p: more than 1000 filters with all chains expanded"])
    }

    @Test("anchors, aliases and merge keys save writing")
    func anchors() throws {
        let reading = Self.read(
            """
            version: 1
            x-news: &news { type: google_news, edition: "JP:ja" }
            sources:
              x-slow: &slow { refresh: 1d }
              a: { <<: *news, topic: world }
              b: { <<: [*news, *slow], topic: nation }
            sinks: { out: { type: stdout, x-why: because } }
            pipelines: { p: { sources: [a, b], sinks: [out] } }
            """)
        #expect(reading.diagnostics == [])
        #expect(reading.plan?.sources.map(\.name) == ["a", "b"])
        #expect(reading.plan?.sources.last?.refresh == .every(.seconds(86_400)))
    }

    @Test("env_file is read beside the configuration; the environment wins; others may not read it")
    func environmentFile() throws {
        let temporary = try TemporaryFolder()
        let folder = temporary.path
        let text = """
            version: 1
            settings: { env_file: .env, state: s/s.sqlite }
            sources: { a: { type: feed, url: "${A}/${B}/${C:-c}" } }
            sinks: { out: { type: file, path: out.txt, format: text } }
            pipelines: { p: { sources: [a], sinks: [out] } }
            """
        func read() -> PlanReading {
            Self.read(text, for: .run, variables: ["B": "real"], path: "\(folder)/config.yaml")
        }
        #expect(read().diagnostics.map(\.message) == ["environment variable A is not set"])
        try temporary.write("A=1\nB=2\n", to: ".env", mode: 0o600)
        #expect(read().diagnostics == [])
        let plan = try #require(read().plan)
        #expect(try plan.sources[0].make(.forPlanTests).source.canonicalRequest == "1/real/c")
        #expect(plan.settings.statePath == "\(folder)/s/s.sqlite")
        #expect(plan.settings.directory == folder)
        try temporary.write("A=1\nB=2\n", to: ".env", mode: 0o640)
        #expect(
            read().diagnostics.map(\.description) == [
                "\(folder)/config.yaml:2:23: error: settings.env_file: others can read or write \(folder)/.env "
                    + "(mode 640) (chmod 600 \(folder)/.env)"
            ])
    }

    @Test("--state wins over settings.state")
    func statePath() {
        let reader = PlanReader(
            registry: PlanDoubles.registry, purpose: .run, variables: ["TZ": "UTC"], statePath: "/tmp/other.sqlite")
        #expect(
            reader.read(Array(PlanMistakesTests.whole().utf8), path: "c.yaml").plan?.settings.statePath
                == "/tmp/other.sqlite")
    }

    @Test("the manual knows the options that belong to no plugin")
    func manual() {
        #expect(
            ConfigurationManual.settings.map(\.key)
                == [
                    "timezone", "locale", "state", "files_on", "env_file", "notices", "network", "concurrency",
                    "max_run",
                    "heartbeat",
                ])
        #expect(
            ConfigurationManual.pipelines.map(\.key)
                == ["schedule", "title", "sources", "filters", "group_by", "sinks"])
        #expect(
            ConfigurationManual.sources.map(\.key) == [
                "title", "parser", "refresh", "first_run", "identity", "flood_guard", "enabled", "selection",
                "max_entries",
                "timeout", "max_body", "connections_per_host", "delay", "rate", "user_agent", "headers", "auth",
                "ca_file",
            ])
        #expect(ConfigurationManual.sources.first { $0.key == "max_body" }?.defaultText == "16MiB")
    }

    @Test("10,000 feeds in one file are read in linear time")
    func manyFeeds() {
        let sources = (0..<10_000).map { "  feed_\($0): { type: feed, url: \"https://example.com/\($0)\", title: T }" }
        let text = PlanMistakesTests.whole(
            sources: sources.joined(separator: "\n"), pipelines: "  p: { sources: ['feed_*'], sinks: [out] }")
        let time = processorTime {
            let reading = Self.read(text)
            #expect(reading.diagnostics == [])
            #expect(reading.plan?.pipelines.first?.sources.count == 10_000)
        }
        #expect(time < .seconds(30))  // unoptimised: catches what is quadratic
    }

    @Test("T13 whatever byte is changed or left out, there is either a plan or an error with its place")
    func mutations() {
        let text = Array(Self.example.utf8)
        var (plans, refusals) = (0, 0)
        for index in stride(from: 0, to: text.count, by: 7) {
            var changed = text
            changed[index] = [0x20, 0x2A, 0x3A, 0x7B, 0x24, 0x2D][index % 6]
            for bytes in [changed, Array(text[..<index])] {
                let reader = PlanReader(registry: PlanDoubles.registry, purpose: .check, variables: ["TZ": "UTC"])
                let reading = reader.read(bytes, path: "config.yaml")
                let errors = reading.diagnostics.filter { $0.severity == .error }
                let lines = bytes.count { $0 == 0x0A } + 1
                #expect((reading.plan == nil) != errors.isEmpty, "\(String(decoding: bytes, as: UTF8.self))")
                for place in reading.diagnostics.map(\.place) where place.file == "config.yaml" {
                    #expect((1...lines).contains(place.line), "\(place)")
                }
                if reading.plan != nil { plans += 1 } else { refusals += 1 }
            }
        }
        // A changed comment or title is no mistake; half a file is one.
        #expect(plans > 20 && refusals > 100)
    }
}

extension Services {
    /// For stages that are only made.
    static var forPlanTests: Services { .testing() }
}

@Suite struct PlanZoneTests {
    let reader = ZoneReader()

    @Test(
        "the system's database is read",
        .enabled(if: ZoneReader().isInstalled, "tzdata is not installed"),
        arguments: [
            ("Asia/Tokyo", 2026, 7, 1, 32_400), ("Europe/Berlin", 2026, 7, 1, 7200),
            ("Europe/Berlin", 2026, 12, 1, 3600),
            ("America/New_York", 2050, 7, 1, -14_400), ("Australia/Lord_Howe", 2026, 1, 1, 39_600),
            ("Asia/Tokyo", 1950, 8, 1, 36_000), ("Africa/Casablanca", 2026, 3, 1, 0),
            ("Etc/GMT+5", 2026, 1, 1, -18_000),
        ])
    func database(name: String, year: Int, month: Int, day: Int, offset: Int) throws {
        let zone = try #require(reader.zone(named: name))
        let moment = try #require(CivilTime(year: year, month: month, day: day).timestamp())
        #expect(zone.offset(at: moment) == offset)
    }

    @Test(
        "no name leads out of the database",
        arguments: [
            "", "/etc/passwd", "../../etc/passwd", "Asia/../../../etc/passwd", "Asia", "Asia//Tokyo", "Asia/Tokyo\0",
        ])
    func names(name: String) { #expect(reader.zone(named: name) == nil) }

    @Test("TZ decides, then /etc/localtime, then UTC")
    func system() {
        #expect(reader.systemZone(variables: ["TZ": ":Asia/Tokyo"]).name == "Asia/Tokyo")
        #expect(reader.systemZone(variables: ["TZ": "JST-9"]).offset(at: Timestamp(seconds: 0)) == 32_400)
        #expect(reader.systemZone(variables: ["TZ": "nonsense"]) == .utc)
        #expect(reader.systemZone(variables: ["TZ": ""]) == .utc)
        #expect(reader.systemZone(variables: [:], localtime: "/no/such") == .utc)
        #expect(reader.systemZone(variables: [:], localtime: "/usr/share/zoneinfo/Asia/Tokyo").name.hasSuffix("Tokyo"))
    }
}
