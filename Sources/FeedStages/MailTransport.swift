public import FeedConfiguration

/// Carries letters to a mail server.
public protocol MailTransport: Sendable {
    /// Sends a letter. Returns the recipients that the server refused, while it took the letter for others.
    /// Throws `.unknownFate` if the outcome is unknown, or why no recipient received it.
    func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient]
}

/// A letter as a mail server gets it: the envelope and the message's bytes (RFC 5321 §2.3.1).
public struct MailLetter: Sendable {
    /// The server that takes the letter.
    public var server: MailServer
    /// The envelope's sender: an address without a name, in ASCII.
    public var sender: String
    /// The envelope's recipients: addresses without names, in ASCII, at least one.
    public var recipients: [String]
    /// The message (RFC 5322): header and body in ASCII, in lines of at most 998 bytes that end with CRLF. Dots at the
    /// start of a line are not doubled yet.
    public var bytes: [UInt8]
    /// Time limit of the whole conversation with the server.
    public var timeout: Duration
    /// Whether the letter waits while the server refuses a recipient for now (4yz), also if it would take the letter for
    /// others. If not, these others get it, and the recipient that was refused for now does not: nobody gets a letter
    /// twice.
    public var waitsForAll = false

    /// Makes a letter.
    public init(server: MailServer, sender: String, recipients: [String], bytes: [UInt8], timeout: Duration) {
        self.server = server
        self.sender = sender
        self.recipients = recipients
        self.bytes = bytes
        self.timeout = timeout
    }
}

/// A mail server and what it needs to know of this side.
public struct MailServer: Sendable {
    /// The address: `smtp://host:port`, encrypted by STARTTLS, or `smtps://host:port`, encrypted from the start
    /// (RFC 8314). It has no user name and no password.
    public var address: String
    /// Whether the conversation is encrypted.
    public var tls: TLS
    /// The user name, or nil if the server takes letters without one.
    public var user: String?
    /// The password, or nil.
    public var password: Secret?
    /// A file of certificates that the transport trusts in place of the system's, or nil.
    public var caFile: String?

    /// Whether a conversation is encrypted.
    public enum TLS: String, Sendable, Hashable, CaseIterable {
        /// Nothing but the greeting is sent without encryption, and the server's certificate must be valid.
        case required
        /// Nothing is encrypted. Only a server on this machine (loopback) may be used so.
        case none
    }

    /// Makes a server.
    public init(
        address: String, tls: TLS = .required, user: String? = nil, password: Secret? = nil, caFile: String? = nil
    ) {
        self.address = address
        self.tls = tls
        self.user = user
        self.password = password
        self.caFile = caFile
    }
}

/// A recipient that a mail server refused.
public struct RefusedRecipient: Sendable, Hashable {
    /// The address as it stood in the envelope.
    public var address: String
    /// The server's code (RFC 5321 §4.2.1): from 500 to 599 for good, from 400 to 499 for now, see `waitsForAll`.
    public var code: Int
    /// The server's reply after the code, as it came.
    public var reply: String

    /// Makes a refused recipient.
    public init(address: String, code: Int, reply: String) {
        self.address = address
        self.code = code
        self.reply = reply
    }
}

/// Sends nothing: no mail transport is here, as where stages are made only to be examined.
public struct NoMailTransport: MailTransport {
    /// Makes it.
    public init() {}

    /// Throws always.
    public func send(_ letter: MailLetter) async throws(StageError) -> [RefusedRecipient] {
        throw StageError(.internalError, subject: letter.server.address)
    }
}
