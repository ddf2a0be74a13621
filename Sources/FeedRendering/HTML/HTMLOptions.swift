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

    /// What may be chosen about a page of any format.
    public var page = PageOptions()
    /// Which entries have their whole text.
    public var bodies = Bodies.auto

    /// Makes the default choice.
    public init() {}
}
