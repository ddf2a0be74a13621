/// A text as its source gave it: plain, or markup that nobody has judged yet.
public enum TextContent: Sendable, Hashable {
    /// Plain text; `<` means a less-than sign.
    case plain(String)
    /// Markup from the network; only `FeedHTML`'s sanitiser turns it into something that may be shown.
    case html(UntrustedHTML)
}

/// Markup as it came from the network, with the address that its relative addresses are resolved against.
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
