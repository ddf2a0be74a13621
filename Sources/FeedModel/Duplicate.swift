/// An entry that `deduplicate` dropped in favour of another one: what it told is told with that one.
public struct Duplicate: Sendable, Hashable {
    /// Our own id.
    public var key: String
    /// The configured name of its source.
    public var source: String
    /// The source's title for people.
    public var sourceTitle: String
    /// Its title, or nil.
    public var title: String?
    /// Its address, or nil.
    public var url: String?
    /// What its source counts, such as bookmarks.
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
    /// The configured names of their sources, each once, without that of the entry itself.
    public func sources(besides own: String) -> [String] {
        reduce(into: []) { names, duplicate in
            if duplicate.source != own, !names.contains(duplicate.source) { names.append(duplicate.source) }
        }
    }
}
