import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FeedEngine

@Suite("files that could not be written")
struct UnfinishedPageTests {
    @Test(
        "T02 what came while a file could not be written is in it as soon as it can, each entry once",
        arguments: [ComposedMessage.Mode.replace, .append])
    func failsTwice(mode: ComposedMessage.Mode) async throws {
        let bench = try RunTestBench()
        let shelf = bench.addSource("blog")
        let inbox = Inbox()
        bench.add(sink: "page") { _ throws(StageError) in FileOfTitles(inbox: inbox, mode: mode) }
        bench.addPipeline("all", sources: ["blog"], sinks: ["page"])
        inbox.fail(StageError(.diskFull, subject: "page"))
        for day in 1...3 {
            shelf.put((1...(2 * day)).map { .named("\($0)") })
            if day == 3 { inbox.fail(nil) }
            try await bench.run()
            bench.clock.advance(by: .seconds(86_400))
        }
        try await bench.run()
        let writings = inbox.messages.map { String(decoding: $0.payload, as: UTF8.self).split(separator: "\n") }
        let content = try #require(mode == .replace ? writings.last : writings.flatMap { $0 })
        #expect(content == ["1", "2", "3", "4", "5", "6"])
    }
}

/// A file with a title a line, which an inbox stands for.
private struct FileOfTitles: Sink {
    static let type = "titles"
    static let summary: LocalizedText = "a file with titles"
    let inbox: Inbox
    let mode: ComposedMessage.Mode

    init(_ configuration: NoOptions, services: Services) throws(StageError) {
        self.init(inbox: Inbox(), mode: .replace)
    }

    init(inbox: Inbox, mode: ComposedMessage.Mode) {
        self.inbox = inbox
        self.mode = mode
    }

    var layout: DigestLayout { .stream }

    func compose(_ digest: Digest, in context: some ComposeContext) async throws(StageError) -> [ComposedMessage] {
        let all = (mode == .replace ? try await context.entries(heldBy: "page") : []) + digest.entries
        return [
            ComposedMessage(
                target: "page", mode: mode, payload: try context.format.render(context.digest(digest, of: all)),
                entries: digest.entries.map(\.key), retained: mode == .replace ? all.map(\.key) : [])
        ]
    }

    func deliver(_ message: Message) async throws(StageError) -> Receipt {
        _ = try inbox.receive(message)
        return Receipt()
    }

    func recover(_ message: Message) async throws(StageError) -> Recovery { .notDelivered }
}
