import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

@Suite("Teams, ntfy and Mastodon")
struct ServicesTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func texts(_ server: LoopbackServer) -> [String] {
        server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    }

    @Test("each gets what its interface asks for; addresses, topics and tokens are shown and stored nowhere")
    func posts() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { request in
                request.target.hasPrefix("/flow") ? LoopbackReply(202) : LoopbackReply(200, text: #"{"id":"1"}"#)
            })
        try workplace.writePosting([
            "teams": "type: teams, url: { env: T }",
            "phone": "type: ntfy, url: \"\(server.url())\", topic: { env: N }, auth: { bearer: { env: B } }",
            "toots": "type: mastodon, each: digest, url: \"\(server.url())\", token: { env: M }",
        ])
        try feed.issue(3, in: workplace)
        let outcome = try workplace.run(
            "run", "--report", "report.json", "--log-level", "trace",
            environment: [
                "T": server.url("/flow?sig=verysecret1"), "N": "verysecret2", "B": "tk_verysecret3",
                "M": "verysecret4",
            ])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(server.requests.map(\.target).sorted() == ["/", "/api/v1/statuses", "/flow?sig=verysecret1"])
        for text in texts(server) {
            for number in 0..<3 { #expect(text.contains("Entry \(number), 瓦版")) }
        }
        for request in server.requests {
            #expect(request.header("content-type") == "application/json; charset=utf-8")
            switch request.target {
            case "/":
                #expect(request.header("authorization") == "Bearer tk_verysecret3")
                #expect(
                    String(decoding: request.body, as: UTF8.self).hasPrefix(
                        #"{"topic":"verysecret2","sequence_id":"msg_"#))
            case "/api/v1/statuses":
                #expect(request.header("authorization") == "Bearer verysecret4")
                #expect(request.header("idempotency-key")?.hasPrefix("msg_") == true)
            default: #expect(request.header("authorization") == nil)
            }
        }
        #expect(!outcome.output.contains("verysecret") && !outcome.errors.contains("verysecret"))
        for name in try FileManager.default.subpathsOfDirectory(atPath: workplace.folder) {
            let data = FileManager.default.contents(atPath: workplace.path(name)) ?? Data()
            #expect(data.range(of: Data("verysecret".utf8)) == nil, "\(name)")
        }
        #expect(
            try workplace.run("run", environment: ["T": "x:", "N": "a b", "B": "x", "M": "x"]).status == 78)
    }

    @Test(
        "a run that is killed while an answer is awaited sends the same bytes with the same id again",
        arguments: [
            "type: mastodon, each: digest, token: { env: M }", "type: ntfy, topic: { env: N }",
        ])
    func killed(sink: String) throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(steps: [.hang])
        let server = try #require(LoopbackServer { _ in answer.reply })
        let environment = ["M": "verysecret", "N": "verysecret"]
        try workplace.writePosting(["sink": "\(sink), url: \"\(server.url())\""])
        try feed.issue(3, in: workplace)
        let process = try workplace.start(["run"], environment: environment)
        let deadline = Date(timeIntervalSinceNow: 120)
        while server.requests.isEmpty, Date() < deadline { usleep(3000) }
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
        answer.reply = LoopbackReply(200, text: "{}")
        let outcome = try workplace.run("run", environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        let requests = server.requests
        #expect(requests.count == 2)
        #expect(Set(requests.map(\.body)).count == 1)
        #expect(Set(requests.map { $0.header("idempotency-key") ?? "" }).count == 1)
        #expect(try workplace.run("run", environment: environment).status == 0)
        #expect(server.requests.count == 2)
    }

    @Test("a connection that breaks behind the body leaves the same status for the next run")
    func breaks() throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(steps: [.close])
        let server = try #require(
            LoopbackServer { _ in
                defer { answer.reply = LoopbackReply(200, text: "{}") }
                return answer.reply
            })
        try workplace.writePosting(["toots": "type: mastodon, token: { env: M }, url: \"\(server.url())\""])
        try feed.issue(2, in: workplace)
        for _ in 0..<2 { _ = try workplace.run("run", environment: ["M": "verysecret"]) }
        let keys = server.requests.map { $0.header("idempotency-key") ?? "" }
        #expect(keys.count == 3)
        #expect(Set(keys).count == 2)
        #expect(keys.first == keys.dropFirst().first)
        #expect(server.requests[0].body == server.requests[1].body)
    }

    @Test("what Teams finds too large only in the words of a success is halved; nothing is lost")
    func hiddenRefusals() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { request in
                let entries = String(decoding: request.body, as: UTF8.self).components(separatedBy: ", 瓦版").count - 1
                return LoopbackReply(
                    200,
                    text: entries > 3
                        ? "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413"
                            + " with ContextId tcid=1" : "1")
            })
        try workplace.writePosting(["teams": "type: teams, rate: 1000/s, url: \"\(server.url())\""])
        try feed.issue(8, in: workplace)
        let outcome = try workplace.run("run", "--report", "report.json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(try workplace.sinkReport("teams")["delivered"] == 8)
        let taken = texts(server).filter { $0.components(separatedBy: ", 瓦版").count - 1 <= 3 }.joined()
        for number in 0..<8 { #expect(taken.contains("Entry \(number), 瓦版")) }
    }

    @Test("a workflow that is switched off makes its entries wait, and one line says so")
    func switchedOff() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { _ in
                LoopbackReply(
                    400, headers: [("Content-Type", "application/json")],
                    text: #"{"error":{"code":"WorkflowTriggerIsNotEnabled","message":"trigger is not enabled."}}"#)
            })
        try workplace.writePosting(["teams": "type: teams, url: \"\(server.url())\""])
        try feed.issue(2, in: workplace)
        let outcome = try workplace.run("run", "--report", "report.json")
        #expect(outcome.errors.split(separator: "\n").count == 1, "\(outcome)")
        #expect(outcome.errors.contains("the workflow of Teams is switched off; switch it on"), "\(outcome)")
        try feed.issue(2, in: workplace)
        #expect(try workplace.run("run", "--report", "report.json").errors.isEmpty)
        #expect(try workplace.sinkReport("teams")["waiting"] == 4)
        #expect(server.requests.count == 1)
    }

    @Test("a status that is refused as too long goes out shorter; what the server says of the token is told")
    func refusals() throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        let server = try #require(
            LoopbackServer { request in
                let text = String(decoding: request.body, as: UTF8.self)
                return text.contains("• Entry 5")
                    ? LoopbackReply(
                        422, headers: [("Content-Type", "application/json")],
                        text: #"{"error":"Validation failed: Text character limit of 500 exceeded"}"#)
                    : answer.reply
            })
        answer.reply = LoopbackReply(200, text: "{}")
        let sink = "type: mastodon, each: digest, rate: 1000/s, token: { env: M }, url: \"\(server.url())\""
        try workplace.writePosting(["toots": sink])
        try feed.issue(5, in: workplace)
        let environment = ["M": "verysecret"]
        let outcome = try workplace.run("run", "--report", "report.json", environment: environment)
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(try workplace.sinkReport("toots")["delivered"] == 5)
        answer.reply = LoopbackReply(
            403, headers: [("Content-Type", "application/json")],
            text: #"{"error":"This action is outside the authorized scopes"}"#)
        try feed.issue(7, in: workplace)
        let refused = try workplace.run("run", "--report", "report.json", environment: environment)
        #expect(refused.errors.contains("check the sink's `token`, and what it permits"), "\(refused)")
        #expect(workplace.read("report.json").contains("outside the authorized scopes"))
        #expect(try (workplace.sinkReport("toots")["waiting"] ?? 0) > 0)
    }

    @Test("the pause of X-RateLimit-Reset is kept by the next runs")
    func pause() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { _ in
                LoopbackReply(
                    429,
                    headers: [
                        ("Content-Type", "application/json"), ("X-RateLimit-Remaining", "0"),
                        ("X-RateLimit-Reset", "2999-01-01T00:00:00.000000Z"),
                    ], text: #"{"error":"Too many requests"}"#)
            })
        try workplace.writePosting(["toots": "type: mastodon, token: { env: M }, url: \"\(server.url())\""])
        try feed.issue(2, in: workplace)
        for _ in 0..<2 {
            #expect(try workplace.run("run", "--report", "report.json", environment: ["M": "verysecret"]).status == 0)
        }
        #expect(server.requests.count == 1)
        #expect(try workplace.sinkReport("toots")["waiting"] == 2)
    }
}
