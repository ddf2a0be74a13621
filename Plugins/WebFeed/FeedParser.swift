public import FeedModel
import FeedParsing
public import FeedStages

/// Reads feeds of every format, which it recognises by their bytes. Throws for other documents.
public struct AutoParser: Parser {
    /// The value of `type` in the configuration: `auto`.
    public static let type = "auto"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.parser.feed")

    /// Makes the parser; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document. Throws the error of an unreadable feed.
    public func parse(_ document: Document) throws(StageError) -> Feed { try ParsedDocument.feed(of: document) }
}

/// The parser `auto` under the name `feed`.
public struct FeedParser: Parser {
    /// The value of `type` in the configuration: `feed`.
    public static let type = "feed"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.parser.feed")

    /// Makes the parser; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Reads a document. Throws the error of an unreadable feed.
    public func parse(_ document: Document) throws(StageError) -> Feed { try ParsedDocument.feed(of: document) }
}

private enum ParsedDocument {
    static func feed(of document: Document) throws(StageError) -> Feed {
        do {
            return try FeedReader.read(
                document.bytes, contentType: document.contentType, url: document.url,
                limits: .wanting(entries: document.maxEntries))
        } catch {
            var refusal = document.refusal(StageError.Code(rawValue: error.reason.rawValue), found: error.found)
            refusal.facts[.feed] = error.feedAddress
            throw refusal
        }
    }
}
