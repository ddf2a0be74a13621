package import FeedModel

/// What the sources of a digest are called: their titles, as far as the digest has entries of them, else their names.
package struct SourceTitles: Sendable {
    private let titles: [String: String]

    /// Collects the titles that a digest's entries carry.
    package init(_ digest: Digest) {
        var titles: [String: String] = [:]
        for section in digest.sections {
            for entry in section.entries where titles[entry.source] == nil {
                titles[entry.source] = VisibleText.line(entry.sourceTitle)
            }
        }
        self.titles = titles
    }

    /// The title of an entry's own source.
    package func title(of entry: DigestEntry) -> String {
        title(ofSource: entry.source)
    }

    /// The title of a source by its configured name.
    package func title(ofSource name: String) -> String {
        Self.shown(titles[name] ?? "", of: name)
    }

    /// A source's title, or its name if it has none.
    static func shown(_ title: String, of name: String) -> String {
        let title = VisibleText.line(title)
        return title.isEmpty ? VisibleText.line(name) : Excerpt.cut(title, columns: widest)
    }

    /// Columns of a title at most.
    fileprivate static let widest = 80
}

extension FailedSource {
    /// What the source is called in a list of those that failed.
    var shownTitle: String {
        let title = VisibleText.line(title)
        return title.isEmpty ? VisibleText.line(source) : Excerpt.cut(title, columns: SourceTitles.widest)
    }
}
