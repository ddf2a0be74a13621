/// What a user may choose about a page.
public struct HTMLOptions: Sendable {
    /// Which entries have their whole text, folded.
    public enum Bodies: String, Sendable, CaseIterable {
        /// Cards whose text clearly says more than the excerpt, as long as the page is small.
        case auto
        /// All entries whose text says more than the excerpt.
        case full
        /// No entry.
        case none
    }

    /// Which entries have their whole text.
    public var bodies = Bodies.auto
    /// Width of an excerpt, in columns: a Japanese character has two. 0 for no excerpts.
    public var excerpt = 240
    /// The most entries that lead the page. Nil: four if the digest is in the order of a number, otherwise none.
    public var lead: Int?
    /// The number of entries of a section that are cards; the others are brief. Nil: 4, or 12 in a page without
    /// sections, or all if the page has at most 12 entries.
    public var briefAfter: Int?

    /// Makes the default choice.
    public init() {}
}
