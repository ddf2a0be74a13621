import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// What a scripted sink received, and whether it may receive at all.
final class Inbox: Sendable {
    private let content = Mutex<(messages: [Message], failure: StageError?, loses: Bool)>(([], nil, false))

    var messages: [Message] { content.withLock { $0.messages } }
    /// The titles of every entry received, in order; messages hold a title a line.
    var titles: [String] {
        messages.flatMap { String(decoding: $0.payload, as: UTF8.self).split(separator: "\n").map(String.init) }
    }

    func fail(_ error: StageError?) { content.withLock { $0.failure = error } }
    /// Receives messages, but lets the sender believe that nobody can tell.
    func losesReceipts(_ loses: Bool) { content.withLock { $0.loses = loses } }

    func receive(_ message: Message) throws(StageError) -> Receipt {
        let failure = content.withLock { content -> StageError? in
            if let failure = content.failure { return failure }
            content.messages.append(message)
            return content.loses ? StageError(.unknownFate, subject: message.target) : nil
        }
        if let failure { throw failure }
        return Receipt()
    }
}

/// A sink that puts messages into an inbox, one entry a message or all in one.
struct InboxSink: Sink {
    static let type = "inbox"
    static let summary: LocalizedText = "keeps what it receives"
    let inbox: Inbox
    let cutsByEntry: Bool
    let layout: DigestLayout

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(inbox: Inbox())
    }

    init(inbox: Inbox, cutsByEntry: Bool = false, layout: DigestLayout = .stream) {
        self.inbox = inbox
        self.layout = layout
        self.cutsByEntry = cutsByEntry
    }

    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        let groups = cutsByEntry ? digest.entries.map { [$0] } : [digest.entries]
        var plans: [ComposedMessage] = []
        for group in groups {
            let payload = try context.format.render(context.digest(digest, of: group))
            plans.append(ComposedMessage(target: "inbox", mode: .post, payload: payload, entries: group.map(\.key)))
        }
        return plans
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt { try inbox.receive(message) }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}

/// A title a line.
struct TitlesFormat: DigestFormat {
    static let type = "titles"
    static let summary: LocalizedText = "a title a line"
    static let isAppendable = true
    static let mediaType = "text/plain; charset=utf-8"
    init() {}
    init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    func render(_ digest: Digest) throws(StageError) -> [UInt8] {
        digest.entries.flatMap { Array(($0.entry.title ?? "").utf8) + [0x0A] }
    }
}
