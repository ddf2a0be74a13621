import FeedModel
import FeedRendering
import FeedStages

/// The text format in the width of a terminal. Failed sources are left out: they were told when they failed.
struct TerminalText: DigestFormat {
    static let type = "terminal_text"
    static let summary: LocalizedText = .message("summary.format.text")
    static let isAppendable = true
    static let mediaType = "text/plain; charset=utf-8"

    private let columns: Int

    init(columns: Int) { self.columns = columns }

    /// Makes the format for 80 columns.
    init(_ configuration: NoOptions, services: Services) { self.init(columns: 80) }

    func render(_ digest: Digest) throws(StageError) -> [UInt8] {
        var digest = digest
        digest.failedSources = []
        return TextDigest.render(digest, options: PageOptions(), columns: columns)
    }
}
