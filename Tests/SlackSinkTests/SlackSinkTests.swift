import FeedJSON
import FeedModel
import FeedPosting
import FeedStages
import FeedTesting
import Testing

@testable import SlackSink

@Suite("SlackSink")
struct SlackSinkTests {
    private let bench = PostingBench<SlackSink>(url: "https://hooks.slack.com/services/T0/B0/hidden")

    @Test("a digest is one message: a header, a heading a section, a block an entry with its link and excerpt")
    func blocks() throws {
        let plans = try bench.sink().compose(
            .of([("first", "A text & more"), ("second", nil)]), in: StubComposeContext())
        #expect(plans.count == 1)
        #expect(plans[0].entries == ["k0", "k1"])
        #expect(plans[0].target == "{testing.url}")
        #expect(plans[0].mode == .post)
        let json = try JSONReader.read(plans[0].payload)
        let blocks = try #require(json["blocks"]?.array)
        #expect(blocks.map { $0["type"]?.string } == ["header", "context", "section", "section", "section"])
        #expect(blocks[0]["text"]?["text"]?.string == "Morning &lt;news&gt;")
        #expect(blocks[2]["text"]?["text"]?.string == "*Section*")
        let first = try #require(blocks[3]["text"]?["text"]?.string)
        #expect(first.hasPrefix("*<https://example.com/0?a=1&amp;b=2|first>*\n"))
        #expect(first.hasSuffix("\nA text &amp; more"))
        #expect(blocks[3]["text"]?["type"]?.string == "mrkdwn")
        #expect(json["text"]?.string?.hasPrefix("Morning &lt;news&gt; · ") == true)
        #expect(json["unfurl_links"]?.bool == false)
    }

    @Test(
        "no text mentions anybody, makes a link or ends one",
        arguments: [
            "<!channel>", "<!here|here>", "<@U024BE7LH>", "<#C123|x>", "<https://evil.example|click>", "a>b<c&d",
            "]]>*</>&lt;!channel&gt;", "<!subteam^S1>",
        ])
    func mentions(text: String) async throws {
        let digest = Digest.of([(text, text)], title: text, section: text)
        for form in SlackForm.allCases {
            let payload = try await bench.payload(of: digest, form: form.rawValue)
            for shown in Self.texts(in: try JSONReader.read(payload)) {
                // What is left in brackets are links of ours.
                for piece in shown.split(separator: "<").dropFirst() {
                    #expect(piece.hasPrefix("https://example.com/0?a=1&amp;b=2|"))
                }
                #expect(shown.filter { $0 == "<" }.count == shown.filter { $0 == ">" }.count)
            }
        }
    }

    @Test(
        "no message passes what Slack takes, and every entry is in one of them, in order",
        arguments: [1, 10, 60, 300], ["short", "&<>&<>", "瓦版", "🍣", "e\u{301}\u{301}\u{301}\u{301}"])
    func limits(count: Int, letters: String) async throws {
        let long = String(repeating: letters, count: 400)
        let digest = Digest.of((0..<count).map { ("\($0) \(long)", long) }, title: long, section: long)
        for form in SlackForm.allCases {
            let plans = try await bench.messages(of: digest, form: form.rawValue)
            #expect(plans.flatMap(\.entries) == (0..<count).map { "k\($0)" })
            for plan in plans {
                #expect(plan.form == form.rawValue)
                let json = try JSONReader.read(plan.payload)
                let blocks = json["blocks"]?.array ?? []
                #expect(blocks.count <= 50)
                #expect((blocks.isEmpty ? json["text"]?.string ?? "" : "").utf16.count <= 4000)
                var sum = 0
                for block in blocks {
                    let length = block["text"]?["text"]?.string?.utf16.count ?? 0
                    #expect(length <= (block["type"]?.string == "header" ? 150 : 3000))
                    sum += length
                }
                #expect(sum <= 11_000)
            }
        }
    }

    @Test("the plainer forms hold every title and link, and no formatting in the plainest")
    func forms() async throws {
        let digest = Digest.of([("first", "excerpt"), ("second", nil)])
        let links = try JSONReader.read(await bench.payload(of: digest, form: SlackForm.links.rawValue))
        #expect(links["blocks"] == nil)
        #expect(links["text"]?.string?.contains("• <https://example.com/0?a=1&amp;b=2|first>") == true)
        #expect(links["text"]?.string?.contains("excerpt") == false)
        let plain = try JSONReader.read(await bench.payload(of: digest, form: SlackForm.plain.rawValue))
        #expect(plain["mrkdwn"]?.bool == false)
        #expect(plain["text"]?.string?.contains("- first\n  https://example.com/0?a=1&amp;b=2") == true)
        #expect(plain["text"]?.string?.contains("*") == false)
    }

    @Test(
        "a message is these bytes, in each form",
        arguments: [
            (
                SlackForm.blocks,
                #"{"text":"Morning &lt;news&gt; · Friday, 20 November 2026, 07:00 · 1 entry","blocks":["#
                    + #"{"type":"header","text":{"type":"plain_text","text":"Morning &lt;news&gt;"}},"#
                    + #"{"type":"context","elements":[{"type":"mrkdwn","text":"#
                    + #""Friday, 20 November 2026, 07:00 · 1 entry"}]},"#
                    + #"{"type":"section","text":{"type":"mrkdwn","text":"*Section*"}},"#
                    + #"{"type":"section","text":{"type":"mrkdwn","text":"*\u003chttps://example.com/0?a=1&amp;b=2|first>*"#
                    + #"\nSome · 2026/11/20 07:00\nA text &amp; more"}}],"unfurl_links":false,"unfurl_media":false}"#
            ),
            (
                .links,
                #"{"text":"*Morning &lt;news&gt;*\nFriday, 20 November 2026, 07:00 · 1 entry\n*Section*\n"#
                    + #"• \u003chttps://example.com/0?a=1&amp;b=2|first>","unfurl_links":false,"unfurl_media":false}"#
            ),
            (
                .plain,
                #"{"text":"Morning &lt;news&gt;\nFriday, 20 November 2026, 07:00 · 1 entry\nSection:\n"#
                    + #"- first\n  https://example.com/0?a=1&amp;b=2","mrkdwn":false,"#
                    + #""unfurl_links":false,"unfurl_media":false}"#
            ),
        ])
    func bytes(form: SlackForm, text: String) async throws {
        let payload = try await bench.payload(of: .of([("first", "A text & more")]), form: form.rawValue)
        #expect(String(decoding: payload, as: UTF8.self) == text)
    }

    @Test(
        "answers are told apart",
        arguments: [
            (400, "invalid_blocks", StageError.Code.rejected), (400, "msg_blocks_too_long", .messageTooLarge),
            (400, "msg_too_long", .messageTooLarge), (413, "", .messageTooLarge),
            (403, "action_prohibited", .forbidden),
            (404, "no_service", .notFound), (410, "channel_is_archived", .gone), (500, "rollup_error", .serverError),
            (429, "rate_limited", .limited),
        ])
    func answers(status: Int, body: String, code: StageError.Code) async throws {
        bench.transport.answer(bench.url, status: status, headers: [("Retry-After", "7")], body: Array(body.utf8))
        let error = await #expect(throws: StageError.self) { try await bench.sink().deliver(bench.message()) }
        #expect(error?.code == code)
        #expect(error?.subject == "{testing.url}")
        #expect(error?.retryAfter == (code == .limited || code == .serverError ? .seconds(7) : nil))
    }

    @Test("is a stage as others are")
    func conforms() {
        #expect(
            StageConformance.problems(
                of: SlackSink.self, sample: ["url": "https://hooks.slack.com/services/T/B/X", "rate": "30/m"]) == [])
    }

    /// Every text that Slack would show.
    private static func texts(in json: JSONValue) -> [String] {
        var found: [String] = []
        if let text = json["text"]?.string { found.append(text) }
        if let text = json["text"]?["text"]?.string { found.append(text) }
        for member in ["blocks", "elements"] { found += (json[member]?.array ?? []).flatMap { texts(in: $0) } }
        return found
    }
}
