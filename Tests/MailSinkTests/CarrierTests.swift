import FeedConfiguration
import FeedModel
import FeedPrograms
import FeedStages
import FeedTesting
import Testing

@testable import MailSink

@Suite("Ways of letters")
struct CarrierTests {
    private let bench = MailTestBench()

    private func composed(by sink: MailSink) -> Message {
        bench.message(sink.compose(.letter(["見出し"]), in: StubComposeContext())[0])
    }

    @Test("a mail server gets the envelope and the letter, and each recipient that it refuses is told")
    func smtp() async throws {
        let sink = try bench.sink(
            via: [
                "smtp": .quoted("smtp://mail.example.jp"), "user": "hanako", "password": ["env": "MAIL_PASSWORD"],
            ], to: [.quoted("花子 <a@b.jp>"), .quoted("c@d.jp"), .quoted("A@b.jp")])
        bench.mail.refuse([RefusedRecipient(address: "c@d.jp", code: 550, reply: "no such user")])
        let receipt = try await sink.deliver(composed(by: sink))
        let letter = bench.mail.letters[0]
        #expect(letter.sender == "news@example.jp")
        #expect(letter.recipients == ["a@b.jp", "c@d.jp"])
        #expect(letter.server.address == "smtp://mail.example.jp:587")
        #expect(letter.server.tls == .required)
        #expect(letter.server.password?.reveal() == "secret word")
        #expect(letter.timeout == .seconds(300))
        #expect(receipt.warnings.map(\.code) == [.recipientRefused])
        #expect(receipt.warnings.map(\.subject) == ["c@d.jp"])
        #expect(receipt.warnings[0].explanation == "no such user")
        #expect(sink.sending.endpoint?.reveal() == "smtp://mail.example.jp:587")
    }

    @Test("the same bytes go out at each attempt")
    func attempts() async throws {
        let sink = try bench.sink()
        bench.mail.fail(with: StageError(.unknownFate, subject: "x"))
        let message = composed(by: sink)
        await #expect(throws: StageError.self) { try await sink.deliver(message) }
        bench.clock.advance(by: .seconds(3600))
        bench.mail.fail(with: nil)
        _ = try await sink.deliver(message)
        #expect(bench.mail.letters[0].bytes == bench.mail.letters[1].bytes)
        _ = try await sink.deliver(
            bench.message(sink.compose(.letter(["見出し"]), in: StubComposeContext())[0], attempts: 1))
        #expect(bench.mail.letters.map(\.waitsForAll) == [true, true, false])
    }

    @Test("a letter that is too large is cut in two; a single entry is shortened, then given up")
    func tooLarge() throws {
        let sink = try bench.sink([("excerpt", "200")])
        let refusal = StageError(.messageTooLarge, subject: "x")
        var digest = Digest.letter(["一", "二", "三"])
        let whole = bench.message(sink.compose(digest, in: StubComposeContext())[0])
        let halves = sink.replace(whole, after: refusal, by: digest, in: StubComposeContext())
        #expect(halves.map(\.entries) == [["k0", "k1"], ["k2"]])
        digest = .letter(["一"])
        digest.sections[0].entries[0].entry.summary = .plain("A long text that is more than its title.")
        let one = bench.message(sink.compose(digest, in: StubComposeContext())[0])
        let short = sink.replace(one, after: refusal, by: digest, in: StubComposeContext())
        #expect(short.count == 1)
        #expect(short[0].form == 1)
        #expect(short[0].payload.count < one.payload.count)
        #expect(sink.replace(bench.message(short[0]), after: refusal, by: digest, in: StubComposeContext()).isEmpty)
        let other = StageError(.rejected, subject: "x")
        #expect(sink.replace(whole, after: other, by: digest, in: StubComposeContext()).isEmpty)
    }

    @Test("a program gets the letter on its input, and the recipients unless it reads them itself")
    func program() async throws {
        for (words, arguments) in [
            (["/usr/sbin/sendmail", "-i", "-t"], ["-i", "-t"]), (["/usr/sbin/sendmail", "-ti"], ["-ti"]),
            (["/usr/bin/msmtp", "-a", "t"], ["-a", "t", "hanako@example.jp"]),
        ] {
            let sink = try bench.sink(via: ["sendmail": Node(.list(words.map { .quoted($0) }), at: .testing)])
            _ = try await sink.deliver(composed(by: sink))
            let call = try #require(bench.programs.calls.last)
            #expect(Array(call.words.dropFirst()) == arguments)
            #expect(call.input.starts(with: "Message-ID: <msg_7@example.jp>\nDate: ".utf8))
            #expect(!call.input.contains(0x0D))
        }
    }

    @Test(
        "a program's exit status decides",
        arguments: [
            (ProgramEnding.exited(75), StageError.Code.programBusy), (.exited(67), .rejected), (.exited(65), .rejected),
            (.exited(64), .programMisconfigured), (.exited(77), .programMisconfigured),
            (.exited(78), .programMisconfigured), (.exited(127), .programFailed), (.exited(126), .programFailed),
            (.exited(1), .programFailed),
            (.exited(69), .programFailed), (.tooSlow, .unknownFate),
            (.signalled(9), .unknownFate), (.lost, .unknownFate), (.notStarted("x"), .programNotStarted),
        ])
    func statuses(_ ending: ProgramEnding, _ code: StageError.Code) async throws {
        let sink = try bench.sink(via: ["sendmail": "/usr/sbin/sendmail"])
        bench.programs.end(ending)
        let message = composed(by: sink)
        let error = await #expect(throws: StageError.self) { try await sink.deliver(message) }
        #expect(error?.code == code)
    }

    @Test("without entries no letter goes out, unless it is wanted")
    func empty() throws {
        let digest = Digest.letter([])
        #expect(try bench.sink().compose(digest, in: StubComposeContext()).isEmpty)
        let wanted = try bench.sink([("when_empty", "write")])
        #expect(wanted.wantsEmptyDigests)
        #expect(wanted.compose(digest, in: StubComposeContext()).map(\.entries) == [[]])
    }
}
