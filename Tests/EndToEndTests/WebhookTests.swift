import FeedTesting
import Foundation
import LoopbackLaboratory
import MachineLaboratory
import Testing

@Suite("webhooks")
struct WebhookTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func posted(_ server: LoopbackServer) -> [PostedMessage] { server.requests.map { PostedMessage($0) } }

    @discardableResult
    private func run() throws -> Workplace.Outcome {
        let outcome = try workplace.run("run", "--now", "--report", "report.json")
        #expect(outcome.status < 128, "\(outcome)")
        return outcome
    }

    @Test("W01 a receiver that is down for three runs gets all in order afterwards, and nothing else waited for it")
    func down() throws {
        var feed = DatedFeed()
        let before = try #require(LoopbackServer { _ in LoopbackReply(204) })
        let (port, url) = (before.port, before.url("/in"))
        before.stop()
        try workplace.writePosting([
            "hook": "type: webhook, url: \"\(url)\"",
            "archive": "type: file, path: archive.jsonl, format: jsonl, mode: append",
        ])
        for round in 1...3 {
            try feed.issue(2, in: workplace)
            let outcome = try run()
            #expect(try ids(inJSONLines: workplace.read("archive.jsonl")).count == 2 * round)
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
            #expect(try workplace.sinkReport("hook")["waiting"] == 2 * round)
        }
        let server = try #require(LoopbackServer(port: port) { _ in LoopbackReply(204) })
        #expect(try run().errors.isEmpty)
        #expect(posted(server).map(\.entries) == feed.ids.map { [$0] })
        #expect(Set(posted(server).map(\.id)).count == 6)
        try run()
        #expect(server.requests.count == 6)
    }

    @Test("W02 an answer in time is a receipt; one that comes too late leaves the same message to the next run")
    func slow() throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(steps: [.pause(300)] + LoopbackReply(200).steps)
        let server = try #require(LoopbackServer { _ in answer.reply })
        try workplace.writePosting(["hook": "type: webhook, timeout: 6s, url: \"\(server.url())\""])
        try feed.issue(1, in: workplace)
        try run()
        #expect(try workplace.sinkReport("hook")["delivered"] == 1)
        answer.reply = LoopbackReply(steps: [.hang])
        try feed.issue(1, in: workplace)
        let outcome = try run()
        #expect(outcome.errors.isEmpty, "\(outcome)")
        #expect(try workplace.sinkReport("hook")["waiting"] == 1)
        #expect(server.requests.count == 2)
        answer.reply = LoopbackReply(200)
        try run()
        let messages = posted(server)
        #expect(messages.map(\.entries) == [["entry-0"], ["entry-1"], ["entry-1"]])
        #expect(messages[1].id == messages[2].id)
        #expect(messages[1].body == messages[2].body)
    }

    @Test("W03, W16 a receiver that stumbles once takes the same message 2 s later, with a new time")
    func stumbles() throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(503)
        let server = try #require(
            LoopbackServer { _ in
                defer { answer.reply = LoopbackReply(200) }
                return answer.reply
            })
        try workplace.writePosting(["hook": "type: webhook, url: \"\(server.url())\""])
        try feed.issue(1, in: workplace)
        let outcome = try run()
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        let messages = posted(server)
        #expect(messages.count == 2)
        #expect(messages[0].id == messages[1].id)
        #expect(messages[0].body == messages[1].body)
        #expect((Int(messages[1].timestamp) ?? 0) > (Int(messages[0].timestamp) ?? 0))
    }

    @Test("W04, W08 what is refused is given up after one try, redirects are not followed, and the next entries go on")
    func refused() throws {
        for (status, headers) in [(400, []), (405, []), (415, []), (422, []), (302, [("Location", "/other")])] {
            let workplace = try Workplace()
            var feed = DatedFeed()
            let server = try #require(
                LoopbackServer { request in
                    let isPoison = String(decoding: request.body, as: UTF8.self).contains("\"entry-0\"")
                    return isPoison ? LoopbackReply(status, headers: headers) : LoopbackReply(200)
                })
            try workplace.writePosting(["hook": "type: webhook, url: \"\(server.url())\""])
            try feed.issue(3, in: workplace)
            let outcome = try workplace.run("run")
            #expect(outcome.status == 1)
            #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
            #expect(outcome.errors.contains("gave up 1 entry"), "\(outcome)")
            #expect(posted(server).map(\.entries) == feed.ids.map { [$0] })
            #expect(Set(server.requests.map(\.target)) == ["/"])
            let again = try workplace.run("run")
            #expect(again.status == 0 && again.errors.isEmpty, "\(again)")
            #expect(server.requests.count == 3)
        }
    }

    @Test("W05 an endpoint that is gone is asked no more that day; its entries wait, and one line says so")
    func gone() throws {
        var feed = DatedFeed()
        let server = try #require(LoopbackServer { _ in LoopbackReply(410) })
        try workplace.writePosting(["hook": "type: webhook, url: \"\(server.url())\""])
        try feed.issue(2, in: workplace)
        #expect(try run().errors.split(separator: "\n").count == 1)
        try feed.issue(2, in: workplace)
        #expect(try run().errors.isEmpty)
        #expect(server.requests.count == 1)
        #expect(try workplace.sinkReport("hook")["waiting"] == 4)
    }

    @Test("W06 a message that is too large is cut until it is taken, and an entry that is too large alone is given up")
    func tooLarge() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { request in
                let entries = PostedMessage(request).entries
                return LoopbackReply(entries.count > 2 || entries.contains("entry-5") ? 413 : 200)
            })
        try workplace.writePosting(["hook": "type: webhook, batch: 8, url: \"\(server.url())\""])
        try feed.issue(10, in: workplace)
        let outcome = try run()
        #expect(outcome.status == 1)
        let counts = posted(server).map(\.entries.count)
        #expect(counts == [8, 4, 2, 2, 4, 2, 1, 1, 2, 2], "\(counts)")
        #expect(try workplace.sinkReport("hook")["delivered"] == 9)
        #expect(try workplace.sinkReport("hook")["given_up"] == 1)
        #expect(Set(posted(server).map(\.id)).count == counts.count)
        try run()
        #expect(server.requests.count == counts.count)
    }

    @Test("W07 a pause that a receiver asks for is kept by the next runs, for a day at most", arguments: [429, 503])
    func pause(status: Int) throws {
        var feed = DatedFeed()
        let server = try #require(LoopbackServer { _ in LoopbackReply(status, headers: [("Retry-After", "99999999")]) })
        try workplace.writePosting([
            "one": "type: webhook, url: \"\(server.url())\"", "two": "type: webhook, url: \"\(server.url("/2"))\"",
        ])
        try feed.issue(2, in: workplace)
        try run()
        for _ in 0..<3 { #expect(try run().errors.isEmpty) }
        #expect(server.requests.map(\.target).sorted() == ["/", "/2"])
    }

    @Test("W09 the status decides, whatever comes behind it: a body without end, one that never comes, broken gzip")
    func answerBodies() throws {
        let head = "HTTP/1.1 200 OK\r\n"
        let replies = [
            LoopbackReply(steps: [
                .send(Array((head + "Content-Length: 10000000000\r\n\r\n").utf8)),
                .endless([UInt8](repeating: 65, count: 65536)),
            ]),
            LoopbackReply.raw(head + "Content-Length: 1000\r\n\r\nab", then: [.hang]),
            LoopbackReply.raw(head + "Content-Length: 1000\r\n\r\nab", then: [.reset]),
            LoopbackReply.raw(head + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd"),
            LoopbackReply.raw(head + "Transfer-Encoding: chunked\r\n\r\nnonsense"),
        ]
        for (number, reply) in replies.enumerated() {
            let workplace = try Workplace()
            var feed = DatedFeed()
            let server = try #require(LoopbackServer { _ in reply })
            try workplace.writePosting(["hook": "type: webhook, timeout: 3s, url: \"\(server.url())\""])
            try feed.issue(1, in: workplace)
            let outcome = try workplace.run("run", "--report", "report.json")
            #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(number): \(outcome)")
            #expect(try workplace.sinkReport("hook")["delivered"] == 1, "\(number)")
            #expect(server.requests.count == 1)
        }
    }

    @Test("W10 a connection that breaks before an answer leaves the same message to be sent again")
    func breaks() throws {
        let ways: [LoopbackReply] = [
            LoopbackReply(steps: [.close]), LoopbackReply(steps: [.reset]),
            .raw("HTTP/1.1 200 OK\r\nContent-Le", then: [.reset]), .raw("HTTP/1.1 200 OK\r\n", then: [.close]),
        ]
        for (number, way) in ways.enumerated() {
            let workplace = try Workplace()
            var feed = DatedFeed()
            let answer = CurrentAnswer()
            answer.reply = way
            let server = try #require(
                LoopbackServer { _ in
                    defer { answer.reply = LoopbackReply(200) }
                    return answer.reply
                })
            try workplace.writePosting(["hook": "type: webhook, url: \"\(server.url())\""])
            try feed.issue(2, in: workplace)
            _ = try workplace.run("run")
            _ = try workplace.run("run")
            let messages = posted(server)
            #expect(messages.map(\.entries) == [["entry-0"], ["entry-0"], ["entry-1"]], "\(number)")
            guard messages.count == 3 else { continue }
            #expect(messages[0].id == messages[1].id)
            #expect(messages[0].body == messages[1].body)
        }
    }

    @Test("W11 a receiver that closes after each answer gets every message once, and is never asked whether it listens")
    func closes() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { request in
                if request.header("expect") != nil { return LoopbackReply(417) }
                return LoopbackReply(steps: LoopbackReply(200).steps + [.close])
            })
        try workplace.writePosting(["hook": "type: webhook, url: \"\(server.url())\""])
        try feed.issue(20, in: workplace)
        try run()
        try run()
        #expect(posted(server).map(\.entries) == feed.ids.map { [$0] })
        #expect(server.connections >= 20)
    }

    @Test("W14 a hundred batches that wait go out oldest first, in little memory")
    func backlog() async throws {
        var feed = DatedFeed()
        let server = try #require(LoopbackServer { _ in LoopbackReply(200) })
        try workplace.writePosting(["hook": "type: webhook, batch: 100, url: \"\(server.url())\""])
        try feed.issue(10_000, in: workplace)
        #expect(try workplace.run("collect").status == 0)
        let measured = try await MeasuredRun("run", in: workplace)
        #expect(measured.status == 0)
        #expect(
            posted(server).flatMap(\.entries) == feed.ids.reversed() || posted(server).flatMap(\.entries) == feed.ids)
        #expect(server.requests.count == 100)
        #expect(measured.peakMemory < 128, "\(measured)")
    }

    @Test("W17 a receiver without a sound certificate is sent nothing; its entries wait, and one line says so")
    func certificate() throws {
        let authority = try TestAuthority()
        let certificates = [
            "expired": try authority.issue(valid: -30 ... -1), "name": try authority.issue(for: ["feeds.example"]),
            "unknown": try TestAuthority(named: "somebody").issue(), "good": try authority.issue(),
        ]
        var servers: [String: LoopbackServer] = [:]
        var sinks: [String: String] = [:]
        for (name, certificate) in certificates {
            let server = try #require(LoopbackServer(certificate: certificate) { _ in LoopbackReply(200) })
            servers[name] = server
            sinks[name] = "type: webhook, url: \"\(server.url())\", ca_file: \"\(authority.file)\""
        }
        var feed = DatedFeed()
        try workplace.writePosting(sinks)
        try feed.issue(2, in: workplace)
        #expect(try run().errors.split(separator: "\n").count == 3)
        #expect(try run().errors.isEmpty)
        for (name, server) in servers {
            #expect(server.requests.count == (name == "good" ? 2 : 0), "\(name)")
            #expect(try workplace.sinkReport(name)["waiting"] == (name == "good" ? 0 : 2), "\(name)")
        }
    }

    @Test("W20 two sinks with one address send messages with ids of their own")
    func twoSinks() throws {
        var feed = DatedFeed()
        let server = try #require(LoopbackServer { _ in LoopbackReply(200) })
        let options = "type: webhook, url: \"\(server.url())\""
        try workplace.writePosting(["one": options, "two": options])
        try feed.issue(3, in: workplace)
        try run()
        #expect(Set(posted(server).map(\.id)).count == 6)
        #expect(posted(server).map(\.entries).sorted { $0[0] < $1[0] } == feed.ids.flatMap { [[$0], [$0]] })
    }

    @Test("W21 what is planned goes out as it was planned, to the new address, whatever else was changed")
    func changed() throws {
        var feed = DatedFeed()
        let old = try #require(LoopbackServer { _ in LoopbackReply(401) })
        let new = try #require(LoopbackServer { _ in LoopbackReply(200) })
        try workplace.writePosting(["hook": "type: webhook, url: \"\(old.url())\""])
        try feed.issue(2, in: workplace)
        try run()
        try workplace.writePosting(["hook": "type: webhook, body: digest, format: text, url: \"\(new.url())\""])
        try feed.issue(1, in: workplace)
        try run()
        #expect(old.requests.count == 1)
        let messages = posted(new)
        #expect(messages.count == 3)
        #expect(messages.prefix(2).map(\.entries) == [["entry-0"], ["entry-1"]])
        #expect(messages.first?.id == posted(old).first?.id)
        #expect(messages.first?.body == posted(old).first?.body)
        let last = String(decoding: messages.last?.body ?? [], as: UTF8.self)
        #expect(last.contains("Entry 2, 瓦版"))
    }

    @Test("U12 a receiver is told which word hit; other fields and another rule change no message that was planned")
    func reason() throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(503)
        let server = try #require(LoopbackServer { _ in answer.reply })
        func configure(_ fields: String, _ rule: String) throws {
            try workplace.writePosting(
                [
                    "hook": "type: webhook, fields: [\(fields)], url: \"\(server.url())\"",
                    "lines": "type: file, path: lines.jsonl, format: jsonl, mode: append",
                ], filters: "[ keep: { title: { \(rule) } } ]")
        }
        try configure("id, title, reason", "contains: [Swift, 'Entry 0', 瓦版]")
        try feed.issue(2, in: workplace)
        try run()
        let refused = posted(server)
        #expect(Set(refused.map(\.id)).count == 1)
        try configure("id, title", "matches: 'entry 1'")
        answer.reply = LoopbackReply(200)
        try run()
        try run()
        let messages = posted(server).dropFirst(refused.count)
        #expect(messages.map(\.entries) == [["entry-0"], ["entry-1"]])
        #expect(messages.first?.body == refused.first?.body)
        let bodies = messages.map { String(decoding: $0.body, as: UTF8.self) }
        #expect(bodies[0].contains(#"{"id":"entry-0","title":"Entry 0, 瓦版","reason":"title contains Entry 0"}"#))
        #expect(bodies[1].contains(#"{"id":"entry-1","title":"Entry 1, 瓦版","reason":"title contains 瓦版"}"#))
        let lines = workplace.read("lines.jsonl")
        #expect(lines.split(separator: "\n").count == 2)
        #expect(lines.contains(#""reason":"title contains 瓦版""#))
        let why = try workplace.run("why", "https://example.com/1").output
        #expect(why.contains(": title contains 瓦版"))
        let json = try workplace.run("why", "--json", "https://example.com/1").output
        #expect(json.contains(#""reason":"title contains 瓦版""#))

        try feed.issue(1, in: workplace)
        try run()
        #expect(posted(server).count == refused.count + 2)
    }
}
