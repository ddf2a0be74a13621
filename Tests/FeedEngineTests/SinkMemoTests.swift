import FeedConfiguration
import FeedMessages
import FeedModel
import FeedStages
import FeedState
import FeedTesting
import Synchronization
import Testing

@testable import FeedEngine

@Suite("what a sink keeps of its targets")
struct SinkMemoTests {
    private func bench(_ books: Books) throws -> (RunTestBench, Shelf) {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        bench.add(sink: "thread") { _ throws(StageError) in ThreadSink(books: books) }
        bench.addPipeline("all", sources: ["blog"], sinks: ["thread"])
        return (bench, shelf)
    }

    @Test("comes back as it composes, and as it delivers what it composed then")
    func comesBack() async throws {
        let books = Books()
        let (bench, shelf) = try bench(books)
        for number in 1...3 {
            shelf.put((1...number).map { .named("\($0)") })
            try await bench.run()
        }
        #expect(books.composed == [nil, [1], [2]])
        #expect(books.delivered == [nil, [1], [2]])
        #expect(books.recovered.isEmpty)
    }

    @Test("comes back as it recovers what a killed run may have delivered, and is kept of that, too")
    func afterKill() async throws {
        let books = Books()
        let (bench, shelf) = try bench(books)
        let crashes = CrashSimulator(of: bench.plan.settings.statePath)
        books.crashes.withLock { $0 = crashes }
        // Of each delivery the first thing is its beginning, the second one its end.
        for (number, dying) in [(1, nil), (2, 2), (3, nil)] as [(Int, Int?)] {
            shelf.put((1...number).map { .named("\($0)") })
            crashes.begin(diesAt: dying)
            try await bench.run()
            #expect(crashes.bury() == (dying != nil))
        }
        // The second message was received by the killed run, whose successor finds that out.
        #expect(books.composed == [nil, [1], [2]])
        #expect(books.delivered == [nil, [1], [2]])
        #expect(books.recovered == [[1]])
    }

    @Test("stays as it was where a delivery brings none")
    func stays() async throws {
        let books = Books()
        let (bench, shelf) = try bench(books)
        for (number, memo) in [(1, [7]), (2, nil), (3, nil)] as [(Int, [UInt8]?)] {
            shelf.put((1...number).map { .named("\($0)") })
            books.answer { _ in memo }
            try await bench.run()
        }
        #expect(books.composed == [nil, [7], [7]])
    }

    @Test("may have 4096 bytes; a longer one is told, the message counts as delivered, and the one before it stays")
    func tooLongReceipt() async throws {
        let books = Books()
        let (bench, shelf) = try bench(books)
        let longest = [UInt8](repeating: 1, count: 4096)
        shelf.put([.named("1")])
        books.answer { _ in longest }
        #expect(try await bench.run().changes == [])
        shelf.put([.named("2")])
        books.answer { _ in longest + [1] }
        let report = try await bench.run()
        let fault = StageError(
            .pluginProtocol, subject: "thread",
            phrases: [.found: .message("stage.long_memo", ["size": 4097, "limit": 4096])])
        #expect(report.changes == [.warning(fault)])
        #expect(report.sinks["thread"]?.delivered == 1)
        shelf.put([.named("3")])
        try await bench.run()
        #expect(books.composed == [nil, longest, longest])
        #expect(books.titles == ["1", "2", "3"])
    }

    @Test("may be as long in a message; of a longer one nothing is sent, and the entries wait until it is mended")
    func tooLongMessage() async throws {
        let books = Books()
        let (bench, shelf) = try bench(books)
        shelf.put([.named("1")])
        books.compose { _ in [UInt8](repeating: 1, count: 4097) }
        let report = try await bench.run()
        #expect(report.sinks["thread"]?.error?.code == .pluginProtocol)
        #expect(
            report.sinks["thread"]?.error?.text(of: .found, in: .en) == "a memo of 4097 bytes (at most 4096)")
        #expect(report.sinks["thread"]?.waiting == 1)
        #expect(books.titles.isEmpty)
        books.compose { _ in [UInt8](repeating: 1, count: 4096) }
        try await bench.run()
        #expect(books.titles == ["1"])
        #expect(books.delivered == [[UInt8](repeating: 1, count: 4096)])
    }
}

/// What a sink was given, and what it keeps.
private final class Books: Sendable {
    private struct Content {
        var composed: [[UInt8]?] = []
        var delivered: [[UInt8]?] = []
        var recovered: [[UInt8]?] = []
        var titles: [String] = []
        var answer: @Sendable (Int) -> [UInt8]? = { [UInt8($0)] }
        var memo: @Sendable ([UInt8]?) -> [UInt8]? = { _ in nil }
    }

    private let content = Mutex(Content())
    /// Which may kill a run as it delivers.
    let crashes = Mutex<CrashSimulator?>(nil)
    var composed: [[UInt8]?] { content.withLock { $0.composed } }
    var delivered: [[UInt8]?] { content.withLock { $0.delivered } }
    var recovered: [[UInt8]?] { content.withLock { $0.recovered } }
    var titles: [String] { content.withLock { $0.titles } }

    /// What is kept after each delivery from now on, by how many there were.
    func answer(_ answer: @escaping @Sendable (Int) -> [UInt8]?) { content.withLock { $0.answer = answer } }
    /// What messages carry from now on.
    func compose(_ memo: @escaping @Sendable ([UInt8]?) -> [UInt8]?) { content.withLock { $0.memo = memo } }

    func strikes() -> Bool { crashes.withLock { $0 }?.strikes() ?? false }

    func memo(composing known: [UInt8]?) -> [UInt8]? {
        content.withLock { content in
            content.composed.append(known)
            return content.memo(known)
        }
    }

    func deliver(_ message: Message) -> Receipt {
        content.withLock { content in
            content.delivered.append(message.memo)
            content.titles += String(decoding: message.payload, as: UTF8.self).split(separator: "\n").map(String.init)
            return Receipt(memo: content.answer(content.titles.count))
        }
    }

    func recover(_ message: Message) -> Receipt {
        content.withLock { content in
            content.recovered.append(message.memo)
            return Receipt(memo: content.answer(content.titles.count))
        }
    }
}

/// A sink that posts into one thread, and remembers where it left off.
private struct ThreadSink: Sink {
    static let type = "thread"
    static let summary: LocalizedText = "posts into a thread"
    let books: Books

    init(books: Books) { self.books = books }
    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(books: Books())
    }

    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage] {
        guard !digest.entries.isEmpty else { return [] }
        let memo = books.memo(composing: try await context.memo(of: "thread"))
        return [
            ComposedMessage(
                target: "thread", mode: .post, payload: try context.format.render(digest),
                entries: digest.entries.map(\.key), memo: memo)
        ]
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        if books.strikes() { throw StageError(.cancelled, subject: message.target) }
        let receipt = books.deliver(message)
        if books.strikes() { throw StageError(.cancelled, subject: message.target) }
        return receipt
    }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .delivered(books.recover(message)) }
}
