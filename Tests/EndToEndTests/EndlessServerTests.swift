import FeedTesting
import Foundation
import LoopbackLaboratory
import MachineLaboratory
import Testing

/// Servers that send next to nothing for ever: how soon they are cut, and that the feed beside them arrives.
///
/// What a cut costs of a processor's time is measured by `Benchmarks/endless.py`.
@Suite("servers without content")
struct EndlessServerTests {
    /// Bytes that a server sends before it waits: a run that wants more of them waits, too, and tells of a timeout.
    private static let mostSent = 8 << 20

    /// What a server sends.
    struct Flood: Sendable, CustomStringConvertible {
        let description: String
        let reply: LoopbackReply

        private init(_ description: String, head: String = "", unit: String) {
            self.description = description
            let body = Array(String(repeating: unit, count: mostSent / unit.utf8.count).utf8)
            reply = .raw("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + head, then: [.send(body), .hang])
        }

        private init(_ body: EndlessBody) {
            description = body.description
            reply = body.reply(bytes: mostSent)
        }

        static let all =
            EndlessBody.all.map { Flood($0) } + [
                Flood("chunks of a byte", unit: "1\r\nx\r\n"),
                Flood("chunk extensions", unit: "1;" + String(repeating: "x", count: 4000) + "\r\nx\r\n"),
                Flood("one chunk extension", head: "1;", unit: "x"),
            ]
    }

    @Test("X09: N55 an answer that brings next to nothing is cut within its first 8 MiB", arguments: Flood.all)
    func endless(_ flood: Flood) async throws {
        let server = try #require(LoopbackServer { _ in flood.reply })
        try await expectCut(server.url())
    }

    @Test("X09: N55 so are frames of HTTP/2 with nothing in them", arguments: [0, 8])
    func frames(_ flags: UInt8) async throws {
        let authority = try TestAuthority()
        let server = try #require(
            HTTP2Server(certificate: authority.issue()) { request in
                let padding: [UInt8] = flags == 0 ? [] : [255] + [UInt8](repeating: 0, count: 255)
                let frame = HTTP2Frame(type: 0, flags: flags, stream: request.stream, payload: padding)
                // RFC 9113 §4.1: a frame's head has 9 bytes.
                let count = Self.mostSent / (9 + padding.count)
                return [
                    .frame(.headers([(":status", "200")], on: request.stream)), .frames(frame, count: count), .hang,
                ]
            })
        try await expectCut(server.url(), trusting: authority)
    }

    /// One run with that source and a good one: it must tell of the one and deliver the other.
    private func expectCut(_ url: String, trusting authority: TestAuthority? = nil) async throws {
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
    }
}
