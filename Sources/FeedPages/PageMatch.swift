/// A match of a selector.
public enum PageMatch {
    /// An element.
    case element(PageNode)
    /// The value of an attribute, a text node, or the result of an XPath function.
    case text(String)

    /// The text; of an element on one line.
    public var text: String {
        switch self {
        case .element(let node): node.text
        case .text(let text): text
        }
    }

    /// The element, or nil.
    public var element: PageNode? { if case .element(let node) = self { node } else { nil } }
}
