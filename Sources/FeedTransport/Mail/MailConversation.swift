import FeedStages

/// What a mail server was asked and what it replied, as far as the conversation has come (RFC 5321). libcurl sends one
/// command at a time, so each reply is the reply to the last command.
struct MailConversation {
    /// What the server was asked last.
    enum Step {
        /// Nothing yet: it speaks first.
        case greeting
        case hello, encryption, login, sender, recipient, data
        /// The letter itself may be sent, or was sent.
        case letter
    }

    /// Why this side ends the conversation.
    enum Fault {
        /// What answers is no mail server.
        case notMail
        /// The replies are far longer than any that mean something.
        case flood
        /// The server offers no login, and there is a user name for one.
        case noLogin
        /// The letter waits until the server takes it for every recipient.
        case someWait
    }

    /// The most bytes of all replies.
    static let mostBytes = 512 << 10

    private(set) var step = Step.greeting
    /// The reply to the last command, or nil if it did not come yet.
    private(set) var reply: MailReply?
    /// The replies to the recipients, in their order.
    private(set) var recipientReplies: [MailReply] = []
    /// The reply to the letter, or nil.
    private(set) var letterReply: MailReply?
    /// The reply by which the server closes the conversation at any time (421), or nil.
    private(set) var closing: MailReply?
    /// Whether everything from now on is encrypted.
    private(set) var isEncrypted: Bool
    private(set) var fault: Fault?
    /// Whether libcurl takes its leave. It would wait minutes for the reply, which means nothing.
    private(set) var isOver = false

    private let needsLogin: Bool
    private let waitsForAll: Bool
    private let recipients: Int
    private var collector = MailReplyCollector()
    private var offersLogin = false
    private var bytes = 0

    /// A conversation that is to carry a letter; `isEncrypted` says whether it begins with TLS.
    init(for letter: MailLetter, isEncrypted: Bool) {
        self.isEncrypted = isEncrypted
        needsLogin = letter.server.user != nil
        waitsForAll = letter.waitsForAll
        recipients = letter.recipients.count
    }

    /// Notes a command that was sent.
    mutating func send(_ command: UnsafeRawBufferPointer) {
        isOver = isOver || step != .login && command.starts(with: "QUIT".utf8)
        guard let next = Self.commands.first(where: { command.starts(with: $0.word.utf8) })?.step else { return }
        // The lines of a login may be any text in base64, which has neither blanks nor colons.
        if step == .login, next != .sender { return }
        if next == .hello { offersLogin = false }
        step = next
        reply = nil
    }

    private static let commands: [(word: String, step: Step)] = [
        ("EHLO ", .hello), ("HELO ", .hello), ("STARTTLS", .encryption), ("AUTH ", .login), ("MAIL FROM:", .sender),
        ("RCPT TO:", .recipient), ("DATA", .data),
    ]

    /// Takes a line of a reply with its line end. Sets `fault` if the conversation is not to go on.
    mutating func receive(_ received: UnsafeRawBufferPointer) {
        guard fault == nil, !isOver else { return }
        bytes += received.count
        guard bytes <= Self.mostBytes else {
            fault = .flood
            return
        }
        let line = Array(received.prefix { $0 != UInt8(ascii: "\n") }.filter { $0 != UInt8(ascii: "\r") })
        guard let line = MailReplyCollector.Line(line) else {
            fault = .notMail
            return
        }
        if step == .hello { noteExtension(line.text) }
        if let reply = collector.add(line) { take(reply) }
    }

    private mutating func noteExtension(_ words: ArraySlice<UInt8>) {
        let word = words.prefix(5).map { (0x61...0x7A).contains($0) ? $0 - 0x20 : $0 }
        // "AUTH=" is a form from before RFC 2554 that some servers still send.
        if word.elementsEqual("AUTH ".utf8) || word.elementsEqual("AUTH=".utf8) { offersLogin = true }
    }

    private mutating func take(_ reply: MailReply) {
        self.reply = reply
        if reply.code == 421 { closing = reply }
        switch step {
        case .hello where reply.isSuccess && needsLogin && isEncrypted && !offersLogin: fault = .noLogin
        case .encryption where reply.isSuccess: isEncrypted = true
        case .recipient:
            recipientReplies.append(reply)
            if waitsForAll, recipientReplies.count == recipients, hasSomeWaiting { fault = .someWait }
        case .data where (300...399).contains(reply.code):
            step = .letter
            self.reply = nil
        case .letter where letterReply == nil: letterReply = reply
        default: break
        }
    }

    /// Whether the server takes the letter for some recipients, and refused others for now only.
    private var hasSomeWaiting: Bool {
        recipientReplies.contains(where: \.isSuccess)
            && recipientReplies.contains { $0.isForNow || $0.isTooManyRecipients }
    }
}
