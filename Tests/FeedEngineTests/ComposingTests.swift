import FeedConfiguration
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Glibc
import MachineLaboratory
import Synchronization
import Testing

@testable import FeedEngine

@Suite("sinks that compose", .timeLimit(.minutes(2)))
struct ComposingTests {
    @Test(
        "may block for as long as they like: meanwhile fetches are stored, and other sinks are served",
        arguments: SlowSink.Step.allCases)
    func blocks(step: SlowSink.Step) async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let (gate, slow) = (Gate(), Inbox())
        let quick = bench.addSink("quick")
        bench.add(sink: "slow") { _ throws(StageError) in SlowSink(inbox: slow, gate: gate, blocksIn: step) }
        bench.addPipeline("all", sources: ["blog"], sinks: ["slow", "quick"])
        shelf.put([.named("a")])
        bench.meanwhile = { state in
            try await gate.someoneWaits()
            try await state.store(["other"], of: FeedKey(ofOwnFeed: "other"))
            try await eventually { !quick.titles.isEmpty || gate.isOver }
            gate.open()
        }
        try await bench.run()
        #expect(!gate.isOver)
        #expect(quick.titles == ["a"])
        #expect(slow.titles == ["a"])
    }

    @Test("do so side by side")
    func sideBySide() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let gate = Gate(opensFor: 2)
        for name in ["one", "two"] {
            bench.add(sink: name) { _ throws(StageError) in SlowSink(inbox: Inbox(), gate: gate, blocksIn: .compose) }
        }
        bench.addPipeline("all", sources: ["blog"], sinks: ["one", "two"])
        shelf.put([.named("a")])
        try await bench.run()
        #expect(!gate.isOver)
    }

    @Test("keep a refused message where composing its replacement fails, and tell that; nothing of it is given up")
    func replacementFails() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = Inbox()
        let isMended = Mutex(false)
        bench.add(sink: "page") { _ throws(StageError) in
            SplittingSink(inbox: inbox) { isMended.withLock { $0 } }
        }
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a"), .named("b")])
        let report = try await bench.run()
        #expect(report.sinks["page"]?.error?.code.rawValue == "out_of_ink")
        #expect(report.sinks["page"]?.givenUp == 0 && inbox.messages.isEmpty)
        isMended.withLock { $0 = true }
        bench.clock.advance(by: .seconds(3600))
        try await bench.run()
        #expect(inbox.titles == ["a", "b"])
    }

    @Test("cannot deliver what they were not given: that is told, nothing is sent, and everything waits")
    func strangeEntry() async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = Inbox()
        bench.add(sink: "page") { _ throws(StageError) in
            SplittingSink(inbox: inbox, adding: "nonsense") { true }
        }
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        shelf.put([.named("a")])
        let report = try await bench.run()
        #expect(report.sinks["page"]?.error?.code == .pluginProtocol)
        #expect(report.sinks["page"]?.waiting == 1 && inbox.messages.isEmpty)
    }

    @Test("compose again of what has changed meanwhile, and deliver it once, as it is now")
    func movesOnce() async throws {
        let moving = try Moving { $0 == 1 }
        let report = try await moving.run()
        #expect(moving.inbox.titles == ["a1"])
        #expect(moving.composings == 2)
        #expect(report.sinks["page"]?.error == nil)
    }

    @Test(
        "give up for now where it changes again and again: all waits, nothing is lost, and a later run delivers it once"
    )
    func movesAlways() async throws {
        let moving = try Moving { $0 <= 5 }
        let report = try await moving.run()
        #expect(report.sinks["page"]?.error == StageError(.overtaken, subject: "page"))
        #expect(report.sinks["page"]?.waiting == 1)
        #expect(moving.composings == 5)
        #expect(moving.inbox.messages.isEmpty)
        _ = try await moving.run()
        #expect(moving.inbox.titles == ["a5"])
        _ = try await moving.run()
        #expect(moving.inbox.messages.count == 1)
    }
}

/// A sink whose receiver takes one entry a message, and which can cut only while a test lets it.
private struct SplittingSink: Sink {
    static let type = "splitting"
    static let summary: LocalizedText = "cuts what is refused"
    let inbox: Inbox
    let strange: String?
    let canCut: @Sendable () -> Bool

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        throw StageError(.internalError, subject: "made by its test alone")
    }

    init(inbox: Inbox, adding strange: String? = nil, canCut: @escaping @Sendable () -> Bool) {
        self.inbox = inbox
        self.strange = strange
        self.canCut = canCut
    }

    var layout: DigestLayout { .stream }

    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        [try message(of: digest.entries, digest, in: context)]
    }

    func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) throws(StageError) -> [ComposedMessage] {
        guard canCut() else {
            throw StageError(
                StageError.Code("out_of_ink", fault: .machine, outlook: .passing), subject: message.target)
        }
        var messages: [ComposedMessage] = []
        for entry in digest.entries { messages.append(try self.message(of: [entry], digest, in: context)) }
        return messages
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        guard message.payload.count(where: { $0 == UInt8(ascii: "\n") }) == 1 else {
            throw StageError(.messageTooLarge, subject: message.target)
        }
        return try inbox.receive(message)
    }

    func recover(_ message: Message) async -> Recovery { .unknown }

    private func message(
        of entries: [DigestEntry], _ digest: Digest, in context: some ComposeContext
    ) throws(StageError) -> ComposedMessage {
        ComposedMessage(
            target: "page", mode: .post, payload: try context.format.render(context.digest(digest, of: entries)),
            entries: entries.map(\.key) + (strange.map { [$0] } ?? []))
    }
}

/// A source with one entry, of which another title is stored during each composing of which a test says so.
private final class Moving {
    let inbox = Inbox()
    private let bench: RunTestBench
    private let count = Shared(0)
    private let opened = Shared<StateDatabase?>(nil)

    var composings: Int { count.withLock { $0 } }

    init(when moves: @escaping @Sendable (Int) -> Bool) throws {
        bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let (inbox, count, opened, clock) = (inbox, count, opened, bench.clock)
        bench.meanwhile = { state in opened.withLock { $0 = state } }
        shelf.put([.titled("a0")])
        bench.add(sink: "page") { _ throws(StageError) in
            MovingSink(inbox: inbox) { () async in
                let number = count.withLock { count in
                    count += 1
                    return count
                }
                guard moves(number), let state = opened.withLock({ $0 }) else { return }
                let source = ShelfSource(name: "blog", shelf: Shelf(), clock: clock)
                shelf.put([.titled("a\(number)")])
                // What goes wrong is seen by what comes out.
                try? await state.store([.titled("a\(number)")], of: FeedKey(of: source, type: ShelfSource.type))
            }
        }
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
    }

    func run() async throws -> RunReport {
        // Who holds the state holds its lock.
        defer { opened.withLock { $0 = nil } }
        return try await bench.run()
    }
}

/// Something that a test and stages share.
final class Shared<Value: Sendable>: Sendable {
    private let value: Mutex<Value>
    init(_ value: Value) { self.value = Mutex(value) }
    func withLock<Result: Sendable>(_ body: @Sendable (inout Value) -> Result) -> Result {
        value.withLock { value in
            var copy = value
            defer { value = copy }
            return body(&copy)
        }
    }
}

/// Where a thread is blocked until a test says so, or for 20 s.
final class Gate: Sendable {
    private let state: Mutex<(waiting: Int, isOpen: Bool, isOver: Bool)> = Mutex((0, false, false))
    private let limit: Int

    /// - Parameter limit: how many have to come before it opens by itself.
    init(opensFor limit: Int = .max) { self.limit = limit }

    /// Whether somebody had to go on for the time was over.
    var isOver: Bool { state.withLock { $0.isOver } }

    func open() { state.withLock { $0.isOpen = true } }

    /// Blocks the thread.
    func pass() {
        state.withLock { state in
            state.waiting += 1
            if state.waiting >= limit { state.isOpen = true }
        }
        for _ in 0..<4000 {
            if state.withLock({ $0.isOpen }) { return }
            usleep(5000)
        }
        state.withLock { $0.isOver = true }
    }

    func someoneWaits() async throws {
        try await eventually { state.withLock { $0.waiting > 0 } }
    }
}

/// A sink that blocks its thread as it composes, or as it composes anew what was refused.
struct SlowSink: Sink {
    enum Step: CaseIterable {
        case compose, replace
    }

    static let type = "slow"
    static let summary: LocalizedText = "blocks"
    let inbox: Inbox
    let gate: Gate
    let step: Step

    init(inbox: Inbox, gate: Gate, blocksIn step: Step) { (self.inbox, self.gate, self.step) = (inbox, gate, step) }
    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(inbox: Inbox(), gate: Gate(), blocksIn: .compose)
    }

    func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        if step == .compose { gate.pass() }
        return [try message(digest, context, form: 0)]
    }

    func replace(
        _ message: Message, after refusal: StageError, by digest: Digest, in context: some ComposeContext
    ) throws(StageError) -> [ComposedMessage] {
        gate.pass()
        return [try self.message(digest, context, form: 1)]
    }

    private func message(
        _ digest: Digest, _ context: some ComposeContext, form: Int
    ) throws(StageError) -> ComposedMessage {
        ComposedMessage(
            target: "slow", mode: .post, payload: try context.format.render(digest), entries: digest.entries.map(\.key),
            form: form)
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        if step == .replace, message.form == 0 { throw StageError(.rejected, subject: "slow") }
        return try inbox.receive(message)
    }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}

/// A sink while whose composing something happens.
private struct MovingSink: Sink {
    static let type = "moving"
    static let summary: LocalizedText = "composes while something happens"
    let inbox: Inbox
    let happens: @Sendable () async -> Void

    init(inbox: Inbox, _ happens: @escaping @Sendable () async -> Void) {
        (self.inbox, self.happens) = (inbox, happens)
    }
    init(_ configuration: NoOptions, services: Services) throws(StageError) { self.init(inbox: Inbox()) {} }

    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage] {
        await happens()
        return try InboxSink(inbox: inbox).compose(digest, in: context)
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt { try inbox.receive(message) }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .unknown }
}

extension Entry {
    /// An entry that is known by its guid, whatever its title.
    fileprivate static func titled(_ title: String) -> Entry {
        var entry = Entry()
        entry.guid = "one"
        entry.title = title
        return entry
    }
}

extension StateDatabase {
    /// A complete fetch, committed.
    fileprivate func store(_ titles: [String], of key: FeedKey) throws {
        try store(titles.map { .named($0) }, of: key)
    }

    fileprivate func store(_ entries: [Entry], of key: FeedKey) throws {
        var feed = Feed(format: .rss20)
        feed.entries = entries
        var fetched = FetchedDocuments()
        fetched.add(PreparedDocument(feed, key: .only, validators: nil, contentHash: nil, limit: 100))
        let success = FinishedFetch.Success(cursor: nil, nextAt: nil, httpStatus: 200, seconds: 0, firstRun: .max)
        _ = try completeFetches([
            FinishedFetch(
                feed: CollectedFeed(key: key, source: "blog", pipelines: []), fetched: fetched, success: success,
                endedAt: Timestamp(seconds: 1_795_176_000))
        ])
        try commitGroup()
    }
}
