/// Markup that may be shown: nothing but the sanitiser makes it.
///
/// Every element in it is allowed, closed and well nested; an HTML parser finds exactly what was written.
public struct SafeHTML: Sendable, Hashable {
    /// A fragment of HTML for a place where flow content may stand (`<div>`, `<article>`, `<td>`).
    public let markup: String

    init(markup: String) { self.markup = markup }

    /// Whether there is nothing in it.
    public var isEmpty: Bool { markup.isEmpty }
}
