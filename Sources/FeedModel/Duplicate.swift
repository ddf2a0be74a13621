/// An entry that `deduplicate` dropped in favour of another one. Digests can show it with that entry.
public struct Duplicate: Sendable, Hashable {
    /// The engine's own id of the entry.
    public var key: String
    /// The configured name of the entry's source.
    public var source: String
    /// The source's title, for display.
    public var sourceTitle: String
    /// Title of the entry, or nil.
    public var title: String?
    /// Address of the entry, or nil.
    public var url: String?
    /// Whole numbers that the source counts, such as bookmarks, by name.
    public var numbers: [String: Int]

    /// Makes a duplicate.
    public init(
        key: String, source: String, sourceTitle: String, title: String? = nil, url: String? = nil,
        numbers: [String: Int] = [:]
    ) {
        self.key = key
        self.source = source
        self.sourceTitle = sourceTitle
        self.title = title
        self.url = url
        self.numbers = numbers
    }
}

extension [Duplicate] {
    /// Returns the configured names of their sources, each once, without `own`.
    public func sources(besides own: String) -> [String] {
        reduce(into: []) { names, duplicate in
            if duplicate.source != own, !names.contains(duplicate.source) { names.append(duplicate.source) }
        }
    }
}
