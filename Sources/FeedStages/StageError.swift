import FeedMessages
public import FeedModel

/// Why a stage could not do its work: a code for programs and the facts that a sentence for people needs.
///
/// A struct with an open set of codes: a new code breaks nobody. Sentences live in the catalogue alone (FeedMessages).
public struct StageError: Error, Sendable, Hashable, Codable {
    /// What happened.
    public var code: Code
    /// To what: a URL without secrets, a path, a source's name.
    public var subject: String
    /// What the sentence needs: seconds, status, limit.
    public var facts: [Fact: String]
    /// Facts that are phrases of their own and are kept as keys of the catalogue, so that each language has its words.
    public var phrases: [Fact: LocalizedText] {
        get { givenPhrases ?? [:] }
        set { givenPhrases = newValue.isEmpty ? nil : newValue }
    }
    /// Nil where there are none, as nearly always: nothing is stored for it.
    private var givenPhrases: [Fact: LocalizedText]?
    /// How long the other side asked us to wait, or nil.
    public var retryAfter: Duration?
    /// A third party's own words, shown as given (after filtering control characters), or nil.
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

    /// A fact in one language, be it a word or a phrase; nil: not known.
    public func text(of fact: Fact, in language: DigestLocale) -> String? {
        phrases[fact]?.text(in: language) ?? facts[fact]
    }

    /// A fact as a phrase, be it a word that is the same in every language; nil: not known.
    public func phrase(of fact: Fact) -> LocalizedText? {
        phrases[fact] ?? facts[fact].map { LocalizedText(en: $0) }
    }

    private enum CodingKeys: String, CodingKey {
        case code, subject, facts, retryAfter, explanation
        case givenPhrases = "phrases"
    }

    /// A named fact.
    public struct Fact: RawRepresentable, Sendable, Hashable, Codable, CodingKeyRepresentable {
        /// The name in the sentence's template.
        public let rawValue: String
        /// Makes a fact's name.
        public init(rawValue: String) { self.rawValue = rawValue }
        /// Seconds waited.
        public static let seconds = Fact(rawValue: "seconds")
        /// Bytes a second that were too few.
        public static let rate = Fact(rawValue: "rate")
        /// How much of a request with a body was sent: `part` if surely not all of it.
        public static let sent = Fact(rawValue: "sent")
        /// Bytes that had come.
        public static let received = Fact(rawValue: "received")
        /// HTTP status.
        public static let status = Fact(rawValue: "status")
        /// The number of a process.
        public static let process = Fact(rawValue: "process")
        /// The bound that was passed.
        public static let limit = Fact(rawValue: "limit")
        /// A host's name.
        public static let host = Fact(rawValue: "host")
        /// That this machine has no way out, whichever host was meant: `none`.
        public static let network = Fact(rawValue: "network")
        /// An address that was refused.
        public static let address = Fact(rawValue: "address")
        /// What was found instead.
        public static let found = Fact(rawValue: "found")
        /// The folder in which it lies.
        public static let folder = Fact(rawValue: "folder")
        /// What helps, where that depends on what was found.
        public static let advice = Fact(rawValue: "advice")
        /// The option that would help.
        public static let option = Fact(rawValue: "option")
    }
}

extension Document {
    /// Why a parser cannot read the document; the subject is its address or, without one, its key.
    public func refusal(_ code: StageError.Code, found: String? = nil) -> StageError {
        StageError(code, subject: url ?? key.rawValue, facts: found.map { [.found: $0] } ?? [:])
    }

    /// Why a parser cannot read the document, with a phrase for what was found.
    public func refusal(_ code: StageError.Code, found: LocalizedText?) -> StageError {
        StageError(code, subject: url ?? key.rawValue, phrases: found.map { [.found: $0] } ?? [:])
    }
}
