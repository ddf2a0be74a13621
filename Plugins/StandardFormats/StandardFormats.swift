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
        try registry.add(AtomFormat.self)
        try registry.add(JSONFeedFormat.self)
    }
}

/// CommonMark: headings with excerpts, then lists of links.
public struct MarkdownFormat: DigestFormat {
    /// The value of `type` in the configuration: `markdown`.
    public static let type = "markdown"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.markdown")
    /// The suffixes of paths that mean this format.
    public static let suffixes = ["md", "markdown"]
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = true
    /// The media type of a rendering.
    public static let mediaType = "text/markdown; charset=utf-8"

    private let options: MarkdownOptions

    /// Makes the format.
    public init(_ configuration: MarkdownConfiguration, services: Services) { options = configuration.options }

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] {
        MarkdownDigest.render(digest, options: options)
    }
}

/// An HTML page in one file, without scripts.
public struct HTMLFormat: DigestFormat {
    /// The value of `type` in the configuration: `html`.
    public static let type = "html"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.html")
    /// The suffixes of paths that mean this format.
    public static let suffixes = ["html", "htm"]
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = false
    /// The media type of a rendering.
    public static let mediaType = "text/html; charset=utf-8"
    /// Whether it renders a page of the entries that a digest leaves out: yes.
    public static let hasOmittedPage = true

    private let options: HTMLOptions

    /// Makes the format.
    public init(_ configuration: HTMLConfiguration, services: Services) { options = configuration.options }

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { HTMLDigest.render(digest, options: options) }

    /// Returns the page of the entries that a digest leaves out, in UTF-8.
    public func render(_ omitted: OmittedEntries, of digest: Digest, page: String) throws(StageError) -> [UInt8] {
        HTMLOmittedPage.render(omitted, of: digest, page: page, options: options)
    }
}

/// Plain text for terminals and mail.
public struct TextFormat: DigestFormat {
    /// The value of `type` in the configuration: `text`.
    public static let type = "text"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.text")
    /// The suffixes of paths that mean this format.
    public static let suffixes = ["txt", "text"]
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = true
    /// The media type of a rendering.
    public static let mediaType = "text/plain; charset=utf-8"

    private let options: PageOptions

    /// Makes the format.
    public init(_ configuration: TextConfiguration, services: Services) { options = configuration.options }

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { TextDigest.render(digest, options: options) }
}

/// One JSON object with the digest and its entries.
public struct JSONFormat: DigestFormat {
    /// The value of `type` in the configuration: `json`.
    public static let type = "json"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.json")
    /// The suffixes of paths that mean this format.
    public static let suffixes = ["json"]
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = false
    /// The media type of a rendering.
    public static let mediaType = "application/json"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONDigest.render(digest) }
}

/// JSON Lines: one entry's object on each line.
public struct JSONLinesFormat: DigestFormat {
    /// The value of `type` in the configuration: `jsonl`.
    public static let type = "jsonl"
    /// The description of the format for users.
    public static let summary: LocalizedText = .message("summary.format.jsonl")
    /// The suffixes of paths that mean this format.
    public static let suffixes = ["jsonl", "ndjson"]
    /// Whether several renderings may follow each other in a file.
    public static let isAppendable = true
    /// The media type of a rendering.
    public static let mediaType = "application/jsonl"

    /// Makes the format; it has no options.
    public init(_ configuration: NoOptions, services: Services) throws(StageError) {}

    /// Returns the rendering of a digest, in UTF-8.
    public func render(_ digest: Digest) throws(StageError) -> [UInt8] { JSONLinesDigest.render(digest) }
}
