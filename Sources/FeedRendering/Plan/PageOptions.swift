/// What a user may choose about a page of any format for people.
public struct PageOptions: Sendable, Hashable {
    /// Width of an excerpt, in columns: a Japanese character has two. 0 for no excerpts.
    public var excerpt: Int
    /// The most entries that lead the page. Nil: four if the digest is in the order of a number, otherwise none.
    public var lead: Int?
    /// The number of entries of a section that are cards; the others are brief. Nil: 4, or 12 in a page without
    /// sections, or all if the page has at most 12 entries.
    public var briefAfter: Int?

    /// Makes the choice.
    public init(excerpt: Int = 240, lead: Int? = nil, briefAfter: Int? = nil) {
        self.excerpt = excerpt
        self.lead = lead
        self.briefAfter = briefAfter
    }

    /// The number of cards in a section of a page with `count` entries. A compact page has half as many as usual.
    func cards(ofPage count: Int, isGrouped: Bool, isCompact: Bool) -> Int {
        if let briefAfter { return briefAfter }
        let (few, inSection) = isCompact ? (6, 2) : (12, 4)
        return count <= few ? count : isGrouped ? inSection : few
    }
}
