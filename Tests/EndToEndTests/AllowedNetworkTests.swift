import Foundation
import Testing

/// Whom `network.allow` opens a way for, judged by who was connected to: 10.0.0.1 and 10.0.0.2 are the network inside,
/// 9.9.9.9 is the public one.
@Suite(
    "allowed addresses, in a network of their own", .enabled(if: PrivateNetworkRun.isPossible, PrivateNetworkRun.need))
struct AllowedNetworkTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    private static let served = 8080
    /// The port that only a redirect from outside leads to.
    private static let canary = 8090

    private static func redirect(from host: String, to target: String) -> String {
        let digits = target.utf8.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        return "http://\(host):\(served)/to/\(digits)"
    }

    /// Sources by name: those that may reach the network inside, and those that may not.
    private static let welcome = [
        "own": "http://10.0.0.1:\(served)/own",
        "same_host": redirect(from: "10.0.0.1", to: "http://10.0.0.1:\(served)/same"),
        "other_port": redirect(from: "10.0.0.1", to: "http://10.0.0.1:8091/port"),
        "other_host": redirect(from: "0a000001.all.test", to: "http://0a000002.all.test:8091/host"),
        "twice": redirect(from: "10.0.0.1", to: redirect(from: "10.0.0.2", to: "http://10.0.0.1:\(served)/twice")),
        "outwards": redirect(from: "10.0.0.1", to: "http://9.9.9.9:\(served)/outwards"),
        "outside": redirect(from: "9.9.9.9", to: "http://9.9.9.9:\(served)/outside"),
    ]
    private static let led = [
        "literal": redirect(from: "9.9.9.9", to: "http://10.0.0.1:\(canary)/literal"),
        "by_name": redirect(from: "09090909.all.test", to: "http://0a000001.all.test:\(canary)/name"),
        "via_inside": redirect(
            from: "10.0.0.1", to: redirect(from: "9.9.9.9", to: "http://10.0.0.1:\(canary)/via")),
        "via_outside": redirect(
            from: "9.9.9.9", to: redirect(from: "9.9.9.9", to: "http://10.0.0.2:\(canary)/via")),
        // A name of the public network that leads inside when it is asked for again.
        "rebound": redirect(
            from: "x.09090909.0a000001.turn.test", to: "http://x.09090909.0a000001.turn.test:\(canary)/rebound"),
    ]

    private func run(_ settings: String) throws -> PrivateNetworkRun {
        let sources = Self.welcome.merging(Self.led) { $1 }.sorted { $0.key < $1.key }
            .map { "  \($0.key): { type: feed, url: \"\($0.value)\" }\n" }.joined()
        try workplace.write(
            "config.yaml",
            """
            version: 1
            settings: { network: { \(settings) } }
            defaults: { connections_per_host: 8 }
            sources:
            \(sources)sinks:
              hook: { type: webhook, url: "http://10.0.0.2:8091/hook" }
            pipelines:
              all: { sources: [own], sinks: [hook] }
              rest: { sources: ["*"], sinks: [hook] }

            """)
        return try PrivateNetworkRun(
            [["run", "--report", "report.json"]], in: workplace, at: ["10.0.0.1", "10.0.0.2", "9.9.9.9"],
            ports: ["\(Self.served)", "\(Self.canary)", "8091"])
    }

    private func failures() throws -> [String: [String: Any]] {
        let text = try #require(workplace.exists("report.json") ? workplace.read("report.json") : nil)
        let report = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let sources = try #require(report?["sources"] as? [String: [String: Any]])
        return sources.compactMapValues { $0["error"] as? [String: Any] }
    }

    @Test("X13: an allowed address is reached by those whose own address leads there, and by nobody whom others send")
    func led() throws {
        let run = try run("allow: [\"10.0.0.0/8\"]")
        #expect(run.count(port: Self.canary) == 0, "\(run.connections)")
        #expect(run.connections.contains { $0.address == "10.0.0.2" && $0.port == 8091 })
        let failures = try failures()
        #expect(Set(failures.keys) == Set(Self.led.keys), "\(failures)")
        #expect(failures.values.allSatisfy { $0["code"] as? String == "address_refused" }, "\(failures)")
        #expect(run.missing.isEmpty)
        #expect(workplace.read("stderr.txt").contains("9.9.9.9 leads to 10.0.0.1, a private or special address"))
    }

    @Test("X13: `allow_redirects` lets servers of the public network lead there, as far as `allow` goes")
    func open() throws {
        let run = try run("allow: [\"10.0.0.1/32\", \"10.0.0.2/32:8091\", \"10.0.0.2/32:8080\"], allow_redirects: yes")
        let failures = try failures()
        #expect(Set(failures.keys) == ["via_outside"], "\(failures)")
        #expect(run.count(port: Self.canary) == 4, "\(run.connections)")
    }
}
