import Foundation
import Testing

/// What names may lead to, with a name server of the test's own.
@Suite("names, in a network of their own", .enabled(if: PrivateNetworkRun.isPossible, PrivateNetworkRun.need))
struct HostNameTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    /// Runs once for each of `times` over feeds at `urls`, with 127.0.0.1 and ::1 allowed, or everything.
    private func run(
        _ urls: [String], times: Int = 1, ports: [String], allowing ranges: [String] = ["127.0.0.1/32", "::1/128"]
    ) throws -> PrivateNetworkRun {
        let sources = urls.enumerated().map { "  s\($0.offset): { type: feed, url: \"\($0.element)\" }\n" }.joined()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: [\(ranges.map { "\"\($0)\"" }.joined(separator: ", "))] } }
            sources:
            \(sources)sinks:
              page: { type: file, path: page.txt, format: text, mode: append }
            pipelines:
              all: { sources: ["*"], sinks: [page] }

            """)
        let commands = (1...times).map { ["run", "--report", "report\($0).json"] }
        return try PrivateNetworkRun(
            commands, in: workplace, at: ["10.0.0.1", "9.9.9.9", "fd00::1"], ports: ports)
    }

    /// What became of each source in the `number`th run: its outcome, or its error's code.
    private func outcomes(_ number: Int = 1) throws -> [String: String] {
        let said = "\(workplace.read("stderr.txt")) \(workplace.read("network.txt"))"
        try #require(workplace.exists("report\(number).json"), "\(said)")
        let data = Data(workplace.read("report\(number).json").utf8)
        let report = try JSONSerialization.jsonObject(with: data) as? [String: Any]
        let sources = try #require(report?["sources"] as? [String: [String: Any]])
        return sources.compactMapValues {
            ($0["error"] as? [String: Any])?["code"] as? String ?? $0["outcome"] as? String
        }
    }

    private func hexadecimal(_ text: String) -> String {
        text.utf8.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
    }

    @Test("N24 a name with an allowed address that refuses and a forbidden one leads nowhere, whichever comes first")
    func fallback() throws {
        let urls = [
            "http://7f000001.0a000001.all.test:8092/", "http://0a000001.7f000001.all.test:8092/",
            "http://7f000001.fd000000000000000000000000000001.all.test:8093/",
        ]
        let ports = ["8092/10.0.0.1", "8093/fd00::1"]
        let guarded = try run(urls, ports: ports)
        #expect(guarded.connections.isEmpty)
        #expect(try Set(outcomes().values).isSubset(of: ["refused", "address_refused"]))
        let open = try run(urls, ports: ports, allowing: ["0.0.0.0/0", "::/0"])
        #expect(open.count(port: 8092) >= 2)
        #expect(open.count(port: 8093) >= 1)
    }

    @Test("N24 a name with a forbidden address and an allowed one that answers is read from the allowed one")
    func mixed() throws {
        let urls = [
            "http://0a000001.7f000001.all.test:8080/",
            "http://7f000001.fd000000000000000000000000000001.all.test:8080/",
        ]
        let guarded = try run(urls, ports: ["8080"])
        #expect(Set(guarded.connections.map(\.address)) == ["127.0.0.1"])
        #expect(try outcomes() == ["s0": "loaded", "s1": "loaded"])
    }

    @Test("N25 a name that leads to a forbidden address the second time is not followed there: next run, next request")
    func rebinding() throws {
        let second = hexadecimal("http://y.7f000001.0a000001.turn.test:8081/feed")
        let urls = [
            "http://x.7f000001.0a000001.turn.test:8080/feed", "http://y.7f000001.0a000001.turn.test:8080/to/\(second)",
        ]
        let guarded = try run(urls, times: 2, ports: ["8080", "8081"])
        #expect(Set(guarded.connections.map(\.address)) == ["127.0.0.1"])
        #expect(guarded.count(port: 8081) == 0)
        #expect(guarded.questions["x.7f000001.0a000001.turn.test A"] == 2)
        #expect(try outcomes(1) == ["s0": "loaded", "s1": "address_refused"])
        #expect(try outcomes(2) == ["s0": "address_refused", "s1": "address_refused"])
        let open = try run(urls, times: 2, ports: ["8080", "8081"], allowing: ["0.0.0.0/0", "::/0"])
        #expect(open.connections.contains { $0.address == "10.0.0.1" && $0.port == 8081 })
    }

    @Test(
        "N46 hosts that have only IPv6 work, by name and by literal, and so do public addresses without being allowed")
    func versions() throws {
        let run = try run(
            [
                "http://00000000000000000000000000000001.all.test:8080/", "http://[::1]:8080/",
                "http://9.9.9.9:8080/", "http://09090909.all.test:8080/", "http://[::ffff:9.9.9.9]:8080/",
            ], ports: ["8080"])
        #expect(try Set(outcomes().values) == ["loaded"])
        #expect(Set(run.connections.map(\.address)) == ["::1", "9.9.9.9"])
    }

    @Test("W18 a webhook whose name leads to a forbidden address the second time is not followed there")
    func reboundWebhook() throws {
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { allow: ["127.0.0.1/32"] } }
            sources:
              a: { type: feed, url: "http://127.0.0.1:8080/a" }
              b: { type: feed, url: "http://127.0.0.1:8080/b" }
            sinks: { hook: { type: webhook, url: "http://x.7f000001.0a000001.turn.test:8081/hook" } }
            pipelines:
              first: { sources: [a], sinks: [hook] }
              second: { sources: [b], sinks: [hook] }

            """)
        let run = try PrivateNetworkRun(
            [["run", "first"], ["run", "second", "--report", "report.json"]], in: workplace, at: ["10.0.0.1"],
            ports: ["8080", "8081"])
        #expect(run.connections.filter { $0.port == 8081 }.map(\.address) == ["127.0.0.1"])
        #expect(run.questions["x.7f000001.0a000001.turn.test A"] == 2)
        #expect(workplace.read("report.json").contains("\"waiting\":1"))
    }
}
