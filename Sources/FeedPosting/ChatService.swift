public import FeedConfiguration
import FeedMessages
public import FeedStages

/// A chat service that takes digests at the address of a webhook. `ChatSink` asks it for what is the service's own, and
/// does the rest:
///
///     public enum Chime: ChatService { … }
///     public typealias ChimeSink = ChatSink<Chime>
public protocol ChatService: Sendable {
    /// The word in the configuration: `slack`.
    static var type: String { get }
    /// What the sink does, half a sentence.
    static var summary: LocalizedText { get }
    /// What `url` is, for the manual.
    static var addressHelp: LocalizedText { get }
    /// How fast the service takes messages, unless configured otherwise.
    static var rate: Rate { get }
    /// From the richest to the plainest, at least one. A message that is refused is composed again in the next; its form's
    /// place here is stored with it.
    static var forms: [any ChatForm] { get }
    /// What an answer of the service says beyond its status: that a message was too large, how long to wait.
    static func refine(_ refusal: inout StageError, by answer: HTTPResponse)
}

extension ChatService {
    /// The status says all.
    public static func refine(_ refusal: inout StageError, by answer: HTTPResponse) {}
}

/// How rich the messages of a chat service are. Texts of a digest come as they are: a form escapes them for its service.
public protocol ChatForm: Sendable {
    /// What the service takes in one message, with room to spare.
    var limit: Weight { get }
    /// A section's title, never empty, as the service shows it.
    func heading(_ title: String) -> String
    /// An entry as the service shows it.
    func text(of entry: ChatEntry) -> String
    /// What a heading takes in each message that has entries of its section; empty where a section has no title.
    func weight(ofHeading heading: String) -> Weight
    /// What the text of an entry takes.
    func weight(ofText text: String) -> Weight
    /// What each message needs beside headings and entries: its title, its headline, its foot.
    func frame(of chat: ChatDigest) -> Weight
    /// The body of a message, in JSON.
    func payload(of message: ChatMessage) -> [UInt8]
}

/// One message of a digest.
public struct ChatMessage: Sendable {
    /// The digest's title, with the message's number if there are several; not escaped.
    public let title: String
    /// When the digest was made, and how many entries it has; not escaped.
    public let headline: String
    /// Those with entries in this message.
    public let sections: [Section]
    /// Lines at the end of the last message; not escaped.
    public let foot: [String]

    /// Entries of a section, as the form gave them.
    public struct Section: Sendable {
        /// Empty if it has no title.
        public let heading: String
        /// One an entry.
        public let texts: [String]
    }

    /// The headings and texts, in order.
    public var texts: [String] { sections.flatMap { ($0.heading.isEmpty ? [] : [$0.heading]) + $0.texts } }
}
