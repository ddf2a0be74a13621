import FeedHabits
import FeedModel
import FeedStages
import FeedTesting
import Glibc
import MachineLaboratory
import Testing

@testable import FeedEngine

/// Ninety days in which two runs a day are killed and the disk is full for a day. `make ninety-days` runs the whole of
/// it.
@Suite("ninety days with deaths and a full disk")
struct NinetyDaysOfCrashesTests {
    /// Number of the sources, minutes between two runs, days.
    private let (sources, minutes, days): (Int, Int, Int)
    /// A small file system that may be filled, or nil: then the sink alone has no room.
    private let disk: String?

    init() {
        let isWhole = getenv("KAWARABAN_NINETY_DAYS").map { String(cString: $0) } == "1"
        (sources, minutes, days) = isWhole ? (1000, 60, 90) : (50, 240, 40)
        disk = getenv("KAWARABAN_OWN_DISK").map { String(cString: $0) }
    }

    @Test("nothing is lost and nothing comes twice, though two runs a day are killed and the disk is full for a day")
    func deaths() async throws {
        let bench = try RunTestBench(in: disk ?? "/tmp")
        let feeds = (0..<sources).map(SimulatedFeed.init)
        let outages = [(40 * 24.0)..<(41 * 24.0), (60.25 * 24)..<(60.5 * 24)]
        let fullDay = (35 * 24.0)..<(36 * 24.0)
        let web = SimulatedWeb(feeds, outages: outages, clock: bench.clock)
        let crashes = CrashSimulator(of: bench.plan.settings.statePath)
        bench.transport = CrashingWeb(base: web, crashes: crashes)
        for feed in feeds { bench.addFeed(feed.name, feed.url) }
        let inbox = Inbox()
        bench.add(sink: "box") { _ throws(StageError) in CrashingSink(inbox: inbox, crashes: crashes) }
        bench.addPipeline("all", sources: feeds.map(\.name), sinks: ["box"])
        bench.plan.settings.concurrency = 64
        let ballast = disk.map { _ in Ballast(in: bench.folder) }

        var random = SplitMix(seed: 90)
        var books = LineBooks()
        var sizes: [Int] = []
        var (killed, typical) = (0, 40)
        // Runs in all, and in half a day.
        let (runs, half) = (days * 24 * 60 / minutes, 12 * 60 / minutes)
        for number in 0..<runs {
            if number % (runs / days * 30) == 0 { sizes.append(size(ofStateIn: bench)) }
            // Two of the day's runs, and the last ones not: what is on its way must arrive.
            let isStruck = number % half == half - 1 && number < runs - 2 * half
            let isFull = fullDay.contains(web.hour)
            inbox.fail(isFull ? StageError(.diskFull, subject: "box") : nil)
            if isFull { ballast?.fill() }
            crashes.begin(diesAt: isStruck ? Int.random(in: 1...typical, using: &random) : nil)
            var report = RunReport(started: bench.clock.now)
            do {
                report = try await bench.run(isHeard: true)
            } catch let error as StageError {
                report.stateError = error
            }
            // Who puts the files of a killed run back needs room for them.
            ballast?.empty()
            if crashes.bury() {
                killed += 1
            } else {
                typical = max(4, crashes.events)
                #expect(
                    isFull || report.stateError == nil, "hour \(web.hour): \(String(describing: report.stateError))")
                books.note(report, isFull: isFull)
            }
            bench.clock.advance(by: .seconds(minutes * 60))
        }
        sizes.append(size(ofStateIn: bench))

        let end = Double(runs * minutes) / 60
        let ledger = Ledger(inbox.messages)
        var (lost, missed, issued) = ([String](), 0, 0)
        for feed in feeds {
            for entry in feed.entries(until: end - Double(minutes) / 60) {
                issued += 1
                guard ledger.messages["\(feed.name)-\(entry.number)"] == nil else { continue }
                if entry.isOurs { lost.append("\(feed.name)-\(entry.number)") } else { missed += 1 }
            }
        }
        #expect(lost.isEmpty, "\(lost.prefix(10))")
        #expect(ledger.doubled.isEmpty, "\(ledger.doubled.prefix(10))")
        #expect(ledger.torn.isEmpty, "\(ledger.torn.prefix(10))")
        print(
            """
            ninety days with deaths: \(sources) sources, \(runs) runs in \(days) days, \(killed) killed, disk full for a \
            day (\(disk == nil ? "of the sink alone" : "of sink and state")), outages
              entries: \(issued) issued, \(ledger.messages.count) delivered; lost \(lost.count), doubled \
            \(ledger.doubled.count), torn \(ledger.torn.count); out of reach or left alone \(missed); messages that came \
            again under their id: \(ledger.again)
              size of the state: \(sizes.map { "\($0 >> 10)" }.joined(separator: ", ")) KiB, a month apart
            \(books.text(of: feeds, until: end))
            """)
    }

    private func size(ofStateIn bench: RunTestBench) -> Int {
        ["", "-wal"].reduce(0) { sum, suffix in
            var status = stat()
            return stat(bench.plan.settings.statePath + suffix, &status) == 0 ? sum + Int(status.st_size) : sum
        }
    }
}

/// What an inbox has got.
private struct Ledger {
    /// By the title of an entry, the ids of the messages it came with.
    private(set) var messages: [String: Set<String>] = [:]
    /// Ids with more than one content.
    private(set) var torn: Set<String> = []
    /// Messages that came again under their id, as they may.
    private(set) var again = 0
    var doubled: [String] { messages.filter { $0.value.count > 1 }.keys.sorted() }

    init(_ received: [Message]) {
        var payloads: [String: [UInt8]] = [:]
        for message in received {
            if let before = payloads[message.id] {
                again += 1
                if before != message.payload { torn.insert(message.id) }
            }
            payloads[message.id] = message.payload
            for title in String(decoding: message.payload, as: UTF8.self).split(separator: "\n") {
                messages[String(title), default: []].insert(message.id)
            }
        }
    }
}

/// Lines that were told, beside those that the script of the world asks for.
private struct LineBooks {
    /// By source and name of the change.
    private var bySource: [String: [String: Int]] = [:]
    /// Of nobody in particular.
    private var others: [String: Int] = [:]
    private var fullDay: [String: Int] = [:]

    mutating func note(_ report: RunReport, isFull: Bool) {
        if let error = report.stateError { count("state: \(error.code.rawValue)", isFull: isFull) }
        // What such a run found out waits in the state, or was taken back with it.
        guard report.stateError == nil else { return }
        for change in report.lines.map(\.change) {
            let name = String("\(change)".prefix { $0 != "(" })
            if let source = change.source {
                bySource[source, default: [:]][name, default: 0] += 1
            } else {
                count(name, isFull: isFull)
            }
        }
    }

    private mutating func count(_ name: String, isFull: Bool) {
        if isFull { fullDay[name, default: 0] += 1 } else { others[name, default: 0] += 1 }
    }

    /// A line for each kind of fate (numbers of sources that are equal modulo 50) of which anything was told or
    /// expected.
    func text(of feeds: [SimulatedFeed], until end: Double) -> String {
        var lines: [String] = []
        let fates = Dictionary(grouping: feeds) { (Int($0.name.dropFirst()) ?? 0) % 50 }
        for feeds in fates.sorted(by: { $0.key < $1.key }).map(\.value) {
            var (told, least, most, fewer, more) = (0, 0, 0, 0, 0)
            var names: [String: Int] = [:]
            for feed in feeds {
                let expected = feed.lines(until: end)
                let own = bySource[feed.name] ?? [:]
                let count = own.values.reduce(0, +)
                names.merge(own, uniquingKeysWith: +)
                (told, least, most) = (told + count, least + expected.least, most + expected.most)
                fewer += max(0, expected.least - count)
                more += max(0, count - expected.most)
            }
            guard told + most > 0 else { continue }
            let list = names.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
            lines.append(
                "  lines of \(feeds.count) sources, \(feeds[0].fate): \(told) told, \(least) certain, \(most) at most; too few "
                    + "\(fewer), too many \(more) (\(list))")
        }
        func list(_ counts: [String: Int]) -> String {
            counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
        }
        lines.append("  lines on the day of the full disk: \(list(fullDay)); other lines: \(list(others))")
        return lines.joined(separator: "\n")
    }
}

extension SimulatedFeed {
    /// An entry of it.
    struct Issued {
        let number: Int
        /// Whether it stood there for the asking when nothing had kept us from asking for eight days, which is the
        /// longest that a source is left alone.
        let isOurs: Bool
    }

    func entries(until end: Double) -> [Issued] {
        guard let entryEvery else { return [Issued(number: 0, isOurs: true)] }
        let newest = Int(max(0, end) / entryEvery)
        return (0...newest).map { number in
            let appears = Double(number) * entryEvery
            let vanishes = Double(number + 10) * entryEvery
            let moments = [appears + 8] + troubles.map { $0.end + 8 * 24 }
            let isOurs = moments.contains { moment in
                guard moment >= appears + 8, moment < min(vanishes - 8, end) else { return false }
                return troubles.allSatisfy { trouble in moment + 8 < trouble.start || moment >= trouble.end + 8 * 24 }
            }
            return Issued(number: number, isOurs: isOurs)
        }
    }

    /// In a few words.
    fileprivate var fate: String {
        if let flapsEvery { return "flapping every \(Int(flapsEvery)) h" }
        if movesAt != nil { return "moved" }
        guard let first = troubles.first else { return "well" }
        let days = Int((min(first.end, 10_000) - first.start) / 24)
        return "\(first.kind) for \(first.end == .infinity ? "ever" : "\(days) days"), \(troubles.count) times"
    }
}
