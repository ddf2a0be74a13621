import FeedConfiguration
import FeedModel
import FeedPosting
import FeedStages
import FeedTesting
import Testing

/// A service of its own, written as somebody outside this tree would.
private enum Chime: ChatService {
    static let type = "chime"
    static let summary: LocalizedText = "posts digests to a channel of Chime"
    static let addressHelp: LocalizedText = "the webhook's address"
    static let rate = Rate(count: 2, per: .seconds(1))
    static let forms: [any ChatForm] = ChimeForm.allCases

    static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {
        if answer.status == 400, answer.body == Array("long".utf8) { refusal.code = .messageTooLarge }
    }
}

private enum ChimeForm: String, CaseIterable, ChatForm {
    case rich, links, plain

    var limit: Weight { Weight(blocks: 5, units: .max, bytes: .max) }
    func heading(_ title: String) -> String { "\(self) \(title)" }
    func text(of entry: ChatEntry) -> String { "\(self) \(entry.title)" }
    func weight(ofHeading heading: String) -> Weight { Weight(blocks: heading.isEmpty ? 0 : 1, units: 0, bytes: 0) }
    func weight(ofText text: String) -> Weight { Weight(blocks: 1, units: 0, bytes: 0) }
    func frame(of chat: ChatDigest) -> Weight { Weight(blocks: 1, units: 0, bytes: 0) }
    func payload(of message: ChatMessage) -> [UInt8] {
        Array(([message.title] + message.texts + message.foot).joined(separator: "\n").utf8)
    }
}

@Suite("ChatSink")
struct ChatSinkTests {
    private let bench = PostingBench<ChatSink<Chime>>(url: "https://chime.example.com/hidden")

    private func digest(_ sections: [(title: String, entries: ClosedRange<Int>)]) -> Digest {
        let now = ManualClock().now
        var digest = Digest(
            pipeline: "morning", title: "Morning", generatedAt: now, from: nil, to: now, zone: .utc, locale: .en,
            sections: sections.map { section in
                DigestSection(
                    title: section.title,
                    entries: section.entries.map { number in
                        var entry = Entry()
                        entry.title = "e\(number)"
                        return DigestEntry(
                            key: "k\(number)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: now)
                    })
            })
        digest.failedSources = [FailedSource(source: "down", title: "Down", code: "timeout", message: "")]
        return digest
    }

    @Test("a digest is as many numbered messages as it needs, headings repeated, the foot below the last")
    func composes() async throws {
        let messages = try await bench.messages(of: digest([("", 0...0), ("Section", 1...5)]))
        #expect(messages.map(\.entries) == [["k0", "k1", "k2"], ["k3", "k4", "k5"]])
        #expect(messages.allSatisfy { $0.target == "{testing.url}" && $0.mode == .post && $0.form == 0 })
        #expect(
            messages.map { String(decoding: $0.payload, as: UTF8.self) } == [
                "Morning (1/2)\nrich e0\nrich Section\nrich e1\nrich e2",
                "Morning (2/2)\nrich Section\nrich e3\nrich e4\nrich e5\n1 source could not be fetched: Down",
            ])
        let single = try await bench.payload(of: digest([("Section", 1...1)]), form: 1)
        #expect(String(decoding: single, as: UTF8.self).hasPrefix("Morning\nlinks Section\nlinks e1\n"))
    }

    @Test("what is too large is halved; what is refused is sent simpler, then plain, then one entry a message")
    func ladder() throws {
        let sink = try bench.sink()
        func replaced(_ code: StageError.Code, _ status: String, _ form: Int, entries: Int) -> [[String]] {
            sink.replace(
                bench.message(form: form), after: StageError(code, subject: "", facts: [.status: status]),
                by: digest([("", 1...entries)]), in: StubComposeContext()
            ).map { ["\($0.form)"] + $0.entries }
        }
        #expect(replaced(.messageTooLarge, "413", 0, entries: 4) == [["0", "k1", "k2"], ["0", "k3", "k4"]])
        #expect(replaced(.messageTooLarge, "413", 2, entries: 3) == [["2", "k1", "k2"], ["2", "k3"]])
        #expect(replaced(.rejected, "400", 0, entries: 4) == [["1", "k1", "k2", "k3", "k4"]])
        #expect(replaced(.rejected, "422", 1, entries: 4) == [["2", "k1", "k2", "k3", "k4"]])
        #expect(replaced(.rejected, "400", 2, entries: 4) == [["2", "k1", "k2"], ["2", "k3", "k4"]])
        #expect(replaced(.rejected, "400", 9, entries: 2) == [["2", "k1"], ["2", "k2"]])
        #expect(replaced(.messageTooLarge, "413", 0, entries: 1) == [["1", "k1"]])
        #expect(replaced(.rejected, "400", 2, entries: 1) == [])
        #expect(replaced(.rejected, "302", 0, entries: 1) == [])
    }

    @Test("the stored bytes are posted, and the answer is read no further than needed")
    func posts() async throws {
        bench.transport.answer(bench.url, text: "ok")
        _ = try await bench.sink().deliver(bench.message())
        let request = try #require(bench.transport.requests.first)
        #expect(request.body == bench.message().payload)
        #expect(request.followsRedirects == false)
        #expect(request.answerPrefix == 65_536)
    }

    @Test(
        "the service reads in an answer what its status does not say",
        arguments: [(400, "long", StageError.Code.messageTooLarge), (400, "no", .rejected), (503, "long", .limited)])
    func answers(status: Int, body: String, code: StageError.Code) async throws {
        bench.transport.answer(bench.url, status: status, text: body)
        let error = await #expect(throws: StageError.self) { try await bench.sink().deliver(bench.message()) }
        #expect(error?.code == code)
        #expect(error?.subject == "{testing.url}")
    }

    @Test("is a stage as others are, at the pace of its service")
    func conforms() throws {
        let sample: Node = ["url": "https://chime.example.com/hidden", "rate": "30/m"]
        #expect(StageConformance.problems(of: ChatSink<Chime>.self, sample: sample) == [])
        #expect(try bench.sink().sending.rate == Chime.rate)
    }

    @Test("the address is a secret, goes over https alone, and there is no format to choose")
    func diagnostics() {
        func messages(_ section: Node) -> [String] { ChatSink<Chime>.diagnostics(of: section).map(\.message) }
        #expect(messages([:]).count == 1)
        #expect(
            messages(["url": "http://hidden.example.com/x"]) == [
                "testing.url: messages with a secret need https"
            ])
        #expect(messages(["url": "http://127.0.0.1:9/x"]).isEmpty)
        #expect(messages(["url": "https://chime.example.com/hidden"]).isEmpty)
        #expect(messages(["url": "https://chime.example.com/hidden", "format": "text"]).count == 1)
    }
}
