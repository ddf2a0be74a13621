public import FeedModel
import FeedRendering
public import FeedStages

/// The formats that come with Kawaraban.
public enum StandardFormats {
    /// Adds all of them to a registry. Throws if a format has the same `type`.
    public static func add(to registry: inout PluginRegistry) throws(DuplicateStage) {
        try registry.add(MarkdownFormat.self)
        try registry.add(HTMLFormat.self)
        try registry.add(TextFormat.self)
        try registry.add(JSONFormat.self)
        try registry.add(JSONLinesFormat.self)
    }
}

/// CommonMark with a heading for each entry.
public struct MarkdownFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "markdown"
    /// For the manual.
    public static let summary: LocalizedText = .message("summary.format.markdown")
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = true
    /// What a server would call it.
    public static let mediaType = "text/markdown; charset=utf-8"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { MarkdownDigest.render(digest) }
}

/// An HTML page in one file, without scripts.
public struct HTMLFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "html"
    /// For the manual.
    public static let summary: LocalizedText = .message("summary.format.html")
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = false
    /// What a server would call it.
    public static let mediaType = "text/html; charset=utf-8"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { HTMLDigest.render(digest) }
}

/// Plain text for terminals and mail.
public struct TextFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "text"
    /// For the manual.
    public static let summary: LocalizedText = .message("summary.format.text")
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = true
    /// What a server would call it.
    public static let mediaType = "text/plain; charset=utf-8"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { TextDigest.render(digest) }
}

/// One JSON object with the digest and its entries.
public struct JSONFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "json"
    /// For the manual.
    public static let summary: LocalizedText = .message("summary.format.json")
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = false
    /// What a server would call it.
    public static let mediaType = "application/json"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONDigest.render(digest) }
}

/// JSON Lines: one entry's object on each line.
public struct JSONLinesFormat: DigestFormat {
    /// The word in the configuration.
    public static let type = "jsonl"
    /// For the manual.
    public static let summary: LocalizedText = .message("summary.format.jsonl")
    /// Whether renderings may follow each other in a file.
    public static let isAppendable = true
    /// What a server would call it.
    public static let mediaType = "application/jsonl"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Renders.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONLinesDigest.render(digest) }
}
