/// A text as its source gave it: plain text, or markup that is not sanitised.
public enum TextContent: Sendable, Hashable {
    /// Plain text; a `<` is a less-than sign.
    case plain(String)
    /// Markup from the network. Only `FeedHTML`'s sanitiser makes it safe to show.
    case html(UntrustedHTML)
}

/// Markup as it came from the network, with the base of its relative addresses.
public struct UntrustedHTML: Sendable, Hashable {
    /// A fragment of HTML, valid UTF-8, not sanitised.
    public var markup: String
    /// Absolute base address, or nil if there is none.
    public var base: String?

    /// Makes a fragment.
    public init(markup: String, base: String? = nil) {
        self.markup = markup
        self.base = base
    }
}
