import FeedTesting
import Foundation
import Testing

@Suite(
    "names and addresses, in a network of its own", .enabled(if: PrivateNetworkRun.isPossible, PrivateNetworkRun.need))
struct NameServerTests {
    private let workplace: Workplace

    init() throws { workplace = try Workplace() }

    @Test("N02 thirty-two feeds whose name server is silent end together, and keep no other feed waiting")
    func silentNameServer() throws {
        var feeds = ["good": "http://127.0.0.1:8080/good"]
        for number in 0..<32 { feeds["silent_\(number)"] = "http://f\(number).silent.test/feed" }
        try workplace.writeConfiguration(feeds: feeds, defaults: ["timeout: 2s"])
        let begun = ContinuousClock.now
        let network = try PrivateNetworkRun([["run", "--report", "report.json"]], in: workplace, ports: ["8080"])
        // The limit for one name is 10 s, and they all wait beside each other: one after the other takes five minutes.
        #expect(ContinuousClock.now - begun < .seconds(150))
        #expect(network.questions.count >= 32)
        let report = try RunReport(in: workplace)
        let silent = report.sources.filter { $0.key != "good" }.values
        #expect(silent.count == 32)
        #expect(silent.allSatisfy { $0.error?.code == "dns" }, "\(Set(silent.map { $0.error?.code ?? "" }))")
        let good = try #require(report.sources["good"])
        #expect(good.new == 1)
        #expect(silent.allSatisfy { good.seconds < $0.seconds }, "\(good.seconds) s")
    }

    @Test("N01 a name that nobody knows is `dns`, and is asked for again at the next run")
    func unknownName() throws {
        try workplace.writeConfiguration(feeds: ["nowhere": "http://nx.invalid/feed"])
        let network = try PrivateNetworkRun(
            [["run"], ["run", "--now", "--report", "report.json"]], in: workplace, ports: [])
        let error = try #require(try RunReport(in: workplace).sources["nowhere"]?.error)
        #expect(error.code == "dns")
        #expect(error.message.contains("nx.invalid"))
        #expect(!error.recovery.isEmpty)
        #expect((network.questions["nx.invalid A"] ?? 0) >= 2)
    }

    @Test("N46 a host with an IPv6 address alone is reached, and one whose IPv6 is broken by its IPv4 address")
    func addressFamilies() throws {
        let (six, four) = (String(repeating: "0", count: 31) + "1", "7f000001")
        try workplace.writeConfiguration(feeds: [
            "only_six": "http://\(six).all.test:8080/six", "broken_six": "http://\(six).\(four).all.test:8081/four",
            "refused_six": "http://\(six).\(four).all.test:8082/four",
        ])
        let network = try PrivateNetworkRun(
            [["run", "--report", "report.json"]], in: workplace,
            ports: ["8080/::1", "8081/127.0.0.1", "8082/127.0.0.1"], unanswering: ["8081/::1"])
        let report = try RunReport(in: workplace)
        for name in ["only_six", "broken_six", "refused_six"] {
            let source = try #require(report.sources[name])
            #expect(source.new == 1, "\(name): \(source.error?.message ?? "")")
            // libcurl gives the first family 200 ms; without that it would be 10 s.
            #expect(source.seconds < 3, "\(name)")
        }
        #expect(network.count(port: 8080) == 1)
        #expect(network.count(port: 8081) == 1)
    }
}
