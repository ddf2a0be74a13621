import FeedStages

/// Carries letters, and records each beside the exchanges of the network.
struct RecordingMail: MailTransport {
    let transport: CurlMailTransport
    let recorder: Recorder

    func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient] {
        try await recorder.send(letter, by: transport)
    }
}

/// Returns the recorded fates of letters; sends none.
struct ReplayMail: MailTransport {
    let player: Player

    func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient] { try await player.send(letter) }
}

extension MailLetter {
    /// The method of a letter in a recording, in place of HTTP's.
    static let method = "MAIL"

    /// The envelope as fields of a recording.
    var envelope: [(name: String, value: String)] {
        [("mail-from", sender)] + recipients.map { ("rcpt-to", $0) }
    }
}

extension RefusedRecipient {
    /// The name of the field that has a recipient in a recording.
    static let recordedName = "refused"

    /// The recipient as text for a recording: `hanako@example.jp 550 no such user`.
    var recorded: String { "\(address) \(code) \(reply)" }

    /// Reads such a text; nil if it is none.
    init?(recorded text: String) {
        let words = text.split(separator: " ", maxSplits: 2).map(String.init)
        guard words.count >= 2, let code = Int(words[1]), (400...599).contains(code) else { return nil }
        self.init(address: words[0], code: code, reply: words.count > 2 ? words[2] : "")
    }
}
