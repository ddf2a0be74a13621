/// What a user may choose about a page in Markdown.
public struct MarkdownOptions: Sendable, Hashable {
    /// What may be chosen about a page of any format.
    public var page = PageOptions()
    /// Whether YAML front matter stands at the head: title, date, tags, sources and count.
    public var hasFrontMatter = false
    /// Whether entries are tasks: `- [ ] title`.
    public var hasCheckboxes = false

    /// Makes the default choice.
    public init() {}
}
