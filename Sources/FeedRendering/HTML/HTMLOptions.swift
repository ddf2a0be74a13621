/// What a user may choose about an HTML page.
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

    /// Which pictures a page has.
    public enum Pictures: String, Sendable, CaseIterable {
        /// Those of leads and cards, unless a site has only drawn the title; and those of whole texts.
        case auto
        /// All of leads, cards and whole texts.
        case all
        /// None: a browser that shows the page asks no other site for anything.
        case none
    }

    /// The size of the type and the space around it.
    public enum Density: String, Sendable, CaseIterable {
        /// Large type and much space.
        case normal
        /// Smaller type, less space, fewer cards, and three columns of brief entries.
        case compact
    }

    /// What may be chosen about a page of any format.
    public var page = PageOptions()
    /// Which entries have their whole text.
    public var bodies = Bodies.auto
    /// Which pictures the page has.
    public var pictures = Pictures.auto
    /// The size of the type and the space around it.
    public var density = Density.normal
    /// Rules that come after the page's own, or nil.
    public var style: PageStyle?

    /// Makes the default choice.
    public init() {}
}
