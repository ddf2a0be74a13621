import FeedMessages
public import FeedModel

/// Why a stage could not do its work: a code for programs, and the facts for a message to people.
///
/// The set of codes is open, so that a new code breaks no plugin. Messages are in the catalogue only (`FeedMessages`).
public struct StageError: Error, Sendable, Hashable, Codable {
    /// The code of the error.
    public var code: Code
    /// What the error is about: an address without secrets, a path, or a source's name.
    public var subject: String
    /// The values in the message, such as seconds, status and limit.
    public var facts: [Fact: String]
    /// Values in the message that are phrases themselves. They are kept as keys of the catalogue, in all languages.
    public var phrases: [Fact: LocalizedText] {
        get { givenPhrases ?? [:] }
        set { givenPhrases = newValue.isEmpty ? nil : newValue }
    }
    /// Nil if there are none, as nearly always, so that nothing is stored.
    private var givenPhrases: [Fact: LocalizedText]?
    /// The time that the other side asked to wait, or nil.
    public var retryAfter: Duration?
    /// Text of a third party, shown as given except for control characters, or nil.
    public var explanation: String?

    /// Makes an error.
    public init(
        _ code: Code, subject: String, facts: [Fact: String] = [:], phrases: [Fact: LocalizedText] = [:],
        retryAfter: Duration? = nil,
        explanation: String? = nil
    ) {
        self.code = code
        self.subject = subject
        self.facts = facts
        givenPhrases = phrases.isEmpty ? nil : phrases
        self.retryAfter = retryAfter
        self.explanation = explanation
    }

    /// Returns a fact in one language, whether it is a value or a phrase; nil if it is not set.
    public func text(of fact: Fact, in language: DigestLocale) -> String? {
        phrases[fact]?.text(in: language) ?? facts[fact]
    }

    /// Returns a fact as a phrase. A value becomes a phrase that is the same in all languages; nil if it is not set.
    public func phrase(of fact: Fact) -> LocalizedText? {
        phrases[fact] ?? facts[fact].map { LocalizedText(en: $0) }
    }

    private enum CodingKeys: String, CodingKey {
        case code, subject, facts, retryAfter, explanation
        case givenPhrases = "phrases"
    }

    /// The name of a fact.
    public struct Fact: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable {
        /// The name in the message's template.
        public let rawValue: String
        /// Makes a fact's name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Seconds that were waited.
        public static let seconds = Fact(rawValue: "seconds")
        /// The transfer rate that was too low, in bytes per second.
        public static let rate = Fact(rawValue: "rate")
        /// How much of a request's body was sent: `part` if certainly not all of it.
        public static let sent = Fact(rawValue: "sent")
        /// Bytes that were received.
        public static let received = Fact(rawValue: "received")
        /// HTTP status.
        public static let status = Fact(rawValue: "status")
        /// The id of a process.
        public static let process = Fact(rawValue: "process")
        /// The limit that was exceeded.
        public static let limit = Fact(rawValue: "limit")
        /// What a mail server replied: its code and its words.
        public static let reply = Fact(rawValue: "reply")
        /// The name of a host.
        public static let host = Fact(rawValue: "host")
        /// `none` if this machine has no network, whichever host was requested.
        public static let network = Fact(rawValue: "network")
        /// An address that was refused.
        public static let address = Fact(rawValue: "address")
        /// What was found in place of the expected.
        public static let found = Fact(rawValue: "found")
        /// The address of the feed that a page names.
        public static let feed = Fact(rawValue: "feed")
        /// The folder of the subject.
        public static let folder = Fact(rawValue: "folder")
        /// Advice that depends on what was found.
        public static let advice = Fact(rawValue: "advice")
        /// The option that would help.
        public static let option = Fact(rawValue: "option")
    }
}

extension Document {
    /// Returns the error that a parser cannot read the document. Its subject is the document's address, or its key.
    public func refusal(_ code: StageError.Code, found: String? = nil) -> StageError {
        StageError(code, subject: url ?? key.rawValue, facts: found.map { [.found: $0] } ?? [:])
    }

    /// Returns the error that a parser cannot read the document, with a phrase for what was found.
    public func refusal(_ code: StageError.Code, found: LocalizedText?) -> StageError {
        StageError(code, subject: url ?? key.rawValue, phrases: found.map { [.found: $0] } ?? [:])
    }
}
