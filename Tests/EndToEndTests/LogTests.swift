import FeedTesting
import Foundation
import Glibc
import MachineLaboratory
import Testing

/// A run with something of everything: an answer, a redirect, an unchanged feed, a refusal, a program, a filter, sinks.
@Suite("logs")
struct LogTests {
    private let workplace: Workplace
    private let server: LoopbackServer
    private let busy: LoopbackServer
    private static let token = "lgT0k3nQ7xZ4mP9v"
    private static let hostile = "Advert&#10;2026-01-01T00:00:00Z error owned x=1 &quot;&#x202E;"

    private static func document(_ titles: [String], saying words: String = "") -> String {
        let items = titles.enumerated().map {
            "<item><title>\($1)</title><guid isPermaLink=\"false\">\($0)</guid><description>\(words)</description></item>"
        }
        return "<rss version=\"2.0\"><channel><title>\(words)</title>\(items.joined())</channel></rss>"
    }

    init() throws {
        workplace = try Workplace()
        busy = try #require(
            LoopbackServer { _ in LoopbackReply(429, headers: [("Retry-After", "600")], text: "slowly") })
        server = try #require(
            LoopbackServer { request in
                switch request.target {
                case "/hook": return LoopbackReply(401, text: "who are you?")
                case "/moved": return LoopbackReply(301, headers: [("Location", "/here")])
                case "/here": return LoopbackReply(text: Self.document(["Moved"]))
                case "/same" where request.header("if-none-match") == "\"v1\"": return LoopbackReply(304)
                case "/same":
                    return LoopbackReply(headers: [("ETag", "\"v1\"")], text: Self.document(["News", Self.hostile]))
                default:
                    // Says again what it was told, in the header and in the body.
                    let quoted = request.target + " " + (request.header("x-key") ?? "")
                    return LoopbackReply(
                        headers: [("X-Quoted", quoted), ("Set-Cookie", "id=\(Self.token)")],
                        text: Self.document([quoted, "Plain"], saying: quoted))
                }
            })
        for (name, line) in ["program.sh": "cat feed.xml", "key.sh": "echo \(Self.token)"] {
            try workplace.write(name, "#!/bin/sh\n\(line)\n")
            chmod(workplace.path(name), 0o700)
        }
        try workplace.write("feed.xml", Self.document(["Printed"]))
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { timezone: Asia/Tokyo, network: { allow: ["127.0.0.0/8"] } }
            defaults: { first_run: all }
            sources:
              moved: { type: feed, url: "\(server.url("/moved"))" }
              same: { type: feed, url: "\(server.url("/same"))" }
              told: { type: feed, url: "\(server.url("/told"))?token=\(Self.token)", headers: { X-Key: { command: [./key.sh, hidden] } } }
              busy: { type: feed, url: "\(busy.url("/1"))" }
              busy_too: { type: feed, url: "\(busy.url("/2"))" }
              printed: { type: command, run: [./program.sh, one, two] }
            sinks:
              page: { type: file, path: out.jsonl, format: jsonl, mode: append }
              bad: { type: file, path: feed.xml/out.jsonl, format: jsonl, mode: append }
              hook: { type: webhook, url: "\(server.url("/hook"))" }
            pipelines:
              all: { sources: ["*"], filters: [{ drop: { title: { contains: Advert } } }], sinks: [page, bad, hook] }
            """)
    }

    private func run(_ arguments: String...) throws -> Workplace.Outcome {
        let outcome = try workplace.run(["run", "--now"] + arguments)
        #expect(outcome.status == 73, "\(outcome)")
        return outcome
    }

    /// Each log line of two runs: the first loads, the second finds most unchanged.
    private func events(_ level: String) throws -> [[String: Any]] {
        try (0..<2).flatMap { _ in
            try run("--log-level", level, "--log-format", "json").errors.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any], "\($0)")
            }
        }.filter { $0["kind"] as? String == "log" }
    }

    private func has(_ events: [[String: Any]], _ event: String, _ level: String, _ members: [String: Any]) -> Bool {
        events.contains { line in
            line["event"] as? String == event && line["level"] as? String == level
                && members.allSatisfy { name, value in
                    (value as? String).map { $0 == line[name] as? String } ?? (value as? Int == line[name] as? Int)
                }
        }
    }

    @Test("U03 requests, redirects, waits, verdicts, attempts, programs and stages are logged, each at its level")
    func everything() throws {
        let events = try events("debug")
        let expected: [(event: String, level: String, members: [String: Any])] = [
            ("state_opened", "debug", [:]),
            ("stage", "debug", ["name": "planned"]),
            ("run_begun", "info", ["sources": 6, "pipelines": 1]),
            ("fetch_begun", "debug", ["source": "same"]),
            ("request", "debug", ["source": "same", "method": "GET", "url": server.url("/same"), "status": 200]),
            ("request", "debug", ["source": "same", "status": 304]),
            (
                "redirect", "debug",
                ["source": "moved", "url": server.url("/moved"), "to": server.url("/here"), "status": 301]
            ),
            ("request", "debug", ["source": "moved", "url": server.url("/here"), "status": 200]),
            ("request", "debug", ["status": 429, "retry_after_s": 600]),
            ("wait", "debug", ["cause": "host_paused"]),
            ("fetch", "info", ["source": "same", "outcome": "loaded", "status": 200, "entries": 2, "new": 2]),
            ("fetch", "info", ["source": "same", "outcome": "unchanged", "status": 304]),
            ("fetch", "info", ["source": "busy_too", "outcome": "skipped", "code": "throttled"]),
            ("stored", "debug", ["source": "same", "new": 2]),
            ("program_begun", "debug", ["source": "printed", "program": "./program.sh"]),
            ("program_ended", "debug", ["source": "printed", "outcome": "exited", "status": 0]),
            ("stage", "debug", ["name": "collected"]),
            (
                "verdict", "debug",
                ["pipeline": "all", "source": "same", "verdict": "dropped", "filter": "drop#1", "code": "filtered"]
            ),
            ("verdict", "debug", ["title": "News", "verdict": "kept"]),
            ("pipeline", "info", ["pipeline": "all", "dropped": 1]),
            ("stage", "debug", ["name": "filtered"]),
            ("composed", "debug", ["pipeline": "all", "sink": "page"]),
            ("attempt", "debug", ["sink": "page", "outcome": "received", "number": 1]),
            ("message", "info", ["sink": "page", "outcome": "delivered"]),
            ("request", "debug", ["sink": "hook", "method": "POST", "status": 401]),
            ("attempt", "debug", ["sink": "hook", "outcome": "failed", "code": "credential_rejected"]),
            ("message", "warning", ["sink": "hook", "outcome": "waits", "code": "credential_rejected"]),
            ("sink_failed", "warning", ["sink": "bad", "code": "unwritable"]),
            ("stage", "debug", ["name": "delivered"]),
            ("run_ended", "info", [:]),
            ("state_closed", "debug", [:]),
        ]
        for line in expected {
            #expect(has(events, line.event, line.level, line.members), "\(line)")
        }
        let names = Set(events.compactMap { $0["event"] as? String })
        #expect(names.allSatisfy { $0.allSatisfy { $0.isLowercase || $0 == "_" } }, "\(names)")
        #expect(!names.contains("headers") && !names.contains("statements"))
    }

    @Test("U03 a level shows what is at least as grave, and without one nothing is logged")
    func levels() throws {
        let trace = try events("trace")
        #expect(has(trace, "headers", "trace", ["source": "told"]))
        #expect(has(trace, "statements", "trace", [:]))
        let info = try events("info")
        #expect(Set(info.compactMap { $0["level"] as? String }).isSubset(of: ["info", "warning", "error"]))
        #expect(has(info, "run_begun", "info", [:]))
        #expect(try events("warning").allSatisfy { $0["level"] as? String == "warning" })
        #expect(try events("error").isEmpty)
        let told = try run("--log-format", "json").errors
        #expect(!told.contains("\"kind\":\"log\""))
        #expect(!(try run().errors.contains("outcome=")))
    }

    @Test("U03 as text an event is one line, whatever a title holds")
    func text() throws {
        let lines = try run("--log-level", "debug").errors.split(separator: "\n").map(String.init)
        let form = try Regex(
            #"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+09:00 (debug|info|warning) "#
                + #"[a-z_]+( [a-z_]+=("([^"\\]|\\.)*"|\S+))*"#)
        let logged = lines.filter { $0.wholeMatch(of: form) != nil }
        let others = lines.filter { $0.wholeMatch(of: form) == nil }
        #expect(logged.count > 30)
        // What is told to people of the sink that fails.
        #expect(others.allSatisfy { $0.hasPrefix("kawaraban: ") || $0.hasPrefix("  ") }, "\(others)")
        let request = "+09:00 debug request source=same method=GET url=\(server.url("/same")) status=200 "
        #expect(logged.contains { $0.contains(request) })
        let title = #"title="Advert 2026-01-01T00:00:00Z error owned x=1 \"" verdict=dropped"#
        #expect(logged.contains { $0.contains(title) }, "\(logged.filter { $0.contains("Advert") })")
    }

    @Test("U03 a token in an address, a header field or a body is in no log")
    func secrets() throws {
        for format in ["text", "json"] {
            let said = try run("--log-level", "trace", "--log-format", format).errors
            #expect(said.contains("{sources.told.url.token}"))
            #expect(!said.contains(Self.token), "\(format)")
        }
        #expect(server.requests.contains { $0.header("x-key") == Self.token && $0.target.contains(Self.token) })
    }
}
