public import FeedModel

/// Titles of a digest's sources. A source without entries in the digest has only its name.
public struct SourceTitles: Sendable {
    private let titles: [String: String]

    /// Collects the titles in a digest's entries.
    public init(_ digest: Digest) { self.init(digest.sections.lazy.flatMap(\.entries)) }

    /// Collects the titles in entries.
    public init(_ entries: some Sequence<DigestEntry>) {
        var titles: [String: String] = [:]
        for entry in entries where titles[entry.source] == nil {
            titles[entry.source] = VisibleText.line(entry.sourceTitle)
        }
        self.titles = titles
    }

    /// Returns the title of an entry's own source.
    public func title(of entry: DigestEntry) -> String {
        title(ofSource: entry.source)
    }

    /// Returns the title of a source by its configured name.
    public func title(ofSource name: String) -> String {
        Self.shown(titles[name] ?? "", of: name)
    }

    /// Returns a source's title, or its name if it has none.
    static func shown(_ title: String, of name: String) -> String {
        let title = VisibleText.line(title)
        return title.isEmpty ? VisibleText.line(name) : Excerpt.cut(title, columns: widest)
    }

    /// Width limit of a title, in columns.
    fileprivate static let widest = 80
}

extension FailedSource {
    /// The title of the source in a list of failed ones.
    var shownTitle: String {
        let title = VisibleText.line(title)
        return title.isEmpty ? VisibleText.line(source) : Excerpt.cut(title, columns: SourceTitles.widest)
    }
}
