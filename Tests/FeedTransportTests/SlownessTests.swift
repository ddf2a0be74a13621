import FeedModel
import FeedStages
import FeedTesting
import MachineLaboratory
import Testing

@testable import FeedTransport

@Suite("Servers that drip")
struct SlownessTests {
    /// A byte at a time, many in the time that a test gives them.
    private func drip(_ text: String, every milliseconds: Int = 20) -> [LoopbackReply.Step] {
        Array(text.utf8).flatMap { [.send([$0]), .pause(milliseconds)] }
    }

    private func error(_ steps: [LoopbackReply.Step], timeout: Duration) async throws -> StageError? {
        let server = try Loopback.server { _ in LoopbackReply(steps: steps) }
        var request = HTTPRequest(url: server.url())
        request.policy.timeout = timeout
        return await Loopback.error(Loopback.transport(), request)
    }

    @Test("N10 a body that drips or stops ends when the time for everything is over")
    func body() async throws {
        let head = LoopbackReply.Step.send(LoopbackReply.head(200, [("Content-Length", "100")]))
        let dripping = try await error([head] + drip(String(repeating: "x", count: 100)), timeout: .milliseconds(1500))
        #expect(dripping?.code == .timeout)
        #expect(dripping?.facts[.seconds] == "1.5")
        #expect(dripping?.facts[.received].flatMap { Int($0) }.map { (1..<100).contains($0) } == true)
        #expect(try await error([head, .send([120]), .hang], timeout: .milliseconds(1500))?.code == .timeout)
    }

    @Test("N11 a header that drips ends when the time for everything is over")
    func header() async throws {
        let fields = String(repeating: "x: y\r\n", count: 30)
        let error = try await error(drip("HTTP/1.1 200 OK\r\n" + fields), timeout: .milliseconds(1500))
        #expect(error?.code == .timeout)
        #expect(error?.facts[.seconds] == "1.5")
        #expect(error?.facts[.received] == nil)
    }

    @Test("T06 `timeout` holds for a way through redirects as a whole, not for each step of it")
    func redirects() async throws {
        let server = try Loopback.server { request in
            let step = Int(request.target.dropFirst()) ?? 0
            let next = LoopbackReply.head(302, [("Location", "/\(step + 1)"), ("Content-Length", "0")])
            return step < 5 ? LoopbackReply(steps: [.pause(300), .send(next)]) : LoopbackReply(text: "end")
        }
        var request = HTTPRequest(url: server.url("/1"))
        request.policy.timeout = .seconds(1)
        let error = await Loopback.error(Loopback.transport(), request)
        #expect(error?.code == .timeout)
        #expect(error?.facts[.seconds] == "1")
        #expect(server.requests.count < 5)
    }

    @Test("N10 a body that drips for too long ends long before that, at 100 bytes a second for 15 s")
    func slowerThanAllowed() async throws {
        let standard = CurlSettings(guardian: AddressGuard(), concurrency: 1, caFile: "", proxies: .none)
        #expect(standard.slowestBytes == 100 && standard.slowestSeconds == 15)
        var settings = standard
        settings.guardian = AddressGuard(allowing: ["127.0.0.1/32"])
        settings.slowestSeconds = 1
        let exchanger = CurlExchanger(settings)
        let drops = drip(String(repeating: "x", count: 600))
        let server = try Loopback.server { _ in
            LoopbackReply(steps: [.send(LoopbackReply.head(200, [("Content-Length", "600")]))] + drops)
        }
        let request = ExchangeRequest(
            method: "GET", url: server.url(), maskedURL: server.url(), headers: [], limits: HTTPPolicy(),
            host: "127.0.0.1")
        var found: StageError?
        do throws(StageError) { _ = try await exchanger.exchange(request) } catch { found = error }
        #expect(found?.code == .timeout, "\(found?.explanation ?? "")")
        #expect(found?.facts[.seconds] == "1")
        #expect(found?.facts[.rate] == "100")
    }
}
