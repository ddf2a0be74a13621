public import FeedModel
import FeedParsing
public import FeedStages

/// Reads feeds of every format; the bytes say which. Other documents are refused.
public struct AutoParser: Parser {
    /// `auto`
    public static let type = "auto"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.parser.feed")

    /// Makes the parser; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document.
    public func parse(_ document: Document) throws(StageError) -> Feed { try ParsedDocument.feed(of: document) }
}

/// The same parser under the name of what it reads.
public struct FeedParser: Parser {
    /// `feed`
    public static let type = "feed"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.parser.feed")

    /// Makes the parser; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document.
    public func parse(_ document: Document) throws(StageError) -> Feed { try ParsedDocument.feed(of: document) }
}

private enum ParsedDocument {
    static func feed(of document: Document) throws(StageError) -> Feed {
        do {
            return try FeedReader.read(
                document.bytes, contentType: document.contentType, url: document.url,
                limits: .wanting(entries: document.maxEntries))
        } catch {
            throw document.refusal(StageError.Code(rawValue: error.reason.rawValue), found: error.found)
        }
    }
}
