import FeedStages

/// Hands letters to a mail server, at least once each.
struct SMTPCarrier: MailCarrier {
    let server: MailServer
    let envelope: MailEnvelope
    let transport: any MailTransport

    /// Sends the letter. Warns of each recipient that the server refused while it took the letter for others.
    ///
    /// At the first attempt the letter waits while the server refuses a recipient for now (4yz), as a greylist does. A
    /// mailbox that stays full does not keep it from the others.
    func deliver(_ letter: [UInt8], _ message: Message) async throws(StageError) -> Receipt {
        var mail = MailLetter(
            server: server, sender: envelope.sender, recipients: envelope.recipients, bytes: letter,
            timeout: envelope.timeout)
        mail.waitsForAll = message.attempts == 0
        let refused = try await transport.send(mail)
        return Receipt(
            warnings: refused.map { recipient in
                StageError(
                    .recipientRefused, subject: recipient.address, facts: [.status: String(recipient.code)],
                    explanation: recipient.reply.isEmpty ? nil : recipient.reply)
            })
    }
}
