import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@Suite("work: a process that stays")
struct WorkTests {
    private func waitUntil(_ isTrue: () -> Bool) {
        let deadline = Date(timeIntervalSinceNow: 120)
        while !isTrue(), Date() < deadline { usleep(20_000) }
        #expect(isTrue())
    }

    @Test("runs again when a source is due, holds no lock between its runs, and ends in order with 0")
    func runsAgain() throws {
        let workplace = try Workplace()
        let answer = CurrentAnswer()
        let server = try #require(LoopbackServer { _ in answer.reply })
        var feed = IssuedFeed(file: "web")
        feed.issue(5)
        answer.reply = LoopbackReply(headers: [("Content-Type", "application/rss+xml")], text: feed.document)
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.1/32"] } }
            defaults: { first_run: all, refresh: 1s }
            sources: { web: { type: feed, url: "\(server.url("/feed.xml"))" } }
            sinks: { archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append } }
            pipelines: { all: { sources: [web], sinks: [archive] } }

            """)
        let process = try workplace.start(["work"])
        waitUntil { workplace.lines("out/archive.jsonl").count == 5 }
        // Another run may work on the state meanwhile; it may also meet a run of the process.
        waitUntil { (try? workplace.run("run").status) == 0 }
        feed.issue(3)
        answer.reply = LoopbackReply(headers: [("Content-Type", "application/rss+xml")], text: feed.document)
        waitUntil { workplace.lines("out/archive.jsonl").count == 8 }
        kill(process.processIdentifier, SIGTERM)
        #expect(process.waitUntilExit() == 0)
        #expect(workplace.read("stderr.txt").isEmpty)
        #expect(try ids(inJSONLines: workplace.read("out/archive.jsonl")).sorted() == feed.ids.sorted())
    }

    @Test("at the first signal a fetch that has begun is finished and stored, and nothing new begins")
    func finishes() throws {
        let workplace = try Workplace()
        var feed = IssuedFeed(file: "web")
        feed.issue(5)
        var reply = LoopbackReply(headers: [("Content-Type", "application/rss+xml")], text: feed.document)
        // Longer than the signal takes on a busy machine.
        reply.steps.insert(.pause(5000), at: 0)
        let slow = reply
        var other = IssuedFeed(file: "other")
        other.issue(2)
        let quick = LoopbackReply(headers: [("Content-Type", "application/rss+xml")], text: other.document)
        let server = try #require(
            LoopbackServer { $0.target == "/first.xml" ? slow : quick })
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.1/32"] }, concurrency: 1 }
            defaults: { first_run: all }
            sources:
              first: { type: feed, url: "\(server.url("/first.xml"))" }
              second: { type: feed, url: "\(server.url("/second.xml"))" }
            sinks: { archive: { type: file, path: out/archive.jsonl, format: jsonl, mode: append } }
            pipelines: { all: { sources: ["*"], sinks: [archive] } }

            """)
        let process = try workplace.start(["work"])
        waitUntil { !server.requests.isEmpty }
        // By then the first counts as one that waits for its server, so the second has begun to wait for its turn.
        usleep(300_000)
        kill(process.processIdentifier, SIGTERM)
        #expect(process.waitUntilExit() == 0)
        #expect(server.requests.count == 1)
        // What it had fetched is delivered by the next run.
        #expect(!workplace.exists("out/archive.jsonl"))
        #expect(try workplace.run("run").status == 0)
        #expect(workplace.lines("out/archive.jsonl").count == 7)
    }

    @Test("a second signal ends it at once")
    func endsAtOnce() throws {
        let workplace = try Workplace()
        let server = try #require(LoopbackServer { _ in LoopbackReply(steps: [.hang]) })
        try workplace.writeConfiguration(feeds: ["web": server.url("/feed.xml")])
        let process = try workplace.start(["work"])
        waitUntil { !server.requests.isEmpty }
        kill(process.processIdentifier, SIGTERM)
        usleep(200_000)
        kill(process.processIdentifier, SIGTERM)
        #expect(process.waitUntilExit() == 143)
    }

    @Test("a wrong configuration ends it at once, and options of a single run are refused")
    func refuses() throws {
        let workplace = try Workplace()
        try workplace.write("config.yaml", "version: 2\n")
        #expect(try workplace.run("work").status == 78)
        for option in [["--now"], ["--record", "r"], ["--replay", "r"], ["--every", "0"]] {
            #expect(try workplace.run(["work"] + option).status == 64)
        }
    }
}
