import FeedStages
import FeedTesting
import Foundation
import LoopbackLaboratory
import MachineLaboratory
import Testing

@testable import FeedTransport

@Suite("record and replay")
struct RecordTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    /// The servers of the demo on this machine: its answers come over TLS through a tunnel, each host's in an order of
    /// its own.
    private final class DemoServers: Sendable {
        let authority: TestAuthority
        let server: LoopbackServer
        let tunnel: LoopbackTunnel

        init(_ recording: String) throws {
            let folder = RecordingFolder(path: recording)
            let exchanges = try folder.exchangeNames().map { try folder.exchange($0) }
            var answers: [String: ExchangeAnswer] = [:]
            for case let exchange in exchanges {
                if case .answer(let answer) = exchange.outcome { answers[exchange.url] = answer }
            }
            let hosts = Set(exchanges.compactMap { URL(string: $0.url)?.host })
            authority = try TestAuthority()
            let known = answers
            let server = try #require(
                LoopbackServer(certificate: try authority.issue(for: hosts.sorted())) { request in
                    let url = "https://\(request.header("host") ?? "")\(request.target)"
                    guard let answer = known[url] else { return LoopbackReply(404) }
                    let coded: Set = ["content-encoding", "content-length", "transfer-encoding"]
                    let fields = answer.headers.filter { !coded.contains($0.name) }.map { ($0.name, $0.value) }
                    var reply = LoopbackReply(answer.status, headers: fields, body: answer.body)
                    // Who is asked first answers last.
                    reply.steps.insert(.pause(150 &- 15 &* min(request.connection, 10)), at: 0)
                    return reply
                })
            let routes = Dictionary(uniqueKeysWithValues: hosts.map { ("\($0):443", server.port) })
            tunnel = try #require(LoopbackTunnel(routes: routes))
            self.server = server
        }
    }

    private var demo: String {
        URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("Examples/demo").path
    }

    /// Every file that sinks wrote, by name.
    private func digests(in folder: String) -> [String: Data] {
        var digests: [String: Data] = [:]
        for name in FileManager.default.subpaths(atPath: workplace.path(folder)) ?? [] {
            guard name.hasPrefix("digests/") || name == "archive.jsonl" else { continue }
            digests[name] = FileManager.default.contents(atPath: workplace.path("\(folder)/\(name)"))
        }
        return digests
    }

    @Test("the demo, recorded over the network, replays to the same bytes, and again in its second run")
    func demoAgain() throws {
        let servers = try DemoServers(demo + "/recorded")
        let environment = ["https_proxy": "http://\(servers.tunnel.authority)"]
        // Without the limit on age, which would leave nothing of it in some years; trusting our authority.
        let configuration = try String(contentsOfFile: demo + "/config.yaml", encoding: .utf8)
            .replacing("      - newer_than: 7d\n", with: "")
            .replacing("  first_run: all\n", with: "  first_run: all\n  ca_file: authority.pem\n")
        for folder in ["live", "again"] {
            try workplace.write("\(folder)/config.yaml", configuration)
            try workplace.write(
                "\(folder)/authority.pem", String(contentsOfFile: servers.authority.file, encoding: .utf8))
        }
        func run(_ folder: String, _ arguments: [String]) throws -> Workplace.Outcome {
            let common = ["run", "--config", "\(folder)/config.yaml", "--state", "\(folder).sqlite"]
            return workplace.waitForExit(try workplace.start(common + arguments, environment: environment))
        }
        let recorded = try run("live", ["--record", "recording"])
        let asked = servers.server.requests.count
        let replayed = try run("again", ["--replay", "recording"])
        #expect(recorded.status == 1, "\(recorded)")
        #expect(replayed.status == recorded.status)
        #expect(replayed.errors == recorded.errors)
        let first = digests(in: "live")
        #expect(first.keys.count { $0.hasSuffix("-omitted.html") } == 1)
        #expect(first.count == 4)
        #expect(first["archive.jsonl"]?.filter { $0 == UInt8(ascii: "\n") }.count == 79)
        #expect(digests(in: "again") == first)
        #expect(asked >= 10)
        #expect(servers.server.requests.count == asked)

        // The second run has validators to show; servers and recording both say that nothing has changed.
        let second = try run("live", ["--record", "recording2"])
        let secondReplayed = try run("again", ["--replay", "recording2"])
        #expect(second.status == 0 && secondReplayed.status == 0)
        #expect(digests(in: "live") == first)
        #expect(digests(in: "again") == first)
    }

    @Test("what a server held back, broke off or refused in the recorded run is so in the replayed one")
    func trouble() throws {
        let away = try #require(LoopbackServer { _ in LoopbackReply(404) })
        away.stop()
        let server = try #require(
            LoopbackServer { request in
                switch request.target {
                case "/2": LoopbackReply(429, headers: [("Retry-After", "600")], text: "slow down")
                case "/reset": LoopbackReply(steps: [.send(Array("HTTP/1.1 200 OK\r\n\r\n<rss>".utf8)), .reset])
                case "/moved": LoopbackReply(302, headers: [("Location", away.url("/gone"))])
                default:
                    LoopbackReply(
                        headers: [("ETag", "\"\(request.target)\"")],
                        text: "<rss version='2.0'><channel><title>T</title><item><guid>\(request.target)</guid><title>"
                            + "\(request.target)</title></item></channel></rss>")
                }
            })
        let other = try #require(
            LoopbackServer(host: "127.0.0.3") { _ in LoopbackReply(steps: [.pause(2500), .close]) })
        // One after the other: who comes after the one that is held back must not depend on the machine's load.
        let paths = (0..<6).map { "/\($0)" } + ["/reset", "/moved"]
        var sources = paths.map { "  s\($0.dropFirst()): { type: feed, url: \"\(server.url($0))\" }\n" }.joined()
        sources += "  slow: { type: feed, timeout: 1s, url: \"\(other.url())\" }\n"
        sources += "  closed: { type: feed, url: \"\(away.url())\" }\n"
        sources += "  private: { type: feed, url: \"http://10.0.0.1/\" }\n"
        let configuration = """
            version: 1
            settings: { concurrency: 1, network: { allow: ["127.0.0.0/8"] } }
            sources:
            \(sources)sinks:
              lines: { type: file, path: out.jsonl, format: jsonl }
              page: { type: file, path: "page-{{date}}-{{time}}.html", format: html }
            pipelines: { all: { sources: ["*"], sinks: [lines, page] } }

            """
        for folder in ["live", "again"] { try workplace.write("\(folder)/config.yaml", configuration) }
        // On machines in other zones.
        let zones = ["live": "Asia/Tokyo", "again": "America/New_York"]
        func run(_ folder: String, _ option: String) throws -> [String: [String: String]] {
            let outcome = try workplace.run(
                "run", "--config", "\(folder)/config.yaml", "--state", "\(folder).sqlite", "--report",
                "\(folder).json", option, "recording", environment: ["TZ": zones[folder] ?? ""])
            #expect([0, 1, 69].contains(outcome.status), "\(outcome)")
            let report = try JSONSerialization.jsonObject(with: Data(workplace.read("\(folder).json").utf8))
            let sources = try #require((report as? [String: Any])?["sources"] as? [String: [String: Any]])
            return sources.mapValues { source in
                let error = source["error"] as? [String: Any]
                return [
                    "outcome": source["outcome"] as? String ?? "", "code": error?["code"] as? String ?? "",
                    "message": error?["message"] as? String ?? "", "requests": "\(source["requests"] ?? "")",
                    "bytes": "\(source["bytes"] ?? "")", "entries": "\(source["entries"] ?? "")",
                ]
            }
        }
        let recorded = try run("live", "--record")
        server.stop()
        let replayed = try run("again", "--replay")
        #expect(recorded["slow"]?["code"] == "timeout")
        #expect(recorded["private"]?["code"] == "address_refused")
        #expect(recorded["s2"]?["code"] == "limited")
        #expect(recorded.values.contains { $0["outcome"] == "skipped" })
        #expect(recorded.values.contains { $0["outcome"] == "loaded" })
        for (name, outcome) in recorded { #expect(replayed[name] == outcome, "\(name)") }
        let names = try FileManager.default.contentsOfDirectory(atPath: workplace.path("live")).sorted()
        #expect(names.count == 3)
        #expect(try FileManager.default.contentsOfDirectory(atPath: workplace.path("again")).sorted() == names)
        for name in names { #expect(workplace.read("again/\(name)") == workplace.read("live/\(name)"), "\(name)") }
    }

    @Test("a disk that is full of the recording costs no delivery: it is told, and the exit status says so")
    func fullDisk() throws {
        let wrapper = [
            "/usr/bin/unshare", "--mount", "--map-root-user", "--user", "/bin/sh", "-c",
            "mount -t tmpfs -o size=16k tmpfs recording && exec \"$0\" \"$@\"",
        ]
        try FileManager.default.createDirectory(atPath: workplace.path("recording"), withIntermediateDirectories: true)
        guard try workplace.runOther(wrapper.dropLast() + ["mount -t tmpfs tmpfs recording"]).status == 0 else {
            print("skipped: this machine lets nobody mount a small disk")
            return
        }
        let filler = String(repeating: "<!-- filler -->", count: 2000)
        let server = try #require(
            LoopbackServer { request in
                LoopbackReply(
                    text: "<rss version='2.0'><channel><title>T</title>\(filler)<item><guid>\(request.target)</guid>"
                        + "<title>E</title></item></channel></rss>")
            })
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.1/32"] } }
            sources:
              a: { type: feed, url: "\(server.url("/a"))" }
              b: { type: feed, url: "\(server.url("/b"))" }
            sinks: { out: { type: file, path: out.jsonl, format: jsonl } }
            pipelines: { all: { sources: [a, b], sinks: [out] } }

            """)
        let outcome = try workplace.run("run", "--record", "recording", wrapper: wrapper)
        #expect(outcome.status == 74, "\(outcome)")
        #expect(outcome.errors.split(separator: "\n").count == 1)
        #expect(outcome.errors.contains("recording"))
        #expect(workplace.lines("out.jsonl").count == 2)
    }
}
