import FeedJSON
import FeedModel
import FeedPosting
import FeedStages
import FeedTesting
import Testing

@testable import DiscordSink

@Suite("DiscordSink")
struct DiscordSinkTests {
    private let bench = PostingBench<DiscordSink>(url: "https://discord.com/api/webhooks/1/hidden")

    @Test("a digest is one message: its title, an embed a section, a paragraph an entry with its link and excerpt")
    func embeds() throws {
        let plans = try bench.sink().compose(.of([("first", "A text"), ("second", nil)]), in: StubComposeContext())
        #expect(plans.count == 1)
        #expect(plans[0].entries == ["k0", "k1"])
        #expect(plans[0].target == "{testing.url}")
        let json = try JSONReader.read(plans[0].payload)
        #expect(json["content"]?.string?.hasPrefix("**Morning \\*news\\***\n") == true)
        let embeds = try #require(json["embeds"]?.array)
        #expect(embeds.count == 1)
        #expect(embeds[0]["title"]?.string == "Section")
        let paragraphs = embeds[0]["description"]?.string?.split(separator: "\n\n").map(String.init) ?? []
        #expect(paragraphs.count == 2)
        #expect(paragraphs.first?.hasPrefix("**[first](https://example.com/0_%28x%29)**\n") == true)
        #expect(paragraphs.first?.hasSuffix("\nA text") == true)
        #expect(json["allowed_mentions"]?["parse"]?.array?.isEmpty == true)
        #expect(json["flags"] == nil)
    }

    @Test(
        "no text mentions anybody or begins any formatting",
        arguments: [
            "@everyone", "@here now", "<@123>", "<@&123>", "<#123>", "<:smile:123>", "<t:0:R>", "**bold**", "__u__",
            "~~s~~", "`code`", "||spoiler||", "> quote", ">>> all", "# title", "- item", "+ item", "1. item",
            "[text](https://evil.example)", "a](https://evil.example)[b", "\\", "<https://evil.example>",
        ])
    func escapes(text: String) async throws {
        let digest = Digest.of([(text, "x " + text)], title: text, section: text)
        for form in DiscordForm.allCases {
            let json = try JSONReader.read(await bench.payload(of: digest, form: form.rawValue))
            #expect(json["allowed_mentions"]?["parse"]?.array?.isEmpty == true)
            let embeds = (json["embeds"]?.array ?? []).flatMap { [$0["title"]?.string, $0["description"]?.string] }
            for shown in ([json["content"]?.string] + embeds).compactMap({ $0 }) {
                #expect(!shown.contains("@everyone") && !shown.contains("@here"))
                let unescaped = shown.split(separator: "\\]", omittingEmptySubsequences: false).joined()
                #expect(!unescaped.contains("](https://evil"))
                #expect(
                    text == "\\" || !text.utf8.contains { "*_~`|>#[]<@".utf8.contains($0) }
                        || !shown.contains("x " + text))
            }
        }
        #expect(MarkdownText.escaped("- a") == "\\- a")
        #expect(MarkdownText.escaped("12. a - b") == "12\\. a - b")
        #expect(MarkdownText.escaped("v1.2") == "v1.2")
        #expect(MarkdownText.escaped("\\*") == "\\\\\\*")
    }

    @Test(
        "no message passes what Discord takes, and every entry is in one of them, in order",
        arguments: [1, 10, 60, 300], ["short", "*_~*_~", "瓦版", "🍣", "@<@", "e\u{301}\u{301}\u{301}\u{301}"])
    func limits(count: Int, letters: String) async throws {
        let long = String(repeating: letters, count: 400)
        var digest = Digest.of((0..<count).map { ("\($0) \(long)", long) }, title: long, section: long)
        digest.tally = DigestTally(
            kept: 30_000, passedOver: Dictionary(uniqueKeysWithValues: PassedOver.allCases.map { ($0, 90_000) }),
            carriedIn: 1000)
        digest.failedSources = (0..<50).map {
            FailedSource(source: "s\($0)", title: long, code: "timeout", message: long)
        }
        for form in DiscordForm.allCases {
            let plans = try await bench.messages(of: digest, form: form.rawValue)
            #expect(plans.flatMap(\.entries) == (0..<count).map { "k\($0)" })
            for plan in plans {
                #expect(plan.form == form.rawValue)
                let json = try JSONReader.read(plan.payload)
                #expect(json["content"]?.string?.utf16.count ?? 0 <= 2000)
                let embeds = json["embeds"]?.array ?? []
                #expect(embeds.count <= 10)
                #expect(embeds.isEmpty == (form == .plain))
                var sum = 0
                for embed in embeds {
                    let (title, text) = (embed["title"]?.string ?? "", embed["description"]?.string ?? "")
                    #expect(title.utf16.count <= 256)
                    #expect((1...4096).contains(text.utf16.count))
                    sum += title.utf16.count + text.utf16.count
                }
                #expect(sum <= 6000)
            }
        }
    }

    @Test("many small sections make several messages of at most ten embeds")
    func sections() throws {
        var digest = Digest.of((0..<30).map { ("entry-\($0)", nil) })
        let entries = digest.entries
        digest.sections = entries.map { DigestSection(title: "Section of \($0.key)", entries: [$0]) }
        let plans = try bench.sink().compose(digest, in: StubComposeContext())
        #expect(plans.flatMap(\.entries) == entries.map(\.key))
        for plan in plans { #expect(try JSONReader.read(plan.payload)["embeds"]?.array?.count ?? 0 <= 10) }
        #expect(try JSONReader.read(plans[0].payload)["content"]?.string?.contains("(1/\(plans.count))") == true)
    }

    @Test("the plainest form has no embeds and no previews, and every title and address")
    func plain() async throws {
        let digest = Digest.of([("first", "excerpt"), ("second", nil)])
        let json = try JSONReader.read(await bench.payload(of: digest, form: DiscordForm.plain.rawValue))
        #expect(json["embeds"] == nil)
        #expect(json["flags"]?.int == 4)
        #expect(json["content"]?.string?.contains("• first\n<https://example.com/0_(x)>\n• second") == true)
    }

    @Test(
        "a message is these bytes, in each form",
        arguments: [
            (
                DiscordForm.embeds,
                #"{"content":"**Morning \\*news\\***\nFriday, 20 November 2026, 07:00 · 1 entry","embeds":[{"#
                    + #""title":"Section","description":"**[first](https://example.com/0_%28x%29)**\n"#
                    + #"Some · 2026/11/20 07:00\nA text"}],"allowed_mentions":{"parse":[]}}"#
            ),
            (
                .links,
                #"{"content":"**Morning \\*news\\***\nFriday, 20 November 2026, 07:00 · 1 entry","embeds":[{"#
                    + #""title":"Section","description":"• [first](https://example.com/0_%28x%29)"}],"#
                    + #""allowed_mentions":{"parse":[]}}"#
            ),
            (
                .plain,
                #"{"content":"**Morning \\*news\\***\nFriday, 20 November 2026, 07:00 · 1 entry\n**Section**\n"#
                    + #"• first\n\u003chttps://example.com/0_(x)>","allowed_mentions":{"parse":[]},"flags":4}"#
            ),
        ])
    func bytes(form: DiscordForm, text: String) async throws {
        let payload = try await bench.payload(of: .of([("first", "A text")]), form: form.rawValue)
        #expect(String(decoding: payload, as: UTF8.self) == text)
    }

    @Test(
        "answers are told apart, and a pause in fractions of a second is kept",
        arguments: [
            (204, "", nil, nil), (200, "{}", nil, nil),
            (429, #"{"message":"You are being rate limited.","retry_after":0.65,"global":false}"#, .limited, 651),
            (429, #"{"retry_after":1e300}"#, .limited, 86_400_000), (429, #"{"retry_after":-1}"#, .limited, 7000),
            (429, "<html>", .limited, 7000), (503, "", .limited, 7000), (404, #"{"code":10015}"#, .notFound, nil),
            (400, #"{"embeds":["0"]}"#, .rejected, nil), (401, "", .credentialRejected, nil),
            (400, #"{"content":["Must be 2000 or fewer in length."]}"#, .messageTooLarge, nil),
            (
                400, #"{"code":50035,"errors":{"embeds":{"message":"Embed size exceeds maximum size of 6000"}}}"#,
                .messageTooLarge, nil
            ),
        ] as [(Int, String, StageError.Code?, Int?)])
    func answers(status: Int, body: String, code: StageError.Code?, milliseconds: Int?) async throws {
        bench.transport.answer(bench.url, status: status, headers: [("Retry-After", "7")], body: Array(body.utf8))
        var found: StageError?
        do { _ = try await bench.sink().deliver(bench.message()) } catch let error as StageError { found = error }
        #expect(found?.code == code)
        #expect(found?.retryAfter == milliseconds.map { .milliseconds($0) })
    }

    @Test("is a stage as others are")
    func conforms() {
        #expect(
            StageConformance.problems(
                of: DiscordSink.self, sample: ["url": "https://discord.com/api/webhooks/1/x", "rate": "30/m"]) == [])
    }
}
