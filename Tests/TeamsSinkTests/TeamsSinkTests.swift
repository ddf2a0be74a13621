import FeedConfiguration
import FeedJSON
import FeedModel
import FeedPosting
import FeedStages
import FeedTesting
import Testing

@testable import TeamsSink

@Suite("TeamsSink")
struct TeamsSinkTests {
    private let bench = PostingBench<TeamsSink>(
        url: "https://x.environment.api.powerplatform.com/workflows/1/triggers/manual/paths/invoke?sig=hidden")

    private func digest(
        _ entries: [(title: String, summary: String?)], title: String = "Morning *news*", section: String = "Section"
    ) -> Digest {
        .testing(entries, title: title, section: section) { "https://example.com/\($0)_(x)" }
    }

    /// The texts of a card, in order, each with whether it is Markdown.
    private func texts(_ payload: [UInt8]) throws -> [(text: String, isMarkdown: Bool)] {
        let json = try JSONReader.read(payload)
        let body = json["attachments"]?.array?.first?["content"]?["body"]?.array ?? []
        return try body.map { element in
            switch element["type"]?.string {
            case "TextBlock": return (try #require(element["text"]?.string), true)
            case "RichTextBlock":
                let runs = try #require(element["inlines"]?.array)
                #expect(runs.count == 1 && runs.first?["type"]?.string == "TextRun")
                return (try #require(runs.first?["text"]?.string), false)
            default: throw StageError(.internalError, subject: "card")
            }
        }
    }

    @Test("a digest is one card: title, date, a heading a section, and link, facts and excerpt of each entry")
    func cards() async throws {
        let plans = try await bench.messages(of: digest([("first", "A text"), ("second", nil)]))
        #expect(plans.map(\.entries) == [["k0", "k1"]])
        #expect(plans[0].target == "{testing.url}")
        let json = try JSONReader.read(plans[0].payload)
        #expect(json["type"]?.string == "message")
        let attachment = try #require(json["attachments"]?.array?.first)
        #expect(attachment["contentType"]?.string == "application/vnd.microsoft.card.adaptive")
        #expect(attachment["content"]?["type"]?.string == "AdaptiveCard")
        #expect(attachment["content"]?["version"]?.string == "1.2")
        #expect(
            try texts(plans[0].payload).map(\.text) == [
                "Morning *news*", "Friday, 20 November 2026, 07:00 · 2 entries", "Section",
                "**[first](https://example.com/0_%28x%29)**", "Some · 2026/11/20 07:00", "A text",
                "**[second](https://example.com/1_%28x%29)**", "Some · 2026/11/20 07:00",
            ])
    }

    @Test("a message is these bytes, in each form")
    func bytes() async throws {
        func written(_ form: TeamsForm) async throws -> String {
            let digest = Digest.testing([("a \"b\"", nil)], title: "T", section: "")
            return String(decoding: try await bench.payload(of: digest, form: form.rawValue), as: UTF8.self)
        }
        func message(_ elements: String) -> String {
            #"{"type":"message","attachments":[{"contentType":"application/vnd.microsoft.card.adaptive","content":{"#
                + #""$schema":"http://adaptivecards.io/schemas/adaptive-card.json","type":"AdaptiveCard","version":"1.2","#
                + #""body":[{"type":"RichTextBlock","inlines":[{"type":"TextRun","text":"T","size":"Large","#
                + #""weight":"Bolder"}]},{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":"#
                + #""Friday, 20 November 2026, 07:00 · 1 entry","size":"Small","isSubtle":true}]},"# + elements
                + #"],"msteams":{"width":"Full"}}}]}"#
        }
        #expect(
            try await written(.cards)
                == message(
                    #"{"type":"TextBlock","text":"**[a \"b\"](https://example.com/0)**","wrap":true},"#
                        + #"{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":"#
                        + #""Some · 2026/11/20 07:00","size":"Small","isSubtle":true}]}"#))
        #expect(
            try await written(.links)
                == message(#"{"type":"TextBlock","text":"• [a \"b\"](https://example.com/0)","wrap":true}"#))
        #expect(
            try await written(.plain)
                == message(
                    #"{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":"• a \"b\""}]},"#
                        + #"{"type":"RichTextBlock","spacing":"None","inlines":[{"type":"TextRun","text":"#
                        + #""https://example.com/0"}]}"#))
    }

    @Test(
        "no text is read as Markdown, names anybody or makes a link of its own",
        arguments: [
            "**bold**", "_it_", "[text](https://evil.example)", "a](https://evil.example)[b", "- item", "1. item",
            "<at>John</at>", "\\", "line\nline\r\n\r\nline", "\u{202E}evil", "{{DATE(2017-02-14T06:00:00Z)}}",
        ])
    func escapes(text: String) async throws {
        for form in TeamsForm.allCases {
            let digest = digest([(text, "x " + text)], title: text, section: text)
            let payload = try await bench.payload(of: digest, form: form.rawValue)
            // No mention works without this member.
            #expect(!String(decoding: payload, as: UTF8.self).contains("\"entities\""))
            for shown in try texts(payload) {
                #expect(!shown.text.unicodeScalars.contains { $0.value < 0x20 || $0 == "\u{202E}" })
                guard shown.isMarkdown else { continue }
                let unescaped = shown.text.split(separator: "\\]", omittingEmptySubsequences: false).joined()
                #expect(!unescaped.contains("](https://evil"))
                #expect(!shown.text.contains("[\(text)]") || !text.utf8.contains { "*_[]<\\".utf8.contains($0) })
            }
        }
    }

    @Test(
        "no message comes near what Teams takes, however it counts, and every entry is in one of them, in order",
        arguments: [1, 40], ["short", "*_\\<\"", "瓦版", "🍣", "e\u{301}\u{301}\u{301}"])
    func limits(count: Int, letters: String) async throws {
        let long = String(repeating: letters, count: count == 1 ? 10_000 / letters.unicodeScalars.count : 150)
        var digest = digest((0..<count).map { ("\($0) \(long)", long) }, title: long, section: long)
        digest.tally = DigestTally(
            kept: 30_000, passedOver: Dictionary(uniqueKeysWithValues: PassedOver.allCases.map { ($0, 90_000) }),
            carriedIn: 1000)
        digest.failedSources = (0..<50).map {
            FailedSource(source: "s\($0)", title: long, code: "timeout", message: long)
        }
        for form in TeamsForm.allCases {
            let plans = try await bench.messages(of: digest, form: form.rawValue)
            #expect(plans.flatMap(\.entries) == (0..<count).map { "k\($0)" })
            for plan in plans {
                let text = String(decoding: plan.payload, as: UTF8.self)
                #expect(text.utf8.count < 24_000)
                #expect(text.utf16.reduce(0) { $0 + ($1 < 0x80 ? 1 : 6) } <= 20_000)
            }
        }
    }

    @Test("with `each: entry` a message is one entry, without the digest's title and foot")
    func entries() async throws {
        let plans = try await bench.messages(
            of: digest([("first", "A text"), ("second", nil)]), options: [("each", "entry")])
        #expect(plans.map(\.entries) == [["k0"], ["k1"]])
        #expect(
            try texts(plans[0].payload).map(\.text) == [
                "**[first](https://example.com/0_%28x%29)**", "Some · 2026/11/20 07:00", "A text",
            ])
    }

    @Test(
        "a refusal is known by its status, and by the words of a response with a status of success",
        arguments: [
            (202, "", nil, nil), (200, "1", nil, nil), (200, "{\"title\":\"HTTP\"}", nil, nil),
            (429, "", .limited, 7), (503, "", .limited, 7), (500, "", .serverError, 7), (404, "", .notFound, nil),
            (401, #"{"error":{"code":"DirectApiAuthorizationRequired"}}"#, .credentialRejected, nil),
            (403, "", .forbidden, nil), (413, "", .messageTooLarge, nil), (410, "", .gone, nil),
            (400, "Summary or Text is required.", .rejected, nil), (422, "", .rejected, nil),
            (400, #"{"error":{"message":"MessageSizeExceeded-Message properties size"}}"#, .messageTooLarge, nil),
            (400, #"{"error":{"code":"WorkflowTriggerIsNotEnabled"}}"#, .gone, nil),
            (
                200,
                "Webhook message delivery failed with error: Microsoft Teams endpoint returned HTTP error 413 with"
                    + " ContextId tcid=1", .messageTooLarge, nil
            ),
            (200, "Microsoft Teams endpoint returned HTTP error 429 with ContextId", .limited, 7),
            (200, "Webhook message delivery failed with error: unknown", .rejected, nil),
            (200, "Microsoft Teams endpoint returned HTTP error 99999999999999999999", .rejected, nil),
        ] as [(Int, String, StageError.Code?, Int?)])
    func answers(status: Int, body: String, code: StageError.Code?, seconds: Int?) async throws {
        bench.transport.answer(bench.url, status: status, headers: [("Retry-After", "7")], body: Array(body.utf8))
        let found = try await bench.refusal()
        #expect(found?.code == code)
        #expect(found?.retryAfter == seconds.map { .seconds($0) })
        #expect(found?.subject == "{testing.url}" || found == nil)
    }

    @Test("is a stage as others are; its address is a secret and goes over https alone")
    func conforms() {
        let sample: Node = ["url": "https://x.example/invoke?sig=abc", "rate": "30/h", "each": "entry"]
        #expect(StageConformance.problems(of: TeamsSink.self, sample: sample) == [])
        #expect(
            TeamsSink.diagnostics(of: ["url": "http://hidden.example.com/x"]).map(\.message) == [
                "testing.url: messages with a secret need https"
            ])
        #expect(TeamsSink.diagnostics(of: ["url": "https://x.example/", "each": "page"]).count == 1)
    }
}
