import FeedTesting
import Foundation
import LoopbackLaboratory
import MachineLaboratory
import Testing

/// Servers that send next to nothing for ever: what that costs, and that the feed beside them arrives.
@Suite("servers without content")
struct EndlessServerTests {
    /// What a server sends.
    struct Flood: Sendable, CustomStringConvertible {
        let description: String
        let reply: LoopbackReply

        private init(_ description: String, head: String = "", unit: String) {
            self.description = description
            let piece = Array(String(repeating: unit, count: 60_000 / unit.utf8.count + 1).utf8)
            reply = .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + head, then: [.endless(piece)])
        }

        private init(_ body: EndlessBody) {
            description = body.description
            reply = body.reply
        }

        static let all =
            EndlessBody.all.map { Flood($0) } + [
                Flood("chunks of a byte", unit: "1\r\nx\r\n"),
                Flood("chunk extensions", unit: "1;" + String(repeating: "x", count: 4000) + "\r\nx\r\n"),
                Flood("one chunk extension", head: "1;", unit: "x"),
            ]
    }

    @Test("X09: N55 an answer that brings next to nothing for ever costs at most 1 s of CPU", arguments: Flood.all)
    func endless(_ flood: Flood) async throws {
        let server = try #require(LoopbackServer { _ in flood.reply })
        try await costsLittle(server.url())
    }

    @Test("X09: N55 so do frames of HTTP/2 with nothing in them", arguments: [0, 8])
    func frames(_ flags: UInt8) async throws {
        let authority = try TestAuthority()
        let server = try #require(
            HTTP2Server(certificate: authority.issue()) { request in
                let padding: [UInt8] = flags == 0 ? [] : [255] + [UInt8](repeating: 0, count: 255)
                let frame = HTTP2Frame(type: 0, flags: flags, stream: request.stream, payload: padding)
                return [.frame(.headers([(":status", "200")], on: request.stream)), .frames(frame, count: .max)]
            })
        try await costsLittle(server.url(), trusting: authority)
    }

    /// The least of three runs with that source and a good one: whatever else a machine does only adds to what a run costs.
    private func costsLittle(_ url: String, trusting authority: TestAuthority? = nil) async throws {
        var least = try await cost(url, trusting: authority)
        for _ in 0..<2 where least >= .seconds(1) { least = min(least, try await cost(url, trusting: authority)) }
        #expect(least < .seconds(1))
    }

    /// What one run costs of the processor's time; it must tell of the one source and deliver the other.
    private func cost(_ url: String, trusting authority: TestAuthority?) async throws -> Duration {
        let workplace = try Workplace()
        var feed = IssuedFeed(file: "good")
        feed.issue(3)
        let document = feed.document
        let good = try #require(LoopbackServer(host: "127.0.0.2") { _ in LoopbackReply(text: document) })
        try workplace.writeConfiguration(
            feeds: ["good": good.url(), "bad": url],
            defaults: ["timeout: 60s"] + (authority.map { ["ca_file: \"\($0.file)\""] } ?? []),
            allowing: ["127.0.0.0/8"])
        let run = try await MeasuredRun("run", "--report", "report.json", in: workplace)
        #expect(run.status < 128)
        #expect(run.peakMemory > 5 && run.peakMemory <= 100, "MiB: \(run.peakMemory)")
        let report = try RunReport(in: workplace)
        let error = try #require(report.sources["bad"]?.error)
        #expect(error.code == "too_large")
        #expect(error.message.contains("nearly all of it"), "\(error.message)")
        #expect(try workplace.delivered() == feed.ids)
        return run.processorTime
    }
}
