import FeedConfiguration
import FeedModel
import FeedStages
import FeedTesting
import StandardFormats
import Testing

@Suite("pages of formats, as authors of others check theirs")
struct PageConformanceTests {
    @Test("every standard format keeps to what a format must keep to, with hostile texts everywhere")
    func standard() throws {
        #expect(StageConformance.problems(ofPagesOf: try HTMLFormat.configured([:]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try HTMLFormat.configured(["bodies": "full"]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try MarkdownFormat.configured([:]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try TextFormat.configured([:]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try JSONFormat.configured([:]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try JSONLinesFormat.configured([:]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try AtomFormat.configured([:]).stage) == [])
        #expect(StageConformance.problems(ofPagesOf: try JSONFeedFormat.configured([:]).stage) == [])
    }

    @Test("a page that trusts others is found out, wherever it does")
    func trusting() {
        func problems(_ page: @escaping @Sendable (DigestEntry) -> String) -> [String] {
            StageConformance.problems(ofPagesOf: TrustingFormat(entry: page))
        }
        #expect(
            problems { _ in "<p>Nothing of others</p>" } == [
                "`hasOmittedPage` is true, but it renders no omitted entries"
            ])
        #expect(problems { $0.entry.title ?? "" }.contains("a digest: a text became an element"))
        #expect(problems { "<img alt=\"\($0.sourceTitle)\">" }.contains("a digest: a text became an attribute"))
        #expect(
            problems { "<a href=\"\($0.entry.url ?? "")\">" }.contains("a digest: an address that is a script is on it")
        )
        let bodies = problems { entry in
            if case .html(let html)? = entry.entry.content { html.markup } else { "" }
        }
        #expect(bodies.contains("a digest: a script of others is on it"))
        #expect(bodies.contains("a digest: a handler of others is on it"))
    }
}

/// Writes texts of others as if they were its own.
private struct TrustingFormat: DigestFormat {
    static let type = "trusting"
    static let summary: LocalizedText = "writes everything as it came"
    static let isAppendable = false
    static let mediaType = "text/html; charset=utf-8"
    static let hasOmittedPage = true
    let entry: @Sendable (DigestEntry) -> String

    init(entry: @escaping @Sendable (DigestEntry) -> String) { self.entry = entry }
    init(_ configuration: NoOptions, services: Services) { self.init { _ in "" } }

    func render(_ digest: Digest) -> [UInt8] { Array(digest.entries.map(entry).joined().utf8) }
}
