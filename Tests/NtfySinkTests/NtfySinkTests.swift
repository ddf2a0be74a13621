import FeedConfiguration
import FeedJSON
import FeedModel
import FeedPosting
import FeedStages
import FeedTesting
import Testing

@testable import NtfySink

@Suite("NtfySink")
struct NtfySinkTests {
    private let bench = PostingBench<NtfySink>(
        url: "https://ntfy.example", options: [("topic", ["env": "TOPIC"])],
        environment: ["TOPIC": "hidden_topic-1", "TOKEN": "tk_hidden"])

    private func digest(
        _ entries: [(title: String, summary: String?)], title: String = "Morning", section: String = "Section"
    ) -> Digest {
        .testing(entries, title: title, section: section)
    }

    @Test("a digest is one notification: its title, and a line and an address for each entry")
    func digests() async throws {
        let plans = try await bench.messages(of: digest([("first", "A text"), ("second", nil)]))
        #expect(plans.map(\.entries) == [["k0", "k1"]])
        #expect(plans[0].target == "https://ntfy.example/")
        #expect(
            String(decoding: plans[0].payload, as: UTF8.self)
                == #"{"title":"Morning","message":"Friday, 20 November 2026, 07:00 · 2 entries\n— Section —\n"#
                + #"• first\n  https://example.com/0\n• second\n  https://example.com/1"}"#)
        let titles = try JSONReader.read(await bench.payload(of: digest([("first", nil), ("second", nil)]), form: 1))
        #expect(titles["message"]?.string?.hasSuffix("\n• first\n• second") == true)
    }

    @Test("an entry by itself is a notification that opens it; so is a digest of one entry")
    func entries() async throws {
        let digest = digest([("first", "A text"), ("second", nil)])
        let plans = try await bench.messages(
            of: digest, options: [("each", "entry"), ("priority", "urgent"), ("tags", ["newspaper", "swift"])])
        #expect(plans.map(\.entries) == [["k0"], ["k1"]])
        #expect(
            String(decoding: plans[0].payload, as: UTF8.self)
                == #"{"title":"first","message":"Some · 2026/11/20 07:00\nA text","priority":5,"#
                + #""tags":["newspaper","swift"],"click":"https://example.com/0"}"#)
        let alone = try JSONReader.read(await bench.payload(of: self.digest([("first", nil)])))
        #expect(alone["click"]?.string == "https://example.com/0")
    }

    @Test("the topic is sent and stored nowhere; the message's id replaces a notification that comes again")
    func sends() async throws {
        bench.transport.answer("https://ntfy.example/", text: #"{"id":"x","event":"message"}"#)
        #expect(try await bench.refusal() == nil)
        #expect(try await bench.refusal([("auth", ["bearer": ["env": "TOKEN"]])]) == nil)
        let requests = bench.transport.requests
        let body = String(decoding: requests[0].body ?? [], as: UTF8.self)
        #expect(body == "{\"topic\":\"hidden_topic-1\",\"sequence_id\":\"msg_abc\",\"emoji\":\"🍣\u{2028}\"}")
        #expect(requests[0].body == requests[1].body)
        #expect(!requests[0].headers.contains { $0.name.lowercased() == "authorization" })
        let field = try #require(requests[1].headers.first { $0.name.lowercased() == "authorization" })
        #expect(field.value.reveal() == "Bearer tk_hidden")
        #expect(!field.value.mask.contains("hidden"))
        let plans = try await bench.messages(of: digest([("first", nil)]))
        #expect(!String(decoding: plans[0].payload, as: UTF8.self).contains("hidden"))
    }

    @Test(
        "no notification is so long that it becomes an attachment, and every entry is in one of them, in order",
        arguments: [1, 40], ["short", "<\"\\", "瓦版", "🍣", "\u{202E}\n"])
    func limits(count: Int, letters: String) async throws {
        let long = String(repeating: letters, count: count == 1 ? 10_000 / letters.unicodeScalars.count : 150)
        var digest = digest((0..<count).map { ("\($0) \(long)", long) }, title: long, section: long)
        digest.tally = DigestTally(
            kept: 30_000, passedOver: Dictionary(uniqueKeysWithValues: PassedOver.allCases.map { ($0, 90_000) }),
            carriedIn: 1000)
        digest.failedSources = (0..<50).map {
            FailedSource(source: "s\($0)", title: long, code: "timeout", message: long)
        }
        for (form, unit) in [(0, "digest"), (1, "digest"), (0, "entry"), (1, "entry")] {
            let plans = try await bench.messages(
                of: digest, form: form, options: [("each", .quoted(unit)), ("tags", ["a", "b"])])
            #expect(plans.flatMap(\.entries) == (0..<count).map { "k\($0)" })
            for plan in plans {
                #expect(plan.payload.count <= 8192 - 512)
                let json = try JSONReader.read(plan.payload)
                #expect((1...4000).contains(json["message"]?.string?.utf8.count ?? 0))
                #expect(json["title"]?.string?.utf8.count ?? 0 <= 1024)
            }
        }
    }

    @Test(
        "answers are told apart by their code, and the server's words are kept",
        arguments: [
            (200, "{}", nil, nil, nil),
            (
                429, #"{"code":42901,"http":429,"error":"limit reached: too many requests, please be nice"}"#, .limited,
                10, "limit reached: too many requests, please be nice"
            ),
            (429, #"{"code":42908,"error":"daily message quota"}"#, .limited, 3600, "daily message quota"),
            (429, "<html>", .limited, nil, nil),
            (413, #"{"code":41303,"error":"JSON body too large"}"#, .messageTooLarge, nil, "JSON body too large"),
            (400, #"{"code":40057,"error":"title too long"}"#, .messageTooLarge, nil, "title too long"),
            (400, #"{"code":40010,"error":"topic"}"#, .forbidden, nil, "topic"),
            (400, #"{"code":40018,"error":"actions"}"#, .rejected, nil, "actions"),
            (401, #"{"code":40101,"error":"unauthorized"}"#, .credentialRejected, nil, "unauthorized"),
            (403, #"{"code":40301,"error":"forbidden"}"#, .forbidden, nil, "forbidden"),
            (404, "", .notFound, nil, nil), (500, #"{"code":50001}"#, .serverError, nil, nil),
            (507, "", .serverError, nil, nil), (503, "", .limited, nil, nil),
        ] as [(Int, String, StageError.Code?, Int?, String?)])
    func answers(status: Int, body: String, code: StageError.Code?, seconds: Int?, words: String?) async throws {
        bench.transport.answer("https://ntfy.example/", status: status, body: Array(body.utf8))
        let found = try await bench.refusal()
        #expect(found?.code == code)
        #expect(found?.retryAfter == seconds.map { .seconds($0) })
        #expect(found?.explanation == words)
    }

    @Test("a Retry-After counts more than what we know of the server")
    func retryAfter() async throws {
        bench.transport.answer(
            "https://ntfy.example/", status: 429, headers: [("Retry-After", "42")], text: #"{"code":42908}"#)
        #expect(try await bench.refusal()?.retryAfter == .seconds(42))
    }

    @Test("is a stage as others are, and wrong options are told with what to do")
    func diagnostics() {
        let secret: Node = ["command": ["/bin/echo", "abc"]]
        let sample: Node = ["topic": secret, "auth": ["bearer": secret], "priority": "high", "tags": "a"]
        #expect(StageConformance.problems(of: NtfySink.self, sample: sample) == [])
        func messages(_ section: Node) -> [String] { NtfySink.diagnostics(of: section).map(\.message) }
        #expect(messages(["topic": "my_topic-1"]) == [])
        #expect(messages([:]).count == 1)
        for topic in ["", "a b", "a/b", "https://ntfy.sh/x", "docs", "日本", String(repeating: "a", count: 65)] {
            #expect(messages(["topic": .quoted(topic)]).count == 1, "\(topic)")
        }
        #expect(
            messages(["topic": "a", "url": "https://ntfy.sh/a"]) == ["testing.url: expected a server's URL alone"])
        #expect(messages(["topic": "a", "url": "https://u:p@ntfy.example"]).count == 1)
        #expect(
            messages(["topic": "a", "url": "http://ntfy.example"]) == [
                "testing.url: messages with a secret need https"
            ])
        #expect(messages(["topic": "a", "url": "http://127.0.0.1:8080/"]) == [])
        #expect(messages(["topic": "a", "url": "http://ntfy.example", "allow_plaintext": "yes"]) == [])
        #expect(messages(["topic": "a", "tags": ["a,b"]]).count == 1)
        #expect(messages(["topic": "a", "tags": ["a", "b", "c", "d", "e", "f", "g", "h"]]).count == 1)
        #expect(messages(["topic": "a", "priority": "6"]).count == 1)
        #expect(messages(["topic": "a", "priority": "4"]) == [])
    }
}
