import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import Testing

@testable import WebhookSink

@Suite("WebhookSink, delivering")
struct WebhookDeliveryTests {
    private let bench = PostingBench<WebhookSink>(url: "https://hooks.example.com/in?token=abc")

    private func failure(_ sink: WebhookSink, _ message: Message) async throws -> StageError {
        do {
            _ = try await sink.deliver(message)
        } catch {
            return error
        }
        Issue.record("was delivered")
        return StageError(.internalError, subject: "")
    }

    @Test("a message is posted with its id, time and bytes, and any 2xx is a receipt", arguments: [200, 202, 204, 299])
    func delivers(status: Int) async throws {
        bench.transport.answer(bench.url, status: status)
        let message = bench.message()
        _ = try await bench.sink([("headers", ["X-Team": "news"])]).deliver(message)
        let request = try #require(bench.transport.requests.first)
        #expect(request.method == "POST")
        #expect(request.body == message.payload)
        #expect(request.followsRedirects == false)
        #expect(request.header("webhook-id") == "msg_abc")
        #expect(request.header("idempotency-key") == "msg_abc")
        #expect(request.header("webhook-timestamp") == String(bench.clock.now.seconds))
        #expect(request.header("webhook-signature") == nil)
        #expect(request.header("content-type") == "application/json")
        #expect(request.header("X-Team") == "news")
        #expect(bench.clock.sleeps == [])
    }

    @Test("the signature is the one of Standard Webhooks, over id, time and the very bytes")
    func signs() async throws {
        bench.transport.answer(bench.url)
        let sink = try bench.sink(
            [("secret", ["env": "SECRET"])], environment: ["SECRET": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"])
        let message = bench.message()
        _ = try await sink.deliver(message)
        let request = try #require(bench.transport.requests.first)
        let key = try #require(Base64.decode("MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"))
        let signed = Array("msg_abc.\(bench.clock.now.seconds).".utf8) + message.payload
        #expect(request.header("webhook-signature") == "v1," + Base64.encode(HMACSHA256.sign(signed, key: key)))
    }

    @Test("W16 an attempt six minutes later has a time and a signature of its own, and the same id and bytes")
    func renews() async throws {
        bench.transport.answer(bench.url)
        let sink = try bench.sink([("secret", ["env": "SECRET"])], environment: ["SECRET": "whsec_AAAA"])
        _ = try await sink.deliver(bench.message())
        bench.clock.advance(by: .seconds(360))
        _ = try await sink.deliver(bench.message(attempts: 1))
        let requests = bench.transport.requests
        #expect(requests.map { $0.header("webhook-timestamp") } == [1_795_125_600, 1_795_125_960].map { String($0) })
        #expect(Set(requests.map { $0.header("webhook-signature") }).count == 2)
        #expect(Set(requests.map { $0.header("webhook-id") }).count == 1)
        #expect(Set(requests.map(\.body)).count == 1)
    }

    @Test("the reference implementation's example verifies")
    func reference() throws {
        let key = try SigningKey.standard(Secret("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", mask: "{s}"))
        let content = "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.{\"test\": 2432232314}"
        #expect(key.standardSignature(of: Array(content.utf8)) == "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=")
    }

    @Test("while a secret changes, both sign")
    func rotation() async throws {
        bench.transport.answer(bench.url)
        let sink = try bench.sink(
            [("secret", [["env": "OLD"], ["env": "NEW"]])], environment: ["OLD": "plain text", "NEW": "whsec_AAAA"])
        _ = try await sink.deliver(bench.message())
        let signature = try #require(bench.transport.requests.first?.header("webhook-signature"))
        #expect(signature.split(separator: " ").count == 2)
        #expect(signature.split(separator: " ").allSatisfy { $0.hasPrefix("v1,") })
    }

    @Test("signature: github sends GitHub's signature, and the id and the time beside it")
    func github() async throws {
        bench.transport.answer(bench.url)
        let sink = try bench.sink(
            [("secret", ["env": "SECRET"]), ("signature", "github")],
            environment: ["SECRET": "It's a Secret to Everybody"])
        var message = bench.message()
        message.payload = Array("Hello, World!".utf8)
        _ = try await sink.deliver(message)
        let request = try #require(bench.transport.requests.first)
        // The example of GitHub's own documentation.
        #expect(
            request.header("x-hub-signature-256")
                == "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
        #expect(request.header("webhook-signature") == nil)
        #expect(request.header("webhook-id") == "msg_abc")
        #expect(request.header("idempotency-key") == "msg_abc")
        #expect(request.header("webhook-timestamp") == String(bench.clock.now.seconds))
    }

    @Test("secrets that are empty or no base64 are told apart, and never shown")
    func badSecrets() {
        for (text, code) in [
            ("", StageError.Code.credentialEmpty), ("whsec_", .credentialEmpty), ("whsec_?", .credentialMalformed),
        ] {
            let error = #expect(throws: StageError.self) {
                try SigningKey.standard(Secret(text, mask: "{sinks.hook.secret}"))
            }
            #expect(error?.code == code)
            #expect(error?.subject == "{sinks.hook.secret}")
        }
    }

    @Test("what may pass is told as such, for the engine to try again", arguments: [408, 425, 429, 500, 502, 503, 504])
    func passing(status: Int) async throws {
        bench.transport.answer(bench.url, status: status)
        let error = try await failure(bench.sink(), bench.message())
        #expect(error.code == (status == 500 || status == 502 || status == 504 ? .serverError : .limited))
        #expect(error.facts[.status] == String(status))
        #expect(bench.transport.requests.count == 1)
    }

    @Test(
        "W07 a pause that the endpoint asks for is kept, at most a day",
        arguments: [
            ("5", 5), ("3600", 3600), ("99999999", 86_400), ("9999999999999999999999", 86_400), ("-5", nil),
            ("soon", nil),
            ("Fri, 20 Nov 2026 09:00:00 GMT", 39_600), ("Fri, 31 Dec 9999 23:59:59 GMT", 86_400),
            ("Mon, 01 Jan 2024 00:00:00 GMT", 0),
        ] as [(String, Int?)])
    func retryAfter(header: String, seconds: Int?) async throws {
        bench.transport.answer(bench.url, status: 429, headers: [("Retry-After", header)])
        let error = try await failure(bench.sink(), bench.message())
        #expect(error.code == .limited)
        #expect(error.retryAfter == seconds.map { .seconds($0) })
        #expect(bench.transport.requests.count == 1)
    }

    @Test(
        "other answers end the attempt at once, each under its own code",
        arguments: [
            (400, StageError.Code.rejected), (401, .credentialRejected), (403, .forbidden), (404, .notFound),
            (405, .rejected), (410, .gone), (413, .messageTooLarge), (415, .rejected), (422, .rejected),
            (301, .rejected),
            (307, .rejected), (100, .rejected),
        ])
    func codes(status: Int, code: StageError.Code) async throws {
        bench.transport.answer(bench.url, status: status, headers: [("Location", "https://other.example.com/")])
        let error = try await failure(bench.sink(), bench.message())
        #expect(error.code == code)
        #expect(error.subject == "{testing.url}")
        #expect(bench.transport.requests.count == 1)
    }

    @Test(
        "where the bytes may have arrived and no answer came, the fate is unknown",
        arguments: [StageError.Code.reset, .timeout, .truncated, .protocolViolation])
    func unknown(code: StageError.Code) async throws {
        bench.transport.fail(bench.url, with: StageError(code, subject: "x"))
        let error = try await failure(bench.sink(), bench.message())
        #expect(error.code == .unknownFate)
        #expect(error.facts[.found] == code.rawValue)
        #expect(bench.transport.requests.count == 1)
        guard case .unknown = try await bench.sink().recover(bench.message()) else {
            Issue.record("nobody can tell")
            return
        }
    }

    @Test("what was cut off before all of it was sent is no unknown fate")
    func partly() async throws {
        bench.transport.fail(bench.url, with: StageError(.reset, subject: "x", facts: [.sent: "part"]))
        #expect(try await failure(bench.sink(), bench.message()).code == .reset)
    }

    @Test(
        "certificates and guarded addresses are not tried again",
        arguments: [
            StageError.Code.tlsExpired, .tlsName, .addressRefused, .cancelled,
        ])
    func refused(code: StageError.Code) async throws {
        bench.transport.fail(bench.url, with: StageError(code, subject: "x"))
        #expect(try await failure(bench.sink(), bench.message()).code == code)
        #expect(bench.transport.requests.count == 1)
    }

    @Test("configured header fields never replace the message's own")
    func ownHeaders() async throws {
        bench.transport.answer(bench.url)
        let sink = try bench.sink([
            ("headers", ["Webhook-Id": "forged", "Content-Type": "application/cloudevents+json"])
        ])
        _ = try await sink.deliver(bench.message())
        let request = try #require(bench.transport.requests.first)
        #expect(
            request.headers.filter { $0.name.lowercased() == "webhook-id" }.map { $0.value.reveal() } == ["msg_abc"])
        #expect(request.header("Content-Type") == "application/cloudevents+json")
        #expect(request.header("content-type") == nil)
    }
}
