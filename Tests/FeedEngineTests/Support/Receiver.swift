import FeedConfiguration
import FeedModel
import FeedStages
import Synchronization

/// An endpoint of tests: answers each attempt as a test says, and keeps what it was sent and what it took.
final class Receiver: Sendable {
    /// An attempt as it arrived.
    struct Attempt: Sendable {
        let message: Message
        let title: String
    }

    private struct State {
        var attempts: [Attempt] = []
        var taken: [String] = []
        var answer: @Sendable (String) -> StageError? = { _ in nil }
    }

    private let state = Mutex(State())

    /// Every attempt, in order; of a message of many entries the titles stand with commas between them.
    var attempts: [Attempt] { state.withLock { $0.attempts } }
    /// The titles of attempts, in order.
    var asked: [String] { attempts.map(\.title) }
    /// The titles of messages that were taken, in order.
    var taken: [String] { state.withLock { $0.taken } }

    /// Answers from now on: nil takes a message.
    func answer(_ answer: @escaping @Sendable (_ title: String) -> StageError?) {
        state.withLock { $0.answer = answer }
    }

    /// Answers all from now on.
    func answer(_ error: StageError?) { answer { _ in error } }

    /// Forgets what was sent so far.
    func forget() { state.withLock { ($0.attempts, $0.taken) = ([], []) } }

    fileprivate func receive(_ message: Message) throws(StageError) -> Receipt {
        let title = String(decoding: message.payload, as: UTF8.self).split(separator: "\n").joined(separator: ",")
        let error = state.withLock { state in
            state.attempts.append(Attempt(message: message, title: title))
            let error = state.answer(title)
            if error == nil { state.taken.append(title) }
            return error
        }
        if let error { throw error }
        return Receipt()
    }
}

/// A sink that posts to a receiver: one message for each `batch` of entries, in two forms, of which the plainer one is
/// marked with a `~`.
struct ReceiverSink: Sink {
    static let type = "receiver"
    static let summary: LocalizedText = "posts to a test"
    let receiver: Receiver
    let batch: Int
    let sending: SendingRules

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(receiver: Receiver(), batch: 1, sending: SendingRules())
    }

    var layout: DigestLayout { .stream }

    init(receiver: Receiver, batch: Int, sending: SendingRules) {
        self.receiver = receiver
        self.batch = batch
        self.sending = sending
    }

    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        stride(from: 0, to: digest.entries.count, by: batch).map { start in
            plan(Array(digest.entries.dropFirst(start).prefix(batch)), form: 0)
        }
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt { try receiver.receive(message) }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }

    func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) throws(StageError) -> [ComposedMessage] {
        let entries = digest.entries
        if refusal.code == .messageTooLarge {
            guard entries.count > 1 else { return [] }
            let middle = entries.count / 2
            return [plan(Array(entries[..<middle]), form: 0), plan(Array(entries[middle...]), form: 0)]
        }
        return message.form == 0 && entries.contains { $0.entry.title == "plain" } ? [plan(entries, form: 1)] : []
    }

    private func plan(_ entries: [DigestEntry], form: Int) -> ComposedMessage {
        let titles = entries.map { ($0.entry.title ?? "") + "\n" }.joined()
        return ComposedMessage(
            target: "receiver", mode: .post, payload: Array(((form == 0 ? "" : "~") + titles).utf8),
            entries: entries.map(\.key), form: form)
    }
}

extension RunTestBench {
    /// A sink that posts to a receiver.
    func addReceiver(
        _ name: String = "hook", batch: Int = 1, sending: SendingRules = SendingRules()
    ) -> Receiver {
        let receiver = Receiver()
        add(sink: name) { _ throws(StageError) in
            ReceiverSink(receiver: receiver, batch: batch, sending: sending)
        }
        return receiver
    }

    /// A source `blog`, a receiver `hook`, and a pipeline between them; the source has these entries.
    static func posting(
        _ titles: [String], batch: Int = 1, sending: SendingRules = SendingRules()
    ) throws -> (bench: RunTestBench, shelf: Shelf, receiver: Receiver) {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let receiver = bench.addReceiver(batch: batch, sending: sending)
        bench.addPipeline("all", sources: ["blog"], sinks: ["hook"])
        shelf.put(titles.map { .named($0) })
        return (bench, shelf, receiver)
    }
}
