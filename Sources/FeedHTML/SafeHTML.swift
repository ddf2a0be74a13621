/// Markup that is safe to show. Only the sanitiser creates it.
///
/// Every element is allowed, closed and well nested. An HTML parser reads exactly what is written.
public struct SafeHTML: Sendable, Hashable {
    /// A fragment of HTML that may stand wherever flow content may (`<div>`, `<article>`, `<td>`).
    public let markup: String

    init(markup: String) { self.markup = markup }

    /// Whether the markup is empty.
    public var isEmpty: Bool { markup.isEmpty }
}
