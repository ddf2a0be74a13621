import FeedTesting
import Foundation
import LoopbackLaboratory
import MachineLaboratory
import Testing

/// Servers that send without measure: what they cost, and that the feed beside them arrives.
@Suite("servers without measure")
struct UnboundedServerTests {
    /// What a server does, and what is said of it.
    enum Excess: String, CaseIterable, CustomTestStringConvertible {
        case chunks, plain, gzipBomb, zstdBomb, headerLine, headerFields, interimAnswers
        case emptyFrames, headerBomb, pings

        var testDescription: String { rawValue }

        var row: String {
            switch self {
            case .chunks: "N12"
            case .plain: "N13"
            case .headerLine, .headerFields, .interimAnswers: "N14"
            case .gzipBomb, .zstdBomb: "N20"
            case .emptyFrames, .headerBomb, .pings: "N45"
            }
        }

        var codes: Set<String> {
            switch self {
            case .chunks, .plain, .gzipBomb, .zstdBomb: ["too_large"]
            case .headerLine, .headerFields, .interimAnswers: ["headers_too_large"]
            case .emptyFrames: ["too_large", "timeout", "truncated", "reset"]
            case .headerBomb, .pings: ["headers_too_large", "too_large", "protocol", "reset", "timeout"]
            }
        }

        /// Over HTTP/1.1.
        var reply: LoopbackReply {
            let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 4096)
            return switch self {
            case .chunks:
                .raw(
                    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n",
                    then: [.endless(Array("1000\r\n".utf8) + piece + Array("\r\n".utf8))])
            case .plain: .raw("HTTP/1.1 200 OK\r\n\r\n", then: [.endless(piece)])
            case .gzipBomb: .raw("HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\n\r\n", then: Bombs.gzip)
            case .zstdBomb: .raw("HTTP/1.1 200 OK\r\nContent-Encoding: zstd\r\n\r\n", then: Bombs.zstd)
            case .headerLine: .raw("HTTP/1.1 200 OK\r\nX: ", then: [.endless(piece)])
            case .headerFields:
                .raw("HTTP/1.1 200 OK\r\n", then: [.endless(Array("X: ".utf8) + piece + Array("\r\n".utf8))])
            default: LoopbackReply(steps: [.endless(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))])
            }
        }

        /// Over HTTP/2.
        func steps(_ request: HTTP2Server.Request) -> [HTTP2Server.Step] {
            let status = HTTP2Frame.literal(":status", "200")
            let head = HTTP2Server.Step.frame(.headers(block: status, on: request.stream))
            switch self {
            case .emptyFrames: return [head, .frames(.data([], on: request.stream), count: 1_000_000), .hang]
            case .headerBomb:
                // One field of 4,000 bytes that both sides remember, then named 12,000 times by one byte each: 48 MB.
                let field = HTTP2Frame.literal("x", String(repeating: "y", count: 4000), isRemembered: true)
                let bomb = status + field + [UInt8](repeating: 0xBE, count: 12_000)
                return [.frame(.headers(block: bomb, on: request.stream, isLast: true)), .hang]
            default: return [head, .frames(.ping, count: 1_000_000), .hang]
            }
        }

        var isOverHTTP2: Bool { row == "N45" }
    }

    @Test(
        "N12, N13, N14, N20, N45 who sends without measure costs little, and keeps no other feed from arriving",
        arguments: Excess.allCases)
    func bounded(_ kind: Excess) async throws {
        let workplace = try Workplace()
        let authority = try TestAuthority()
        let clear = try #require(LoopbackServer { _ in kind.reply })
        let secure = try #require(
            HTTP2Server(certificate: authority.issue(), withoutHTTP2: LoopbackReply(500)) { kind.steps($0) })
        var feed = IssuedFeed(file: "good")
        feed.issue(3)
        let document = feed.document
        let good = try #require(LoopbackServer(host: "127.0.0.2") { _ in LoopbackReply(text: document) })
        try workplace.writeConfiguration(
            feeds: ["good": good.url(), "bad": kind.isOverHTTP2 ? secure.url() : clear.url()],
            defaults: ["timeout: \(kind.isOverHTTP2 ? "2s" : "30s")", "ca_file: \"\(authority.file)\""],
            allowing: ["127.0.0.0/8"])
        let run = try await MeasuredRun("run", "--report", "report.json", in: workplace)
        #expect(run.status < 128)
        #expect(run.peakMemory > 5 && run.peakMemory <= 100, "MiB: \(run.peakMemory), \(run.processorTime)")
        #expect(run.processorTime < .seconds(5))
        let report = try RunReport(in: workplace)
        let error = try #require(report.sources["bad"]?.error, "\(kind.row)")
        #expect(kind.codes.contains(error.code), "\(kind.row): \(error.code), \(error.message)")
        #expect(!error.recovery.isEmpty)
        #expect(try workplace.delivered() == feed.ids)
    }

    @Test("N12 many bodies without measure at once share the memory that a few may take")
    func together() async throws {
        let workplace = try Workplace()
        let servers = (0..<12).compactMap { number in
            LoopbackServer(host: "127.0.0.\(10 + number)") { _ in Excess.chunks.reply }
        }
        #expect(servers.count == 12)
        var feed = IssuedFeed(file: "good")
        feed.issue(3)
        let document = feed.document
        let good = try #require(LoopbackServer(host: "127.0.0.2") { _ in LoopbackReply(text: document) })
        var feeds = ["good": good.url()]
        for (number, server) in servers.enumerated() { feeds["bad\(number)"] = server.url() }
        try workplace.writeConfiguration(feeds: feeds, allowing: ["127.0.0.0/8"])
        let run = try await MeasuredRun("run", "--report", "report.json", in: workplace)
        #expect(run.status < 128)
        // Twelve times 16 MiB, and what an array grows to on its way there, would be 300 and more.
        #expect(run.peakMemory > 5 && run.peakMemory <= 200, "MiB: \(run.peakMemory)")
        let report = try RunReport(in: workplace)
        for number in 0..<12 { #expect(report.sources["bad\(number)"]?.error?.code == "too_large") }
        #expect(try workplace.delivered() == feed.ids)
    }
}
