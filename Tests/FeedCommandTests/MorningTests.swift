import FeedJSON
import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Glibc
import Testing

@testable import FeedCommand

/// Which entries a reader finds, day after day.
@Suite("mornings of cron")
struct MorningTests {
    /// 2026-11-16, 07:00 in Tokyo.
    private static let start = Timestamp(seconds: 1_794_780_000)
    private static let day: Int64 = 86_400

    /// The README's first configuration; its sources lie on servers of this test, its page is read by a program.
    private static func readme() throws -> String {
        let folder = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
        let readme = try #require(FileText.of("/\(folder)/README.md"))
        let block = try #require(readme.components(between: "```yaml\n", and: "```").first)
        // Each source answers as a feed of its own name.
        let sources = try #require(block.components(between: "sources: [", and: "]").first)
        var feeds = sources
        for source in sources.split(separator: ", ").map({ $0.dropFirst().dropLast() }) {
            let host = source.filter { $0.isLetter || $0.isNumber }
            feeds = feeds.replacing(source, with: "https://\(host).example/feed")
        }
        return block.replacing(sources, with: feeds).replacing(".html", with: ".json")
            + "settings: { timezone: Asia/Tokyo, locale: ja }\n"
    }

    @Test("Y24 `keep` removes the pages of old days, but none that somebody changed, and only after its time")
    func keptPages() async throws {
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: UTC }
            defaults: { first_run: all }
            sources: { blog: { type: feed, url: "https://blog.example/feed" } }
            sinks:
              page: { type: file, path: "pages/{{date}}.txt", format: text, keep: 10d }
              log: { type: file, path: "log-{{date}}.txt", format: text, mode: append, keep: 3d }
              index: { type: file, path: index.txt, format: text, mode: replace }
            pipelines: { all: { sources: ["*"], schedule: "0 7 * * *", sinks: [page, log, index] } }
            """, at: Self.start
        ) { _, now in .feed(["the news of \(now.rfc3339().prefix(10))"]) }
        // A new pipeline begins with its next scheduled time.
        _ = try await job.run()
        var pages: [String] = []
        for day in 0..<40 {
            job.clock.advance(by: .seconds(Self.day))
            _ = try await job.run()
            pages.append("\(job.clock.now.rfc3339().prefix(10))")
            if day == 2 { try job.write("mine", to: "pages/\(pages[2]).txt") }
            func lies(_ day: String) -> Bool { job.bytes("pages/\(day).txt") != nil }
            let young = pages.suffix(11)
            #expect(young.allSatisfy(lies), "day \(day)")
            #expect(pages.dropLast(11).filter(lies) == (day > 12 ? [pages[2]] : []), "day \(day)")
            #expect(pages.filter { job.bytes("log-\($0).txt") != nil } == pages.suffix(4), "day \(day)")
            let index = String(decoding: try #require(job.bytes("index.txt")), as: UTF8.self)
            #expect(pages.filter { index.contains("the news of \($0)") } == [pages[day]])
        }
        // A clock that jumps ahead makes nothing old for a day.
        job.clock.advance(by: .seconds(400 * Self.day))
        _ = try await job.run()
        #expect(pages.suffix(10).allSatisfy { job.bytes("pages/\($0).txt") != nil })
    }

    @Test("a source that fails is named on every page until it works, though it is not asked at each run")
    func failingForDays() async throws {
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: UTC }
            defaults: { first_run: all }
            sources:
              blog: { type: feed, url: "https://blog.example/feed" }
              lost: { type: feed, url: "https://lost.example/feed" }
            sinks: { page: { type: file, path: "{{date}}.json", format: json } }
            pipelines: { all: { sources: ["*"], schedule: "0 7 * * *", sinks: [page] } }
            """, at: Self.start
        ) { address, now in
            let isDown = now > Self.start && now < Self.start + .seconds(5 * Self.day)
            return address.contains("lost") && isDown ? .status(404) : .feed(["news of \(now.rfc3339().prefix(10))"])
        }
        var failed: [[String]] = []
        for _ in 0..<(8 * 24) {
            let day = "\(job.clock.now.rfc3339().prefix(10))"
            let page = job.bytes("\(day).json")
            _ = try await job.run()
            if page == nil, let page = job.bytes("\(day).json") {
                let sources = try JSONReader.read(page)["digest"]?["failed_sources"]?.array ?? []
                failed.append(sources.compactMap { $0["source"]?.string })
            }
            job.clock.advance(by: .seconds(3600))
        }
        #expect(failed.prefix(4).allSatisfy { $0 == ["lost"] }, "\(failed)")
        #expect(failed.count == 8 && failed.suffix(2).allSatisfy { $0.isEmpty }, "\(failed)")
    }

    @Test("messages of a pipeline without schedule name a failing source when it fails, not again with each news")
    func failingBesideMessages() async throws {
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: UTC, locale: en }
            defaults: { first_run: all }
            sources:
              blog: { type: feed, url: "https://blog.example/feed" }
              lost: { type: feed, url: "https://lost.example/feed", title: Lost }
            sinks:
              stream: { type: file, path: stream.txt, format: text, mode: append }
              page: { type: file, path: page.json, format: json }
            pipelines: { all: { sources: ["*"], sinks: [stream, page] } }
            """, at: Self.start
        ) { address, now in
            address.contains("lost") ? .status(404) : .feed(["news of \(now.rfc3339().prefix(13))"])
        }
        var told: [Bool] = []
        for _ in 0..<24 {
            let before = job.bytes("stream.txt")?.count ?? 0
            _ = try await job.run()
            let message = String(decoding: (job.bytes("stream.txt") ?? []).dropFirst(before), as: UTF8.self)
            #expect(message.contains("news of"))
            told.append(message.contains("Lost"))
            // The page is read as it is now.
            let page = try JSONReader.read(try #require(job.bytes("page.json")))
            #expect(page["digest"]?["failed_sources"]?.array?.count == 1)
            job.clock.advance(by: .seconds(3600))
        }
        #expect(told.first == true && told.count { $0 } < 8, "\(told)")
    }

    @Test("Y08 the README's first configuration brings the newest of 200 entries a day, and says of the others why not")
    func readmeMornings() async throws {
        let world = FeedWorld(
            start: Self.start - .seconds(2 * Self.day), days: 13,
            entriesADay: ["qiitatagSwift": 40, "zennswift": 30, "hatenait": 110, "httpswwwswiftorgatomxml": 20],
            shared: 10)
        let job = try CronJob(try Self.readme(), at: Self.start - .seconds(3600)) { world.answer($0, at: $1) }
        var (medians, oldest): ([Double], [Double]) = ([], [])
        var told = DigestTally()
        for hour in 0..<(10 * 24) {
            let (lines, status) = try await job.run()
            #expect(lines == [] && status == .done)
            defer { job.clock.advance(by: .seconds(3600)) }
            // The first run comes an hour before the first morning.
            guard hour % 24 == 1 else { continue }
            let time = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600).localTime(at: job.clock.now)
            let page = try #require(job.bytes("digests/morning-2026-11-\(time.day).json"))
            let digest = try JSONReader.read(page)
            let entries = try #require(digest["entries"]?.array)
            let dates = entries.compactMap { $0["date_published"]?.string.flatMap(Timestamp.init(rfc3339:)) }
            #expect((45...50).contains(dates.count))
            // A section after the other, and within each the newest first.
            for (index, entry) in entries.enumerated().dropFirst()
            where entry["source"]?.string == entries[index - 1]["source"]?.string {
                #expect(dates[index] <= dates[index - 1])
            }
            let ages = dates.map { Double((job.clock.now - $0).components.seconds) / 3600 }.sorted()
            medians.append(ages[ages.count / 2])
            oldest.append(ages.last ?? 0)
            let tally = try #require(digest["digest"]?["tally"])
            #expect(tally["kept"]?.int == entries.count)
            let parts = try #require(tally["passed_over"])
            let kinds = PassedOver.allCases.map { ($0, parts[$0.rawValue]?.int ?? 0) }
            let sum = kinds.reduce(entries.count) { $0 + $1.1 }
            #expect(tally["offered"]?.int == sum)
            told.add(DigestTally(kept: entries.count, passedOver: Dictionary(uniqueKeysWithValues: kinds)))
        }
        let histories = try await job.histories()
        var reasons: [String: Int] = [:]
        for pipeline in histories.flatMap(\.pipelines) {
            reasons["\(pipeline.state.rawValue) \(pipeline.filter ?? "") \(pipeline.reason ?? "")", default: 0] += 1
        }
        print("ten mornings: median age \(hours(medians)), oldest \(hours(oldest)) h; \(told)")
        for reason in reasons.sorted(by: { $0.key < $1.key }) { print("  \(reason.value) \(reason.key)") }
        #expect(medians.count == 10)
        #expect(medians.allSatisfy { $0 <= 18 })
        // newer_than: 7d and at_most: 2d.
        #expect(oldest.allSatisfy { $0 <= 9 * 24 })
        // Each foot counts on where the one before ended: all of them together know every entry that was judged.
        let judged = histories.flatMap(\.pipelines).filter { $0.state != .waiting && $0.filter != "first_run" }
        #expect(told.offered == judged.count)
        #expect(told.passedOver[.expired] == judged.count { $0.filter == "take#1" && $0.state == .dropped })
        #expect(told.passedOver[.later] == judged.count { $0.state == .held })
        #expect(told.kept == judged.count { $0.state == .kept })
    }

    @Test(
        "over ten mornings, what pages show, what they leave out and what waits is all that came"
    )
    func omittedPages() async throws {
        let world = FeedWorld(
            start: Self.start - .seconds(2 * Self.day), days: 13, entriesADay: ["a": 40, "b": 30, "c": 110], shared: 10)
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: Asia/Tokyo }
            sources:
              a: { type: feed, url: "https://a.example/feed" }
              b: { type: feed, url: "https://b.example/feed" }
              c: { type: feed, url: "https://c.example/feed" }
            sinks: { page: { type: file, path: "pages/{{date}}.html", format: html } }
            pipelines:
              morning:
                schedule: "0 7 * * *"
                sources: ["*"]
                filters: [{ newer_than: 2d }, { deduplicate: {} }, { drop: { title: { matches: '-[0-9]*7$' } } }, { take: 30 }]
                sinks: [page]
            """, at: Self.start - .seconds(3600)
        ) { world.answer($0, at: $1) }
        var (everOnPage, mornings): (Set<String>, Int) = ([], 0)
        var omitted: Set<String> = []
        for hour in 0..<(10 * 24) {
            _ = try await job.run()
            defer { job.clock.advance(by: .seconds(3600)) }
            guard hour % 24 == 1 else { continue }
            let time = Zone(name: "Asia/Tokyo", fixedOffset: 9 * 3600).localTime(at: job.clock.now)
            let day = "pages/2026-11-\(time.day)"
            let (page, left) = (keys(job, "\(day).html"), keys(job, "\(day)-omitted.html"))
            #expect(page.isDisjoint(with: left) && page.isDisjoint(with: everOnPage))
            everOnPage.formUnion(page)
            omitted.formUnion(left)
            mornings += 1
            // All that came by this morning is in one of three places.
            let histories = try await job.histories()
            let waiting = histories.filter { $0.pipelines.contains { $0.state == .waiting } }.map(\.entry.id.key)
            #expect(Set(histories.map(\.entry.id.key)) == everOnPage.union(omitted).union(waiting))
            // What was left out this morning was dropped since yesterday, or is held now.
            for history in histories where left.contains(history.entry.id.key) {
                let pipeline = try #require(history.pipelines.first)
                #expect(pipeline.state == .held || pipeline.decidedAt > job.clock.now - .seconds(86_400))
            }
        }
        #expect(mornings == 10 && everOnPage.count > 200 && omitted.count > 500)
    }

    @Test(
        "a page without space for all entries leaves out the others, and each stands on one of the two pages",
        arguments: [("merge", 2500, 1600), ("replace", 2500, 1600), ("merge", 40, 1)])
    func fullPage(_ mode: String, _ count: Int, _ most: Int) async throws {
        let titles = (0..<count).map { "entry \($0)" }
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: Asia/Tokyo }
            defaults: { first_run: all }
            sources: { a: { type: feed, url: "https://a.example/feed" } }
            sinks: { page: { type: file, path: page.html, format: html, mode: \(mode), max_entries: \(most) } }
            pipelines: { all: { schedule: "0 7 * * *", sources: ["*"], sinks: [page] } }
            """, at: Self.start - .seconds(3600)
        ) { _, _ in .feed(titles) }
        _ = try await job.run()
        job.clock.advance(by: .seconds(3600))
        _ = try await job.run()
        let (page, left) = (keys(job, "page.html"), keys(job, "page-omitted.html"))
        #expect(page.count == most && left.count == count - most && page.isDisjoint(with: left))
        let text = String(decoding: job.bytes("page.html") ?? [], as: UTF8.self)
        #expect(text.contains("href=\"page-omitted.html\""))
    }

    @Test("what `first_run` leaves out stands beside the first page, also if mornings without news come before it")
    func firstRun() async throws {
        let start = Self.start
        let job = try CronJob(
            """
            version: 1
            settings: { timezone: Asia/Tokyo }
            defaults: { first_run: none }
            sources: { a: { type: feed, url: "https://a.example/feed" } }
            sinks: { page: { type: file, path: page.html, format: html } }
            pipelines: { all: { schedule: "0 7 * * *", sources: ["*"], sinks: [page] } }
            """, at: start - .seconds(3600)
        ) { _, now in .feed(["old", "older"] + (now > start + .seconds(2 * Self.day) ? ["news"] : [])) }
        for _ in 0..<(4 * 24) {
            _ = try await job.run()
            job.clock.advance(by: .seconds(3600))
        }
        #expect(keys(job, "page.html").count == 1)
        #expect(keys(job, "page-omitted.html").count == 2)
    }

    /// The keys of the entries on a page.
    private func keys(_ job: CronJob, _ name: String) -> Set<String> {
        Set(String(decoding: job.bytes(name) ?? [], as: UTF8.self).components(between: " id=\"e-", and: "\""))
    }

    private func hours(_ ages: [Double]) -> String {
        ages.map { "\(Int($0 * 10) / 10)" }.joined(separator: " ")
    }

    private static func configuration(_ schedule: String, _ filters: String) -> String {
        """
        version: 1
        settings: { timezone: UTC }
        defaults: { first_run: all }
        sources: { blog: { type: feed, url: "https://blog.example/feed" } }
        sinks: { out: { type: file, path: out.jsonl, format: jsonl, mode: append } }
        pipelines: { all: { schedule: "\(schedule)", sources: [blog], filters: [\(filters)], sinks: [out] } }
        """
    }

    @Test("Y08 a weekly pipeline brings the whole week, though `newer_than` is two days")
    func weekly() async throws {
        let world = FeedWorld(start: Self.start, days: 28, entriesADay: ["blog": 12], shared: 0)
        let job = try CronJob(Self.configuration("0 7 * * 1", "{ newer_than: 2d }"), at: Self.start) {
            world.answer($0, at: $1)
        }
        for _ in 0..<(28 * 12) {
            job.clock.advance(by: .seconds(7200))
            #expect(try await job.run().status == .done)
        }
        let states = try await job.histories().flatMap(\.pipelines)
        #expect(states.count { $0.state == .dropped } == 0)
        #expect(states.count { $0.state == .kept } >= 21 * 12)
    }

    @Test("Y08 after five days without power nothing is dropped that had not been offered")
    func powerCut() async throws {
        let world = FeedWorld(start: Self.start, days: 20, entriesADay: ["blog": 12], shared: 0, window: 100)
        let job = try CronJob(
            Self.configuration("0 7 * * *", "{ newer_than: 2d }, { take: { entries: 10, at_most: 1d } }"),
            at: Self.start
        ) { world.answer($0, at: $1) }
        func run(days: Int64) async throws {
            for _ in 0..<(days * 12) {
                job.clock.advance(by: .seconds(7200))
                #expect(try await job.run().status == .done)
            }
        }
        try await run(days: 5)
        let before = Set(try await job.histories().map(\.entry.id))
        job.clock.advance(by: .seconds(5 * Self.day))
        #expect(try await job.run().status == .done)
        let after = try await job.histories()
        // Sixty were published meanwhile, some of them five days ago; none is too old.
        let came = after.filter { !before.contains($0.entry.id) }.flatMap(\.pipelines)
        #expect(came.count == 60)
        #expect(came.allSatisfy { $0.state == .kept || $0.state == .held })
        try await run(days: 5)
        let dropped = try await job.histories().flatMap(\.pipelines).filter { $0.state == .dropped }
        #expect(!dropped.isEmpty)
        #expect(dropped.allSatisfy { $0.reason == "passed over for 1 day: beyond the first 10" })
        print("after five days without power: \(came.count { $0.state == .kept }) of 60 at once; then")
        print("  \(dropped.count) dropped after they had been offered twice")
    }
}

/// Servers whose feeds grow as the clock goes: the same for the same numbers.
private struct FeedWorld: Sendable {
    struct Item: Sendable {
        let title: String
        let address: String
        let date: Timestamp
    }

    private var items: [String: [Item]] = [:]
    private let window: Int

    /// - Parameter shared: of each twenty entries of `ablog`, how many `news` brings, too.
    init(start: Timestamp, days: Int, entriesADay: [String: Int], shared: Int, window: Int = 60) {
        self.window = window
        var random: UInt64 = 20_261_116
        func next(_ bound: Int) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(random >> 33) % bound
        }
        for (host, count) in entriesADay.sorted(by: { $0.key < $1.key }) {
            for number in 0..<(count * days) {
                let second = number / count * 86_400 + next(86_400)
                let name = "\(host)-\(number)"
                items[host, default: []].append(
                    Item(title: name, address: "https://\(host).example/\(name)", date: start + .seconds(second)))
            }
        }
        for (number, item) in (items["ablog"] ?? []).enumerated() where number % 20 < shared {
            items["news", default: []].append(
                Item(title: item.title, address: "\(item.address)?utm_source=news", date: item.date + .seconds(600)))
        }
        for host in items.keys { items[host]?.sort { $0.date < $1.date } }
    }

    func answer(_ url: String, at now: Timestamp) -> StubAnswer {
        let host = Address.parts(url)?.server.split(separator: ".").first.map(String.init) ?? ""
        let shown = (items[host] ?? []).filter { $0.date <= now }.suffix(window).reversed().map { item in
            "<entry><id>\(item.address)</id><title>\(item.title)</title><link href=\"\(item.address)\"/>"
                + "<published>\(item.date.rfc3339())</published></entry>"
        }
        return .document(
            "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>\(host)</title>\(shown.joined())</feed>")
    }
}

extension String {
    fileprivate func components(between start: String, and end: String) -> [String] {
        ranges(of: start).compactMap { range in
            self[range.upperBound...].firstRange(of: end).map { String(self[range.upperBound..<$0.lowerBound]) }
        }
    }
}

private enum FileText {
    /// What a file of the repository holds, or nil.
    static func of(_ path: String) -> String? {
        guard let file = fopen(path, "rb") else { return nil }
        defer { fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = fread(&buffer, 1, buffer.count, file), count > 0 { bytes += buffer[..<count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}
