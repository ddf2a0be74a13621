import FeedConfiguration
import FeedModel
import FeedStages
import FeedSystem
import FeedTesting
import LoopbackLaboratory
import Testing

@testable import FeedTransport

@Suite("Recording and replay of letters")
struct RecordedMailTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("M30 replay says what became of letters, in their order, and sends none")
    func same() async throws {
        let server = try Letters.server {
            $0.command = { command, _ in command.contains("<no@") ? .reply("550 5.1.1 no s3cret user") : nil }
            $0.letter = { $0 == 2 ? .reply("451 4.7.1 later") : .reply("250 ok") }
        }
        let secrets = [Secret("s3cret", mask: "{sinks.mail.via.password}")]
        let recording = try RecordingTransport(
            Loopback.transport(), into: folder("recording"), at: Timestamp(seconds: 1_795_125_600), masking: secrets,
            blocking: BlockingExecutor(width: 1))
        let letter = Letters.letter(
            to: server, recipients: ["no@example.jp", "a@example.jp"], bytes: "Subject: s3cret\r\n\r\n.\r\n")
        let recorder = recording.mail(over: CurlMailTransport())
        #expect(try await recorder.send(letter).map(\.code) == [550])
        #expect(await Letters.error(letter, by: recorder)?.code == .deferred)
        #expect(recording.failure == nil)
        let text = try folder.text("recording/000001-MAIL-127.0.0.1.http")
        #expect(
            text == """
                MAIL \(server.address)
                mail-from: news@example.jp
                rcpt-to: no@example.jp
                rcpt-to: a@example.jp

                > Subject: {sinks.mail.via.password}\r
                > \r
                > .\r
                >\u{20}

                TAKEN
                refused: no@example.jp 550 5.1.1 no {sinks.mail.via.password} user

                """)
        let sent = server.letters.count
        let replay = try ReplayTransport(
            from: folder("recording"), masking: secrets, blocking: BlockingExecutor(width: 1))
        #expect(
            try await replay.mail.send(letter) == [
                RefusedRecipient(
                    address: "no@example.jp", code: 550, reply: "5.1.1 no {sinks.mail.via.password} user")
            ])
        let error = await Letters.error(letter, by: replay.mail)
        #expect(error?.code == .deferred)
        #expect(error?.facts[.reply] == "451 4.7.1 later")
        var other = letter
        other.server.address = "smtp://mail.example:25"
        #expect(await Letters.error(other, by: replay.mail)?.code == .notRecorded)
        #expect(server.letters.count == sent)
    }
}
