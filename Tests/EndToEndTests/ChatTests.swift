import FeedTesting
import Foundation
import MachineLaboratory
import Testing

@Suite("Slack and Discord")
struct ChatTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private func json(_ request: LoopbackServer.Request) -> [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(request.body))) as? [String: Any] ?? [:]
    }

    @Test("W19 a digest is one message for each, and their addresses are shown nowhere")
    func posts() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { $0.target.hasPrefix("/slack") ? LoopbackReply(text: "ok") : LoopbackReply(204) })
        try workplace.writePosting([
            "slack": "type: slack, url: { env: S }", "discord": "type: discord, url: { env: D }",
        ])
        try feed.issue(5, in: workplace)
        let outcome = try workplace.run(
            "run", "--report", "report.json", "--log-level", "trace",
            environment: ["S": server.url("/slack/verysecret"), "D": server.url("/discord/verysecret")])
        #expect(outcome.status == 0, "\(outcome)")
        #expect(server.requests.map(\.target).sorted() == ["/discord/verysecret", "/slack/verysecret"])
        for request in server.requests {
            let text = String(decoding: request.body, as: UTF8.self)
            for number in 0..<5 { #expect(text.contains("Entry \(number), 瓦版")) }
            #expect(request.header("content-type") == "application/json; charset=utf-8")
        }
        #expect(!outcome.output.contains("verysecret") && !outcome.errors.contains("verysecret"))
        for name in try FileManager.default.subpathsOfDirectory(atPath: workplace.folder) {
            let data = FileManager.default.contents(atPath: workplace.path(name)) ?? Data()
            #expect(data.range(of: Data("verysecret".utf8)) == nil, "\(name)")
        }
        #expect(try workplace.run("run", environment: ["S": "x:", "D": "x:"]).status == 78)
    }

    @Test("what Slack refuses goes out smaller, as links, as plain text; nothing is given up before that")
    func simplifies() throws {
        var feed = DatedFeed()
        let server = try #require(
            LoopbackServer { request in
                let text = String(decoding: request.body, as: UTF8.self)
                let entries = text.components(separatedBy: ", 瓦版").count - 1
                if text.contains("\"blocks\"") {
                    return entries > 4
                        ? LoopbackReply(400, headers: [("Content-Type", "text/plain")], text: "msg_blocks_too_long")
                        : LoopbackReply(400, headers: [("Content-Type", "text/plain")], text: "invalid_blocks")
                }
                return text.contains("\"mrkdwn\":false") ? LoopbackReply(text: "ok") : LoopbackReply(400)
            })
        try workplace.writePosting(["slack": "type: slack, rate: 1000/s, url: \"\(server.url())\""])
        try feed.issue(8, in: workplace)
        let outcome = try workplace.run("run", "--report", "report.json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(try workplace.sinkReport("slack")["delivered"] == 8)
        let taken = server.requests.map { json($0) }.filter { $0["mrkdwn"] as? Bool == false }
        #expect(taken.count == 2)
        let texts = taken.compactMap { $0["text"] as? String }.joined()
        for number in 0..<8 { #expect(texts.contains("Entry \(number), 瓦版")) }
        try feed.issue(1, in: workplace)
        let next = try workplace.run("run")
        #expect(next.status == 0, "\(next)")
    }

    @Test("Discord's pauses of less than a second are waited for")
    func pauses() throws {
        var feed = DatedFeed()
        let answer = CurrentAnswer()
        answer.reply = LoopbackReply(
            429, headers: [("Content-Type", "application/json"), ("Retry-After", "1")],
            text: #"{"message":"You are being rate limited.","retry_after":0.3,"global":false}"#)
        let server = try #require(
            LoopbackServer { _ in
                defer { answer.reply = LoopbackReply(204) }
                return answer.reply
            })
        try workplace.writePosting(["discord": "type: discord, url: \"\(server.url())\""])
        try feed.issue(3, in: workplace)
        let outcome = try workplace.run("run", "--report", "report.json")
        #expect(outcome.status == 0 && outcome.errors.isEmpty, "\(outcome)")
        #expect(server.requests.count == 2)
        #expect(server.requests.first?.body == server.requests.last?.body)
        #expect(try workplace.sinkReport("discord")["delivered"] == 3)
    }
}
