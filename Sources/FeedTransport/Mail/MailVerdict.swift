import FeedMessages
import FeedModel
import FeedStages

/// What became of a letter: from the replies of the server, and where it gave none, from what libcurl says.
struct MailVerdict {
    let conversation: MailConversation
    let letter: MailLetter
    /// Removes what servers quote of the login.
    let mask: SecretMask
    /// Whether the whole letter left this machine, as far as the system knows.
    let isSent: Bool

    /// The recipients that the server refused although it took the letter, or why it took the letter for nobody.
    /// `failure` is what went wrong on the way, if anything did.
    func result(_ failure: StageError?) -> Result<[RefusedRecipient], StageError> {
        if let reply = conversation.letterReply {
            if reply.isSuccess { return .success(refused) }
            return .failure(error(for: reply, at: .letter) ?? unknown(make(.protocolViolation, reply)))
        }
        if conversation.step == .letter {
            let failure = failure ?? make(.reset)
            guard failure.code != .cancelled else { return .failure(failure) }
            return .failure(isSent ? unknown(failure) : unsent(failure))
        }
        if let fault = conversation.fault { return .failure(error(for: fault)) }
        if failure?.code == .cancelled, let failure { return .failure(failure) }
        if let refusal { return .failure(refusal) }
        return .failure(unsent(failure ?? make(.reset)))
    }

    /// The recipients that were not accepted.
    private var refused: [RefusedRecipient] {
        zip(letter.recipients, conversation.recipientReplies).compactMap { address, reply in
            reply.isSuccess
                ? nil : RefusedRecipient(address: address, code: reply.code, reply: mask.masked(reply.text))
        }
    }

    /// Why the server ended the conversation, if it said so.
    private var refusal: StageError? {
        if conversation.step == .recipient, let refusal = refusalOfAll { return refusal }
        if let reply = conversation.reply, let error = error(for: reply, at: conversation.step) { return error }
        return conversation.closing.map { make(.deferred, $0) }
    }

    /// Why there is no recipient, or nil if the server did not refuse all of them.
    private var refusalOfAll: StageError? {
        let replies = conversation.recipientReplies
        guard let first = replies.first, !replies.contains(where: \.isSuccess) else { return nil }
        if let later = replies.first(where: { $0.isForNow || $0.isTooManyRecipients }) { return make(.deferred, later) }
        guard replies.count == letter.recipients.count else { return nil }
        if let large = replies.first(where: \.isTooLarge) { return make(.messageTooLarge, large) }
        if replies.allSatisfy({ Self.loginNeeded.contains($0.code) }) { return make(.credentialRejected, first) }
        guard replies.allSatisfy(\.isForGood) else { return nil }
        var error = make(.recipientsRefused, first)
        error.facts[.found] = letter.recipients.joined(separator: ", ")
        if Set(replies).count > 1 {
            error.facts[.reply] = shown(
                zip(letter.recipients, replies).map { "\($0): \($1.code) \($1.text)" }.joined(separator: "; "))
        }
        return error
    }

    private func error(for reply: MailReply, at step: MailConversation.Step) -> StageError? {
        if reply.isForNow { return make(.deferred, reply) }
        guard reply.isForGood else { return nil }
        switch step {
        case .greeting, .hello: return make(.forbidden, reply, isOfMail: true)
        case .encryption: return make(.encryptionMissing, reply)
        case .login: return make(.credentialRejected, reply, isOfMail: true)
        case .sender, .recipient:
            if reply.isTooLarge { return make(.messageTooLarge, reply) }
            if Self.loginNeeded.contains(reply.code) { return make(.credentialRejected, reply, isOfMail: true) }
            return make(.forbidden, reply, isOfMail: true)
        case .data, .letter: return make(reply.isTooLarge ? .messageTooLarge : .rejected, reply, isOfMail: true)
        }
    }

    /// The codes for a login that is missing or too weak (RFC 4954 §6).
    private static let loginNeeded: Set<Int> = [530, 534, 535, 538]

    private func error(for fault: MailConversation.Fault) -> StageError {
        switch fault {
        case .notMail: return unsent(violation(.message("transport.no_mail_server")))
        case .flood: return unsent(violation(.message("transport.mail_flood")))
        case .noLogin: return make(.loginMissing)
        case .someWait:
            let reply = conversation.recipientReplies.first { $0.isForNow || $0.isTooManyRecipients }
            return make(.deferred, reply)
        }
    }

    private func violation(_ found: LocalizedText) -> StageError {
        var error = make(.protocolViolation)
        error.phrases[.found] = found
        return error
    }

    /// The error of a letter that certainly was not received.
    private func unsent(_ error: StageError) -> StageError {
        var error = error
        if error.code.leavesFateOpen { error.facts[.sent] = "part" }
        return error
    }

    private func unknown(_ error: StageError) -> StageError {
        var unknown = error
        unknown.code = .unknownFate
        unknown.facts[.found] = error.code.rawValue
        return unknown
    }

    /// An error with what the server said. `isOfMail`: the catalogue has advice of its own for mail servers.
    private func make(_ code: StageError.Code, _ reply: MailReply? = nil, isOfMail: Bool = false) -> StageError {
        var facts: [StageError.Fact: String] = [:]
        facts[.host] = Address.host(letter.server.address)
        facts[.status] = reply.map { String($0.code) }
        if isOfMail { facts[.found] = "smtp" }
        facts[.reply] = reply.map { shown("\($0.code) \($0.text)") }
        return StageError(code, subject: letter.server.address, facts: facts)
    }

    /// A server's words without the login, and short enough for a line.
    private func shown(_ words: String) -> String {
        let words = mask.masked(words)
        return words.count > Self.mostShown ? words.prefix(Self.mostShown) + "…" : words
    }

    private static let mostShown = 160
}
