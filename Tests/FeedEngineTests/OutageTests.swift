import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Synchronization
import Testing

@testable import FeedEngine

@Suite("outages of this machine")
struct OutageTests {
    private let bench: RunTestBench
    private let web: SwitchedWeb

    init() throws {
        bench = try RunTestBench()
        web = SwitchedWeb(bench.web)
        bench.transport = web
        bench.addSink("box")
        for number in 0..<10 {
            bench.addFeed("s\(number)", "https://s\(number).example/")
            bench.web.answer("https://s\(number).example/", text: "a\(number)\nend")
        }
    }

    private func wire() { bench.addPipeline("all", sources: bench.plan.sources.map(\.name), sinks: ["box"]) }

    private func addDead(_ count: Int) {
        for number in 0..<count {
            let url = "https://dead\(number).example/"
            bench.addFeed("dead\(number)", url)
            bench.web.fail(url, with: StageError(.dns, subject: url, facts: [.host: "dead\(number).example"]))
        }
    }

    @Test(
        "a feed that fails before and after a day of which this machine saw nothing is not told for it",
        arguments: [true, false])
    func unseen(isOffline: Bool) async throws {
        wire()
        for _ in 0..<4 {
            try await bench.run()
            bench.clock.advance(by: .seconds(900))
        }
        let address = "https://s3.example/"
        bench.web.answer(address, status: 500, text: "")
        #expect(try await bench.run().changes == [])
        bench.clock.advance(by: .seconds(900))
        if isOffline {
            web.isDown.withLock { $0 = .dns }
            for _ in 0..<96 {
                _ = try await bench.run()
                bench.clock.advance(by: .seconds(900))
            }
            web.isDown.withLock { $0 = nil }
        } else {
            // Switched off.
            bench.clock.advance(by: .seconds(86_400))
        }
        for _ in 0..<12 {
            #expect(try await bench.run().changes.allSatisfy { $0.source == nil })
            bench.clock.advance(by: .seconds(900))
        }
        // What goes on is told after a day in which somebody looked.
        var told: [RunReport.Change] = []
        for _ in 0..<96 {
            told += try await bench.run().changes
            bench.clock.advance(by: .seconds(900))
        }
        #expect(told.map(\.source) == ["s3"])
        bench.web.answer(address, text: "a3\nend")
        for _ in 0..<96 where told.count < 2 {
            told += try await bench.run().changes
            bench.clock.advance(by: .seconds(900))
        }
        #expect(told.last == .sourceRecovered("s3"))
    }

    @Test(
        "a day without network marks nobody as failing, is told once as it begins and once when it is over",
        arguments: [StageError.Code.dns, .refused, .unreachable, .connectTimeout, .proxy])
    func day(_ code: StageError.Code) async throws {
        wire()
        try await bench.run()
        web.isDown.withLock { $0 = code }
        var changes: [RunReport.Change] = []
        for _ in 0..<95 {
            bench.clock.advance(by: .seconds(900))
            let report = try await bench.run()
            #expect(report.isOffline)
            changes += report.changes
        }
        #expect(changes.count == 1 && changes.first?.isOffline == true)
        web.isDown.withLock { $0 = nil }
        bench.clock.advance(by: .seconds(900))
        let report = try await bench.run()
        #expect(!report.isOffline)
        #expect(report.changes == [.online(after: .seconds(95 * 900))])
        #expect(report.sources.values.allSatisfy { $0.kind != .failed && $0.kind != .skipped })
        for number in 0..<10 {
            #expect(try await StateDatabaseProbe.known("https://s\(number).example/", in: bench).health.failures == 0)
        }
    }

    @Test("a long outage is told again after a day, and then once a week")
    func long() async throws {
        wire()
        try await bench.run()
        web.isDown.withLock { $0 = .unreachable }
        var toldAt: [Int] = []
        for hour in 0..<(20 * 24) {
            bench.clock.advance(by: .seconds(3600))
            if try await bench.run().changes.contains(where: \.isOffline) { toldAt.append(hour) }
        }
        #expect(toldAt == [0, 24, 24 + 7 * 24, 24 + 14 * 24])
    }

    @Test("dead sources that happen to be asked alone are no outage: those that fail again and again tell nothing")
    func onlyDead() async throws {
        addDead(8)
        for index in bench.plan.sources.indices.prefix(10) {
            bench.plan.sources[index].refresh = .every(.seconds(86_400))
        }
        wire()
        var failures: [Int] = []
        for _ in 0..<40 {
            let report = try await bench.run()
            let isOffline = report.isOffline
            #expect(!isOffline)
            failures.append(report.sources.values.count { $0.kind == .failed })
            bench.clock.advance(by: .seconds(3600))
        }
        #expect(failures.prefix(3) == [8, 8, 8])
        #expect(try await StateDatabaseProbe.known("https://dead0.example/", in: bench).health.failures > 5)
    }

    @Test("many dead sources beside living ones are no outage")
    func mixed() async throws {
        addDead(30)
        wire()
        #expect(try await bench.run().isOffline == false)
        for _ in 0..<5 {
            bench.clock.advance(by: .seconds(4000))
            #expect(try await bench.run().isOffline == false)
        }
    }

    @Test("EMFILE never counts as a failure of a feed, nor as an outage")
    func outOfResources() async throws {
        wire()
        try await bench.run()
        web.isDown.withLock { $0 = .outOfResources }
        for _ in 0..<5 {
            bench.clock.advance(by: .seconds(86_400))
            let report = try await bench.run()
            #expect(!report.isOffline)
            #expect(report.changes.allSatisfy { $0.kind == .warning })
        }
        #expect(try await StateDatabaseProbe.known("https://s1.example/", in: bench).health.failures == 0)
    }

    @Test("a run that was too short because nothing could be reached does not ask for more time")
    func noTime() async throws {
        wire()
        try await bench.run()
        web.isDown.withLock { $0 = .connectTimeout }
        #expect(try await bench.run().changes.count == 1)
    }

    @Test("a file that is too large is no answer from outside: this machine is offline all the same")
    func fileOfOwn() async throws {
        let book = bench.addSource("book", request: "/srv/book.xml")
        wire()
        try await bench.run()
        web.isDown.withLock { $0 = .connectTimeout }
        book.fail(StageError(.tooLarge, subject: "/srv/book.xml"))
        #expect(try await bench.run().isOffline)
    }
}

/// A web that can be cut off.
final class SwitchedWeb: HTTPTransport {
    let web: StubTransport
    let isDown = Mutex<StageError.Code?>(nil)

    init(_ web: StubTransport) { self.web = web }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        guard let code = isDown.withLock({ $0 }) else { return try await web.send(request) }
        let host = Address.parts(request.url.reveal())?.server ?? ""
        if let refusal = request.gate?.refusal(sendingTo: host) { throw refusal }
        throw StageError(code, subject: request.url.mask, facts: [.host: host])
    }
}
