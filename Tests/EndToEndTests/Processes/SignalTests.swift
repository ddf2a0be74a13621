import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Synchronization
import Testing

@Suite("signals")
struct SignalTests {
    /// What a stopped run may still take: 5 s are promised where nothing else runs; tests do run beside it. What it
    /// waits for lasts longer.
    private static let longestStop = Duration.seconds(25)

    static let signals: [(Int32, Int32)] = [(SIGTERM, 143), (SIGINT, 130), (SIGHUP, 129)]

    /// Stops a started run and says how it ended.
    private func stop(_ process: RunningProgram, with signal: Int32) -> Int32 {
        let begun = ContinuousClock.now
        kill(process.processIdentifier, signal)
        let status = process.waitUntilExit()
        #expect(ContinuousClock.now - begun < Self.longestStop)
        return status
    }

    private func waitUntil(_ isTrue: () -> Bool) {
        let deadline = Date(timeIntervalSinceNow: 120)
        while !isTrue(), Date() < deadline { usleep(3000) }
        #expect(isTrue())
    }

    @Test("P14 while a server is waited for, a run stops in order; the next one brings everything", arguments: signals)
    func fetching(_ signal: Int32, _ status: Int32) throws {
        let workplace = try Workplace()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(steps: [.hang])
        let server = try #require(LoopbackServer { _ in answer.reply })
        var feed = IssuedFeed(file: "web")
        feed.issue(5)
        try workplace.writeConfiguration(feeds: ["web": server.url("/feed.xml")])
        let process = try workplace.start(["run"])
        waitUntil { !server.requests.isEmpty }
        #expect(stop(process, with: signal) == status)
        #expect(workplace.read("stderr.txt").isEmpty)
        answer.reply = LoopbackReply(headers: [("Content-Type", "application/rss+xml")], text: feed.document)
        #expect(try workplace.run("run").status == 0)
        #expect(try workplace.delivered() == feed.ids.sorted())
    }

    /// How a receiver keeps a message in the air.
    enum Receiver: String, CaseIterable {
        case refuses, hangs
    }

    @Test(
        "P14 while a webhook waits for its next try, or for an answer, a run stops within seconds, and the message keeps its id",
        arguments: Receiver.allCases)
    func webhook(_ receiver: Receiver) throws {
        let answer = CurrentAnswer()
        answer.reply = receiver == .hangs ? LoopbackReply(steps: [.hang]) : LoopbackReply(503)
        let server = try #require(LoopbackServer { _ in answer.reply })
        let bench = try ProcessTestBench(
            issuing: 3, sinks: "  hook: { type: webhook, url: \"\(server.url("/hook"))\" }")
        let process = try bench.workplace.start(["run"])
        waitUntil { !server.requests.isEmpty }
        // Into the pause of 2 s after the first answer.
        if receiver == .refuses { usleep(200_000) }
        #expect(stop(process, with: SIGTERM) == 143)
        let tried = server.requests.count
        let first = try #require(server.requests.first)
        answer.reply = LoopbackReply(204)
        #expect(try bench.workplace.run("run").status == 0)
        let later = server.requests.dropFirst(tried)
        #expect(later.count == 3)
        #expect(later.first?.header("webhook-id") == first.header("webhook-id"))
        #expect(later.first?.body == first.body)
        #expect(Set(later.compactMap { $0.header("webhook-id") }).count == 3)
    }

    @Test("P14 while nobody reads its output, a run stops; what was not read comes with the next one")
    func blockedOutput() throws {
        var bench = try ProcessTestBench(sinks: "  console: { type: stdout, format: jsonl }")
        try bench.feed.issue(2000, in: bench.workplace)
        let fifo = bench.workplace.path("reader")
        #expect(mkfifo(fifo, 0o600) == 0)
        let reader = open(fifo, O_RDWR | O_CLOEXEC | O_NONBLOCK)
        defer { close(reader) }
        try bench.workplace.write("errors.txt", "")
        let process = try RunningProgram(
            [Workplace.program, "run"], in: bench.workplace.folder,
            environment: ["PATH": "/usr/bin:/bin", "SWIFT_BACKTRACE": "enable=no"], output: fifo,
            errors: bench.workplace.path("errors.txt"))
        waitUntil {
            var waiting: Int32 = 0
            return ioctl(reader, UInt(FIONREAD), &waiting) == 0 && waiting >= 60_000
        }
        #expect(stop(process, with: SIGTERM) == 143)
        let outcome = try bench.workplace.run("run")
        #expect(outcome.status == 0)
        #expect(try ids(inJSONLines: outcome.output).sorted() == bench.feed.ids.sorted())
    }

    @Test("P14 whenever it is stopped, nothing is lost and nothing comes twice")
    func anyPhase() throws {
        var bench = try ProcessTestBench(issuing: 200)
        let begun = ContinuousClock.now
        #expect(try bench.workplace.run("run").status == 0)
        let whole = ContinuousClock.now - begun
        var random = SplitMix(seed: 14)
        for number in 0..<24 {
            try bench.feed.issue(Int.random(in: 1...40, using: &random), in: bench.workplace)
            let process = try bench.workplace.start(["run"])
            usleep(UInt32.random(in: 0...UInt32(clamping: (whole * 1.1).clampedMicroseconds), using: &random))
            let (signal, status) = Self.signals[number % 3]
            let ended = stop(process, with: signal)
            // A signal may also come before the program is there to take it, or after its end.
            #expect([0, status, 128 + signal].contains(ended), "\(ended) \(bench.workplace.read("stderr.txt"))")
        }
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }

    @Test("P14 a second signal ends the run at once, and that is safe too")
    func secondSignal() throws {
        var bench = try ProcessTestBench(issuing: 200)
        #expect(try bench.workplace.run("run").status == 0)
        for delay in [20_000, 60_000, 100_000] as [UInt32] {
            try bench.feed.issue(50, in: bench.workplace)
            let process = try bench.workplace.start(["run"])
            usleep(delay)
            kill(process.processIdentifier, SIGINT)
            kill(process.processIdentifier, SIGTERM)
            kill(process.processIdentifier, SIGINT)
            #expect([0, 130, 143].contains(process.waitUntilExit()))
        }
        #expect(try bench.workplace.run("run").status == 0)
        try bench.expectDeliveredOnce("out/archive.jsonl", "out/page.jsonl")
    }
}

extension Duration {
    fileprivate var clampedMicroseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}
