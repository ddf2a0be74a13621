import Foundation
import Testing

/// The guard against private addresses, judged by who was connected to and never by what was said about it.
@Suite("the guard, in a network of its own", .enabled(if: PrivateNetworkRun.isPossible, PrivateNetworkRun.need))
struct GuardTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    /// The port of the canaries; only the servers of `served` may be connected to.
    private static let canary = 8090
    private static let served = 8080

    /// An address that no feed may lead to.
    struct Target: CustomStringConvertible {
        /// As somebody might write it.
        let spelling: String
        /// What it means.
        let address: String
        /// Whether a connection to it can arrive at all; some cannot be had on any machine.
        var isReachable = true
        var description: String { spelling }

        var hexadecimal: String {
            var bytes = [UInt8](repeating: 0, count: 16)
            let isV4 = inet_pton(AF_INET, address, &bytes) == 1
            if !isV4 { inet_pton(AF_INET6, address, &bytes) }
            return bytes.prefix(isV4 ? 4 : 16).map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
        }
    }

    private static let targets: [Target] =
        [
            "127.0.0.1", "127.0.0.2", "10.0.0.1", "172.16.0.1", "192.168.0.1", "169.254.169.254", "100.64.0.1",
            "198.18.0.1", "192.0.0.8", "192.0.2.1", "192.88.99.1", "192.31.196.1", "198.51.100.1", "203.0.113.1",
            "240.0.0.1",
        ].map { Target(spelling: $0, address: $0) }
        + [
            "::1", "::127.0.0.2", "::ffff:127.0.0.2", "::ffff:10.0.0.1", "::ffff:169.254.169.254", "::ffff:0:7f00:2",
            "64:ff9b::7f00:2", "64:ff9b::10.0.0.1", "64:ff9b:1::7f00:2", "100::1", "2001::1",
            "2001:0:4136:e378:8000:63bf:80ff:fffd", "2001:db8::1", "2002:7f00:2::1", "2002:a00:1::1", "3fff::1",
            "5f00::1", "fd00::1", "fec0::1", "200::1", "4000::1",
        ].map { Target(spelling: "[\($0)]", address: $0) }
        + [
            Target(spelling: "127.2", address: "127.0.0.2"),
            Target(spelling: "2130706434", address: "127.0.0.2"),
            Target(spelling: "0x7f000002", address: "127.0.0.2"),
            Target(spelling: "0x7f.0.0.0x2", address: "127.0.0.2"),
            Target(spelling: "0177.0.0.2", address: "127.0.0.2"),
            Target(spelling: "017700000002", address: "127.0.0.2"),
            Target(spelling: "①②⑦.0.0.2", address: "127.0.0.2"),
            Target(spelling: "１２７．０．０．２", address: "127.0.0.2"),
            Target(spelling: "127。0。0。2", address: "127.0.0.2"),
            Target(spelling: "%31%32%37.0.0.2", address: "127.0.0.2"),
            Target(spelling: "2852039166", address: "169.254.169.254"),
            Target(spelling: "10.1", address: "10.0.0.1"),
            Target(spelling: "localhost", address: "127.0.0.1"),
            Target(spelling: "LocalHost", address: "127.0.0.1"),
            Target(spelling: "0", address: "0.0.0.0"),
            Target(spelling: "0.0.0.0", address: "0.0.0.0"),
            Target(spelling: "[::]", address: "::"),
            Target(spelling: "[0:0:0:0:0:0:0:1]", address: "::1"),
            Target(spelling: "[0:0:0:0:0:ffff:7f00:2]", address: "::ffff:127.0.0.2"),
            Target(spelling: "[::FFFF:127.0.0.2]", address: "::ffff:127.0.0.2"),
            Target(spelling: "127.0.0.2.", address: "127.0.0.2", isReachable: false),
            Target(spelling: "[fe80::1]", address: "fe80::1", isReachable: false),
            Target(spelling: "[ff02::1]", address: "ff02::1", isReachable: false),
            Target(spelling: "224.0.0.1", address: "224.0.0.1", isReachable: false),
            Target(spelling: "255.255.255.255", address: "255.255.255.255", isReachable: false),
        ]

    /// Addresses that this machine must have, so that somebody could be reached there.
    private static let addresses = Set(targets.filter(\.isReachable).map(\.address)).sorted().filter { address in
        !address.hasPrefix("127.") && !address.hasPrefix("::ffff:") && !["0.0.0.0", "::", "::1"].contains(address)
            || address.hasPrefix("::ffff:0:")
    }

    /// A source or a sink for each target and each way to it.
    private static func configuration(allowing ranges: [String]) -> String {
        var sources = "  served: { type: feed, url: \"http://127.0.0.1:\(served)/feed\" }\n"
        var sinks = "  page: { type: file, path: feeds.txt, format: text }\n"
        var names: [String] = []
        for (number, target) in targets.enumerated() {
            let direct = "http://\(target.spelling):\(canary)/\(number)"
            let digits = direct.utf8.map { String(UInt16($0) | 0x100, radix: 16).dropFirst() }.joined()
            let ways = [
                "direct": direct,
                "redirect": "http://127.0.0.1:\(served)/to/\(digits)",
                "name": "http://x\(number).\(target.hexadecimal).all.test:\(canary)/",
            ]
            for (way, url) in ways {
                sources += "  \(way)_\(number): { type: feed, url: \"\(url)\" }\n"
                // A name that cannot be resolved is tried again after 12 s: nothing to learn from, and slow.
                guard target.isReachable else { continue }
                names.append("\(way)_\(number)_hook")
                sinks += "  \(way)_\(number)_hook: { type: webhook, url: \"\(url)\" }\n"
            }
        }
        return """
            version: 1
            settings: { network: { allow: [\(ranges.map { "\"\($0)\"" }.joined(separator: ", "))] } }
            defaults: { connections_per_host: 8 }
            sources:
            \(sources)sinks:
            \(sinks)pipelines:
              feeds: { sources: ["direct_*", "redirect_*", "name_*"], sinks: [page] }
              hooks: { sources: [served], sinks: [\(names.joined(separator: ", "))] }

            """
    }

    private func runMatrix(allowing ranges: [String]) throws -> PrivateNetworkRun {
        try workplace.write("config.yaml", Self.configuration(allowing: ranges))
        let commands = [
            ["run", "--report", "report.json"], ["check", "--online"],
            ["parse", "http://127.0.0.1:\(Self.canary)/"], ["parse", "http://[64:ff9b::7f00:2]:\(Self.canary)/"],
        ]
        return try PrivateNetworkRun(
            commands, in: workplace, at: Self.addresses,
            ports: ["\(Self.served)", "\(Self.canary)"])
    }

    @Test(
        "N23 no spelling of a forbidden address is connected to: direct, by redirect, by name, as feed or webhook, tried or run"
    )
    func matrix() throws {
        let run = try runMatrix(allowing: ["127.0.0.1/32:\(Self.served)"])
        #expect(Self.targets.count >= 40)
        #expect(run.count(port: Self.canary) == 0, "\(run.connections)")
        // Redirects were asked for, names looked up, and the one feed that may be reached was: it was not idle.
        #expect(run.count(port: Self.served) >= 2)
        #expect(run.questions.count >= Self.targets.count)
        let codes = try codes(of: run)
        #expect(codes.count == 3 * Self.targets.count)
        let ours: Set = ["address_refused", "bad_address", "dns", "redirect_refused"]
        #expect(codes.values.allSatisfy(ours.contains), "\(codes.filter { !ours.contains($0.value) })")
        #expect(run.missing.isEmpty)
    }

    @Test("N23 with a guard that allows everything every one of these ways leads to a canary")
    func counterproof() throws {
        let run = try runMatrix(allowing: ["0.0.0.0/0", "::/0"])
        let reachable = Self.targets.indices.filter { Self.targets[$0].isReachable }
        // Each as a feed: by its own address, by redirect, by name. Some of these share connections' hosts, none skips.
        #expect(run.count(port: Self.canary) >= 5 * reachable.count)
        let failed = try codes(of: run)
        let blocked = reachable.flatMap { number in
            ["direct", "redirect", "name"].map { "\($0)_\(number)" }.filter { failed[$0] != nil }
        }
        #expect(blocked.isEmpty, "\(blocked.map { "\($0) \(failed[$0] ?? "")" })")
    }

    /// The error codes of the sources that failed.
    private func codes(of run: PrivateNetworkRun) throws -> [String: String] {
        let text = try #require(workplace.exists("report.json") ? workplace.read("report.json") : nil, "\(run.outcome)")
        let report = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let sources = try #require(report?["sources"] as? [String: [String: Any]])
        return sources.compactMapValues { ($0["error"] as? [String: Any])?["code"] as? String }
    }
}
