import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import Testing

@testable import FileSink

/// A format whose renderings are easy to foretell: one line an entry.
struct LinesFormat: DigestFormat {
    static let type = "lines"
    static let summary: LocalizedText = "one title a line"
    static let isAppendable = true
    static let mediaType = "text/plain"
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] {
        digest.entries.flatMap { Array((($0.entry.title ?? "") + "\n").utf8) }
    }
}

/// A format of which a file holds one rendering at most.
struct PageFormat: DigestFormat {
    static let type = "page"
    static let summary: LocalizedText = "one page"
    static let isAppendable = false
    static let mediaType = "text/html"
    init(_ configuration: NoOptions, services: Services) {}
    init() {}
    func render(_ digest: Digest) -> [UInt8] {
        Array("<page>\(digest.entries.map { $0.entry.title ?? "" }.joined(separator: " "))</page>".utf8)
    }
}

extension StubComposeContext {
    init() { self.init(format: LinesFormat()) }
}

extension Digest {
    static func of(_ titles: String..., pipeline: String = "morning") -> Digest { of(titles, pipeline: pipeline) }

    static func of(_ titles: [String], pipeline: String = "morning") -> Digest {
        let now = ManualClock().now
        return Digest(
            pipeline: pipeline, title: "Morning", generatedAt: now, from: nil, to: now, zone: .utc, locale: .en,
            sections: [DigestSection(title: "", entries: titles.map(DigestEntry.titled))])
    }
}

extension DigestEntry {
    static func titled(_ title: String) -> DigestEntry {
        var entry = Entry()
        entry.title = title
        return DigestEntry(
            key: "k_\(title)", entry: entry, source: "some", sourceTitle: "Some", firstSeen: ManualClock().now)
    }
}

extension FileSink {
    static func inFolder(
        _ folder: TemporaryFolder, _ path: String, _ mode: Mode, whenEmpty: WhenEmpty = .skip,
        maxEntries: Int = 1000, keep: Duration? = nil, hasOmittedPages: Bool = false
    ) throws -> FileSink {
        FileSink(
            Configuration(
                path: try PathTemplate(path), mode: mode, whenEmpty: whenEmpty, maxEntries: maxEntries, keep: keep,
                hasOmittedPages: hasOmittedPages),
            services: .testing(directory: folder.path))
    }

    /// Composes as the engine does and makes the message that it would store.
    func message(
        _ digest: Digest, in context: StubComposeContext = StubComposeContext(), number: Int64 = 1, attempts: Int = 0
    ) async throws -> Message {
        let plan = try #require(try await compose(digest, in: context).first)
        return Message(plan, in: context, number: number, attempts: attempts)
    }
}

extension Recovery {
    var receipt: Receipt? { if case .delivered(let receipt) = self { receipt } else { nil } }
}

extension Receipt {
    /// What the sink keeps of its file.
    var state: TargetState? { memo.flatMap(TargetState.init) }
}
