import FeedTesting
import Foundation
import MachineLaboratory
import Testing

/// Answers that break, and what the run after them does: nothing is lost, and nothing is taken for known.
@Suite("answers that break")
struct BrokenAnswerTests {
    private let workplace: Workplace
    private let answer = CurrentAnswer()
    private let server: LoopbackServer

    init() throws {
        workplace = try Workplace()
        let answer = answer
        server = try #require(LoopbackServer { _ in answer.reply })
        try workplace.writeConfiguration(feeds: ["one": server.url("/one.xml")])
    }

    /// How an answer can be cut or spoilt, and what is said of it.
    enum Break: String, CaseIterable, CustomTestStringConvertible {
        case resetAfterHead, resetWithin, shorterThanLength, lengthTooSmall, closedWithin, chunkCut, gzipCut, gzipWrong

        var testDescription: String { rawValue }

        var row: String {
            switch self {
            case .resetAfterHead, .resetWithin: "N06"
            case .shorterThanLength, .chunkCut: "N15"
            case .lengthTooSmall: "N16"
            case .closedWithin: "N17"
            case .gzipCut: "N18"
            case .gzipWrong: "N19"
            }
        }

        var code: String {
            switch self {
            case .resetAfterHead, .resetWithin: "reset"
            case .shorterThanLength, .chunkCut, .gzipCut: "truncated"
            case .lengthTooSmall, .closedWithin: "incomplete_document"
            case .gzipWrong: "encoding"
            }
        }

        /// The answer with that document, broken, with an ETag that must not be believed.
        func reply(_ document: String) -> LoopbackReply {
            let body = Array(document.utf8)
            let half = Array(body.prefix(body.count / 2))
            func head(_ fields: (String, String)...) -> LoopbackReply.Step {
                .send(LoopbackReply.head(200, [("ETag", "\"broken\""), ("Last-Modified", "today")] + fields))
            }
            var packed = storedGzip(body)
            switch self {
            case .resetAfterHead:
                return LoopbackReply(steps: [head(("Content-Length", String(body.count))), .pause(30), .reset])
            case .resetWithin:
                return LoopbackReply(
                    steps: [head(("Content-Length", String(body.count))), .send(half), .pause(30), .reset])
            case .shorterThanLength:
                return LoopbackReply(steps: [head(("Content-Length", String(body.count))), .send(half), .close])
            case .lengthTooSmall:
                return LoopbackReply(steps: [head(("Content-Length", String(half.count))), .send(body), .close])
            case .closedWithin: return LoopbackReply(steps: [head(), .send(half), .close])
            case .chunkCut:
                let chunk = Array("\(String(half.count, radix: 16))\r\n".utf8) + half + Array("\r\n".utf8)
                return LoopbackReply(steps: [head(("Transfer-Encoding", "chunked")), .send(chunk), .close])
            case .gzipCut: packed.removeLast(packed.count / 2)
            case .gzipWrong: packed[packed.count - 6] ^= 1
            }
            return LoopbackReply(
                steps: [head(("Content-Encoding", "gzip"), ("Content-Length", String(packed.count))), .send(packed)])
        }
    }

    @Test(
        "N06, N15, N16, N17, N18, N19 after an answer that broke all is asked for anew, and arrives once",
        arguments: Break.allCases)
    func broken(_ kind: Break) throws {
        var feed = IssuedFeed(file: "one.xml")
        feed.issue(20)
        answer.reply = kind.reply(feed.document)
        let first = try workplace.runNow()
        #expect(first.sources["one"]?.error?.code == kind.code, "\(kind.row)")
        let early = try workplace.delivered()
        #expect(Set(early).isSubset(of: feed.ids) && Set(early).count == early.count)

        feed.issue(5)
        answer.reply = LoopbackReply(headers: [("ETag", "\"whole\"")], text: feed.document)
        #expect(try workplace.runNow().sources["one"]?.error == nil)
        let second = try #require(server.requests.last)
        #expect(second.header("if-none-match") == nil)
        #expect(second.header("if-modified-since") == nil)
        #expect(try workplace.delivered() == feed.ids.sorted())

        answer.reply = LoopbackReply(304)
        #expect(try workplace.runNow().sources["one"]?.outcome == "unchanged")
        #expect(server.requests.last?.header("if-none-match") == "\"whole\"")
        #expect(server.requests.count == 3)
    }

    @Test("N33 a 304 that nobody asked for is `protocol`, and the next request is unconditional")
    func unasked() throws {
        var feed = IssuedFeed(file: "one.xml")
        feed.issue(3)
        answer.reply = LoopbackReply(304, headers: [("ETag", "\"never\"")])
        #expect(try workplace.runNow().sources["one"]?.error?.code == "protocol")
        answer.reply = LoopbackReply(text: feed.document)
        #expect(try workplace.runNow().sources["one"]?.new == 3)
        #expect(server.requests.map { $0.header("if-none-match") } == [nil, nil])
        #expect(try workplace.delivered() == feed.ids)
    }

    @Test("N34 the same document under a new ETag each time is nothing new, and is not delivered again")
    func newTags() throws {
        var feed = IssuedFeed(file: "one.xml")
        feed.issue(3)
        for number in 0..<3 {
            answer.reply = LoopbackReply(headers: [("ETag", "\"\(number)\"")], text: feed.document)
            let source = try workplace.runNow().sources["one"]
            #expect(source?.outcome == (number == 0 ? "loaded" : "unchanged"))
            #expect(source?.new == (number == 0 ? 3 : 0))
            #expect(server.requests.last?.header("if-none-match") == (number == 0 ? nil : "\"\(number - 1)\""))
        }
        #expect(try workplace.delivered() == feed.ids)
    }

    @Test(
        "N43 an answer without a document leaves what is known as it was",
        arguments: [
            ("200 OK", "empty_body"), ("204 No Content", "empty_body"), ("206 Partial Content", "unexpected_status"),
            ("226 IM Used", "unexpected_status"), ("999 No", "unexpected_status"),
        ])
    func nothing(_ status: String, _ code: String) throws {
        var feed = IssuedFeed(file: "one.xml")
        feed.issue(3)
        answer.reply = LoopbackReply(headers: [("ETag", "\"a\"")], text: feed.document)
        #expect(try workplace.runNow().sources["one"]?.new == 3)
        let body = code == "empty_body" ? "" : "<rss version=\"2.0\"><channel><title>part</title></channel></rss>"
        answer.reply = .raw("HTTP/1.1 \(status)\r\nETag: \"b\"\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try workplace.runNow().sources["one"]?.error?.code == code)
        feed.issue(1)
        answer.reply = LoopbackReply(text: feed.document)
        #expect(try workplace.runNow().sources["one"]?.new == 1)
        #expect(server.requests.last?.header("if-none-match") == "\"a\"")
        #expect(try workplace.delivered() == feed.ids)
    }
}
