import FeedConfiguration
import FeedJSON
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import WebhookSink

@Suite("WebhookSink, planning")
struct WebhookPlanTests {
    private let bench = PostingBench<WebhookSink>(url: "https://hooks.example.com/in?token=abc")
    private let digest = Digest.of([("new", 1), ("old", 5)])

    @Test("one message an entry, the oldest first, in the envelope of Standard Webhooks")
    func entries() throws {
        let plans = try bench.sink().compose(digest, in: StubComposeContext())
        #expect(plans.map(\.entries) == [["k_old"], ["k_new"]])
        #expect(plans.allSatisfy { $0.mode == .post && $0.target == "{testing.url}" && $0.memo == nil })
        let json = try JSONReader.read(plans[0].payload)
        #expect(json["type"]?.string == "entries.new")
        #expect(json["timestamp"]?.string == "2026-11-20T07:00:00+09:00")
        #expect(json["data"]?["pipeline"]?.string == "morning")
        let entries = try #require(json["data"]?["entries"]?.array)
        #expect(entries.count == 1)
        #expect(entries[0]["title"]?.string == "old")
        #expect(entries[0]["key"]?.string == "k_old")
        #expect(entries[0]["source"]?.string == "some")
        #expect(json.object?.members.map(\.name) == ["type", "timestamp", "data"])
    }

    @Test("several entries a message, at most as many as `batch` says")
    func batches() throws {
        let digest = Digest.of((1...7).map { ("e\($0)", 10 - $0) })
        let plans = try bench.sink([("batch", "3")]).compose(digest, in: StubComposeContext())
        #expect(plans.map(\.entries) == [["k_e1", "k_e2", "k_e3"], ["k_e4", "k_e5", "k_e6"], ["k_e7"]])
        let json = try JSONReader.read(plans[0].payload)
        #expect(json["data"]?["entries"]?.array?.compactMap { $0["title"]?.string } == ["e1", "e2", "e3"])
    }

    @Test("W06 what is too large is planned again in two halves; one entry alone, or another refusal, is not")
    func halves() throws {
        let sink = try bench.sink([("batch", "10")])
        let digest = Digest.of((1...5).map { ("e\($0)", 10 - $0) })
        let tooLarge = StageError(.messageTooLarge, subject: "x")
        let context = StubComposeContext()
        let plans = try sink.replace(bench.message(), after: tooLarge, by: digest, in: context)
        #expect(plans.map(\.entries) == [["k_e1", "k_e2", "k_e3"], ["k_e4", "k_e5"]])
        #expect(try sink.replace(bench.message(), after: tooLarge, by: .of([("one", 1)]), in: context).isEmpty)
        let rejected = StageError(.rejected, subject: "x")
        #expect(try sink.replace(bench.message(), after: rejected, by: digest, in: context).isEmpty)
    }

    @Test("one message a digest is the format's rendering as it is")
    func digests() throws {
        var context = StubComposeContext()
        context.format = TitlesFormat()
        let plans = try bench.sink([("body", "digest")]).compose(digest, in: context)
        #expect(plans.map(\.entries) == [["k_new", "k_old"]])
        #expect(plans.map { String(decoding: $0.payload, as: UTF8.self) } == ["new,old"])
    }

    @Test("other formats are sent without an envelope")
    func otherFormats() throws {
        var context = StubComposeContext()
        context.format = TitlesFormat()
        let plans = try bench.sink().compose(digest, in: context)
        #expect(plans.map { String(decoding: $0.payload, as: UTF8.self) } == ["old", "new"])
    }

    @Test("nothing new, nothing sent")
    func empty() throws {
        #expect(try bench.sink().compose(.of([]), in: StubComposeContext()).isEmpty)
    }

    @Test("W17 mistakes are told, a secret over plain http among them, and never with the address")
    func diagnostics() {
        func messages(_ section: Node) -> [String] {
            WebhookSink.diagnostics(of: section, environment: ConfigEnvironment(variables: ["S": "secret"]))
                .map(\.message)
        }
        #expect(messages([:]).count == 1)
        #expect(messages(["url": "ftp://hidden.example.com/"]) == ["testing.url: expected an http or https URL"])
        #expect(messages(["url": "https://e.com/", "signature": "standard"]).count == 1)
        #expect(messages(["url": "https://e.com/", "body": "both"]).count == 1)
        #expect(messages(["url": "https://e.com/", "signature": "github"]).count == 1)
        #expect(messages(["url": "https://e.com/", "batch": "101"]).count == 1)
        #expect(messages(["url": "https://e.com/", "batch": "0"]).count == 1)
        #expect(messages(["url": "https://e.com/", "batch": "5", "body": "digest"]).count == 1)
        #expect(messages(["url": "https://e.com/", "rate": "60/h", "batch": "5", "ordered": "false"]).isEmpty)
        #expect(messages(["url": "https://e.com/", "rate": "0/h"]).count == 1)
        #expect(messages(["url": "http://hidden.example.com/", "secret": ["env": "S"]]).count == 1)
        #expect(messages(["url": "http://127.evil.com/", "secret": ["env": "S"]]).count == 1)
        #expect(messages(["url": "http://10.0.0.1/", "secret": ["env": "S"], "allow_plaintext": "true"]).isEmpty)
        #expect(messages(["url": "http://10.0.0.1/", "secret": ["env": "S"], "signature": "none"]).isEmpty)
        #expect(messages(["url": "http://127.0.0.1:8080/in", "secret": ["env": "S"]]).isEmpty)
        #expect(messages(["url": "http://e.com/"]).isEmpty)
    }
}
