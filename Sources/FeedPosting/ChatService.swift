public import FeedConfiguration
import FeedMessages
public import FeedStages

/// A chat service that receives digests at a webhook's address. It describes what is its own, `ChatSink` does the rest:
///
///     public enum Chime: ChatService { … }
///     public typealias ChimeSink = ChatSink<Chime>
///
/// A service with options of its own has a type for them, and reads them wherever it is asked.
public protocol ChatService: Sendable {
    /// The service's own options; none by default.
    associatedtype Options: StageConfiguration = NoOptions
    /// The name in the configuration, such as `slack`.
    static var type: String { get }
    /// A short description of the sink, half a sentence.
    static var summary: LocalizedText { get }
    /// The help of the option `url`, for the manual.
    static var addressHelp: LocalizedText { get }
    /// The default limit of messages in a time.
    static var rate: Rate { get }
    /// The forms of messages, from the richest to the plainest, at least one. A refused message is composed again in
    /// the next form. The index of its form is stored with it.
    static var forms: [any ChatForm] { get }
    /// Reads the body of a response for more than its status: that a message was too large, or how long to wait.
    static func refine(_ refusal: inout StageError, by answer: HTTPResponse)
    /// Declares and reads the address that messages are posted to.
    static func address(in section: ConfigSection) -> Secret
    /// Returns what becomes one message.
    static func unit(with options: Options) -> ChatUnit
    /// Returns the forms of messages for a configuration, at least one, in the order of `forms`.
    static func forms(with options: Options) -> [any ChatForm]
    /// Returns more header fields of a request. They must be the same at each attempt.
    static func fields(of message: Message, with options: Options) -> [HTTPField]
    /// Returns the body of a request, in JSON, for a service that needs more than the stored payload: what is secret, or
    /// the message's id. It must be the same at each attempt.
    static func body(of message: Message, with options: Options) -> [UInt8]
    /// Returns why a response refuses the message, or nil if it was received. A service that refuses messages with a
    /// status of success reads its words here.
    static func refusal(by answer: HTTPResponse, at endpoint: String) -> StageError?
}

extension ChatService {
    /// Changes nothing: the status is enough.
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {}
    /// The required option `url`, a secret.
    public static func address(in section: ConfigSection) -> Secret { section.postedAddress(help: addressHelp) }
    /// A digest.
    public static func unit(with options: Options) -> ChatUnit { .digest }
    /// The forms of every configuration.
    public static func forms(with options: Options) -> [any ChatForm] { forms }
    /// None.
    public static func fields(of message: Message, with options: Options) -> [HTTPField] { [] }
    /// The payload.
    public static func body(of message: Message, with options: Options) -> [UInt8] { message.payload }
    /// What the status says, refined.
    public static func refusal(by answer: HTTPResponse, at endpoint: String) -> StageError? {
        guard var refusal = answer.refusal(at: endpoint) else { return nil }
        refine(&refusal, by: answer)
        return refusal
    }
}

/// What becomes one message.
public enum ChatUnit: String, ConfigChoice {
    /// A digest, or as much of it as fits.
    case digest
    /// An entry. The message has neither the digest's title nor its foot.
    case entry
}

/// A form of messages for a chat service. The texts of a digest are not escaped: the form escapes them for its service.
public protocol ChatForm: Sendable {
    /// The limit of one message, with some reserve.
    var limit: Weight { get }
    /// Returns a section's title, which is never empty, in the service's markup.
    func heading(_ title: String) -> String
    /// Returns an entry in the service's markup.
    func text(of entry: ChatEntry) -> String
    /// Returns the weight of a heading in each message with entries of its section; `heading` may be empty.
    func weight(ofHeading heading: String) -> Weight
    /// Returns the weight of an entry's text.
    func weight(ofText text: String) -> Weight
    /// Returns the weight of a message without headings and entries: its title, headline and foot.
    func frame(of chat: ChatDigest) -> Weight
    /// Returns the body of a message, in JSON.
    func payload(of message: ChatMessage) -> [UInt8]
}

/// One message of a digest.
public struct ChatMessage: Sendable {
    /// The digest's title, with the message's number if there are several messages; not escaped.
    public let title: String
    /// When the digest was made, and how many entries it has; not escaped.
    public let headline: String
    /// The sections with entries in this message.
    public let sections: [Section]
    /// Lines at the end of the last message; not escaped.
    public let foot: [String]
    /// Whether the message is a digest, or an entry alone.
    public let unit: ChatUnit

    /// A section with its entries in the service's markup.
    public struct Section: Sendable {
        /// The heading, or empty for a section without a title.
        public let heading: String
        /// The texts, one for each entry.
        public let texts: [String]
        /// The entries of the texts, not escaped.
        public let entries: [ChatEntry]
    }

    /// The entries, in order; not escaped.
    public var entries: [ChatEntry] { sections.flatMap(\.entries) }
    /// The headings and texts, in order.
    public var texts: [String] { sections.flatMap { ($0.heading.isEmpty ? [] : [$0.heading]) + $0.texts } }
}
