import FeedConfiguration
import FeedJSON
import FeedModel
import FeedPosting
import FeedStages
import FeedTesting
import Testing

@testable import MastodonSink

@Suite("MastodonSink")
struct MastodonSinkTests {
    private static let endpoint = "https://mastodon.example/api/v1/statuses"
    private let bench = PostingBench<MastodonSink>(
        url: "https://mastodon.example/", options: [("token", ["env": "TOKEN"])], environment: ["TOKEN": "hidden"])

    private func digest(
        _ entries: [(title: String, summary: String?)], title: String = "Morning", section: String = "Section"
    ) -> Digest {
        .testing(entries, title: title, section: section)
    }

    private func statuses(
        _ digest: Digest, form: Int = 0, options: [(String, Node)] = []
    ) async throws -> [String] {
        try await bench.messages(of: digest, form: form, options: options).map {
            try #require(try JSONReader.read($0.payload)["status"]?.string)
        }
    }

    @Test("an entry is a status: its title, an excerpt and its address")
    func entries() async throws {
        let digest = digest([("first", "A text that says a little more"), ("second", nil)])
        let plans = try await bench.messages(of: digest)
        #expect(plans.map(\.entries) == [["k0"], ["k1"]])
        #expect(plans[0].target == Self.endpoint)
        #expect(
            String(decoding: plans[0].payload, as: UTF8.self)
                == #"{"status":"first\n\nA text that says a little more\n\nhttps://example.com/0"}"#)
        #expect(try await statuses(digest, form: 1).first == "first\n\nhttps://example.com/0")
    }

    @Test("a digest is as many numbered statuses as it needs, without a foot")
    func digests() async throws {
        var digest = digest((0..<12).map { ("entry \($0)", "text") })
        digest.failedSources = [FailedSource(source: "down", title: "Down", code: "timeout", message: "")]
        let found = try await statuses(digest, options: [("each", "digest")])
        #expect(found.count == 2)
        #expect(
            found[0].hasPrefix(
                "Morning (1/2)\nFriday, 20 November 2026, 07:00 · 12 entries\n\nSection\n"
                    + "• entry 0\n  https://example.com/0\n• entry 1\n"))
        #expect(!found[1].contains("Down"))
    }

    @Test("what is configured stands in every status")
    func settings() async throws {
        let payload = try await bench.payload(
            of: digest([("first", nil)]),
            options: [
                ("visibility", "unlisted"), ("language", "ja"), ("spoiler_text", "News"), ("sensitive", "yes"),
            ])
        #expect(
            String(decoding: payload, as: UTF8.self)
                == #"{"status":"first\n\nhttps://example.com/0","visibility":"unlisted","language":"ja","#
                + #""spoiler_text":"News","sensitive":true}"#)
    }

    @Test(
        "no text notifies anybody, stands in the list of a tag or makes a link",
        arguments: [
            "@gargron hello", "hi @a@b.example", "@@all", "#tag", "＃tag", "C# and #1", "see https://evil.example/x",
            "HTTP://evil.example", "@\u{200D}name", "(@name)",
        ])
    func neutral(text: String) async throws {
        for (form, unit) in [(0, "entry"), (1, "entry"), (0, "digest"), (1, "digest")] {
            let digest = digest([(text, "x " + text)], title: text, section: text)
            for status in try await statuses(digest, form: form, options: [("each", .quoted(unit))]) {
                var rest = status.unicodeScalars[...]
                while let scalar = rest.popFirst() {
                    if "@#＃".unicodeScalars.contains(scalar) { #expect(rest.first == "\u{2060}") }
                }
                let links = status.split(separator: "://").count - 1
                #expect(links == status.split(separator: "\u{2060}://").count)
            }
        }
    }

    @Test(
        "an address stays one link and mentions nobody",
        arguments: [
            ("https://example.com/a_(b)", "https://example.com/a_%28b%29"), ("https://x.example/@name/1", nil),
            ("https://x.example/-@name", "https://x.example/-%40name"),
            ("https://x.example/?u=@name", "https://x.example/?u=%40name"),
            ("https://x.example/x-#tag", "https://x.example/x-"), ("https://x.example/?#tag", "https://x.example/?"),
            ("https://x.example/page#part", nil), ("https://x.example/#/route", nil),
            ("https://x.example/a@b", nil), ("https://x.example/?u=,@name", "https://x.example/?u=,%40name"),
        ])
    func addresses(address: String, written: String?) {
        #expect(MastodonText.address(address) == written ?? address)
    }

    @Test(
        "characters are counted as Mastodon counts them: as people see them, 23 for an address",
        arguments: [
            ("瓦版", 2), ("👩‍👩‍👧‍👦", 1), ("e\u{301}", 1), ("", 0), ("a\nb", 3), ("a\n\nhttps://example.com/", 26),
            ("• a\n  http://example.com/0123456789/0123456789/0123456789", 29), ("see https://example.com", 23),
        ])
    func counts(text: String, count: Int) {
        #expect(MastodonText.length(text) == count)
    }

    @Test(
        "no status is longer than the server takes, no address is cut, and every entry is in one, in order",
        arguments: [1, 40], ["short ", "@#", "瓦版", "👩‍👩‍👧‍👦", "e\u{301}", "\u{202E}\n"])
    func limits(count: Int, letters: String) async throws {
        let long = String(repeating: letters, count: count == 1 ? 10_000 / letters.unicodeScalars.count : 150)
        let tail = String(repeating: "x", count: 300)
        let digest = Digest.testing((0..<count).map { ("\($0) \(long)", long) }, title: long, section: long) {
            "https://example.com/\($0)/\(tail)"
        }
        for most in [400, 500, 5000] {
            for (form, unit) in [(0, "entry"), (1, "entry"), (0, "digest"), (1, "digest")] {
                let options: [(String, Node)] = [
                    ("each", .quoted(unit)), ("max_characters", .quoted(String(most))),
                ]
                let plans = try await bench.messages(of: digest, form: form, options: options)
                #expect(plans.flatMap(\.entries) == (0..<count).map { "k\($0)" })
                for plan in plans {
                    let status = try #require(try JSONReader.read(plan.payload)["status"]?.string)
                    #expect(MastodonText.length(status) <= most)
                    for key in plan.entries {
                        #expect(status.contains("https://example.com/\(key.dropFirst())/\(tail)"))
                    }
                }
            }
        }
    }

    @Test("a warning counts for the length")
    func warning() async throws {
        let warning = String(repeating: "w", count: 100)
        let found = try await statuses(
            digest([(String(repeating: "t ", count: 100), String(repeating: "e ", count: 200))]),
            options: [("spoiler_text", .quoted(warning))])
        #expect(MastodonText.length(found[0]) <= 400)
    }

    @Test("a status has the token and the message's id, the same at every attempt")
    func sends() async throws {
        bench.transport.answer(Self.endpoint, text: #"{"id":"1"}"#)
        for _ in 0..<2 { #expect(try await bench.refusal() == nil) }
        let requests = bench.transport.requests
        #expect(requests.map(\.body) == [bench.message().payload, bench.message().payload])
        for request in requests {
            func field(_ name: String) -> Secret? { request.headers.first { $0.name.lowercased() == name }?.value }
            #expect(field("idempotency-key")?.reveal() == "msg_abc")
            #expect(field("authorization")?.reveal() == "Bearer hidden")
            #expect(field("authorization")?.mask == "Bearer {testing.token}")
            #expect(request.followsRedirects == false)
        }
    }

    @Test(
        "answers are told apart, and the server's words are kept",
        arguments: [
            (200, "{}", nil, nil),
            (401, #"{"error":"The access token is invalid"}"#, .credentialRejected, "The access token is invalid"),
            (
                403, #"{"error":"This action is outside the authorized scopes"}"#, .forbidden,
                "This action is outside the authorized scopes"
            ),
            (404, "", .notFound, nil), (410, "", .gone, nil), (500, "", .serverError, nil), (503, "", .limited, nil),
            (
                422, #"{"error":"Validation failed: Text can't be blank"}"#, .rejected,
                "Validation failed: Text can't be blank"
            ),
            (
                422, #"{"error":"Validation failed: Text character limit of 500 exceeded"}"#, .messageTooLarge,
                "Validation failed: Text character limit of 500 exceeded"
            ),
            (413, "", .messageTooLarge, nil),
        ] as [(Int, String, StageError.Code?, String?)])
    func answers(status: Int, body: String, code: StageError.Code?, words: String?) async throws {
        bench.transport.answer(Self.endpoint, status: status, body: Array(body.utf8))
        let found = try await bench.refusal()
        #expect(found?.code == code)
        #expect(found?.explanation == words)
    }

    @Test(
        "the pause lasts until X-RateLimit-Reset, at most a day, by the server's clock; Retry-After comes first",
        arguments: [
            ([("X-RateLimit-Reset", "2026-11-19T22:05:00.123456Z")], 300),
            ([("X-RateLimit-Reset", "2026-11-19T21:00:00Z")], 0),
            ([("X-RateLimit-Reset", "2036-01-01T00:00:00Z")], 86_400),
            ([("X-RateLimit-Reset", "soon")], nil), ([], nil),
            ([("X-RateLimit-Reset", "2026-11-19T22:05:00Z"), ("Retry-After", "9")], 9),
            (
                [
                    ("X-RateLimit-Reset", "2001-01-01T00:01:00Z"), ("Date", "Mon, 01 Jan 2001 00:00:00 GMT"),
                ], 60
            ),
        ] as [([(String, String)], Int?)])
    func pauses(headers: [(String, String)], seconds: Int?) async throws {
        bench.transport.answer(Self.endpoint, status: 429, headers: headers, text: #"{"error":"Too many requests"}"#)
        let found = try await bench.refusal()
        #expect(found?.code == .limited)
        #expect(found?.retryAfter?.components.seconds == seconds.map(Int64.init))
    }

    @Test("is a stage as others are, and wrong options are told with what to do")
    func diagnostics() {
        let sample: Node = [
            "url": "https://mastodon.example", "token": ["command": ["/bin/echo", "abc"]], "language": "zh-TW",
            "visibility": "private",
            "max_characters": "5000", "spoiler_text": "News", "sensitive": "no", "each": "digest",
        ]
        #expect(StageConformance.problems(of: MastodonSink.self, sample: sample) == [])
        func messages(_ more: [(String, Node)]) -> [String] {
            var options: [(String, Node)] = [
                ("url", "https://mastodon.example"), ("token", ["command": ["/bin/echo", "abc"]]),
            ]
            options.removeAll { option in more.contains { $0.0 == option.0 } }
            let pairs = (options + more).map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }
            return MastodonSink.diagnostics(of: Node(.map(pairs), at: .testing)).map(\.message)
        }
        #expect(messages([]) == [])
        #expect(messages([("url", "https://mastodon.example/@me")]) == ["testing.url: expected a server's URL alone"])
        #expect(
            messages([("url", "http://mastodon.example")]) == ["testing.url: messages with a secret need https"])
        #expect(messages([("url", "http://[::1]:3000")]) == [])
        #expect(messages([("url", "mastodon.example")]).count == 1)
        #expect(messages([("token", "plain")]).count == 1)
        for (key, value) in [
            ("visibility", "everyone"), ("language", "Japanese"), ("max_characters", "399"), ("max_characters", "x"),
            ("each", "source"), ("format", "html"), ("sensitive", "maybe"),
        ] {
            #expect(messages([(key, .quoted(value))]).count == 1, "\(key)")
        }
        #expect(
            messages([("spoiler_text", .quoted(String(repeating: "x", count: 101)))]) == [
                "testing.spoiler_text: it can have 100 characters, as the post needs the others"
            ])
        #expect(messages([("spoiler_text", .quoted(String(repeating: "x", count: 100)))]) == [])
    }
}
