/// What a selector found.
public enum PageMatch {
    /// An element.
    case element(PageNode)
    /// The value of an attribute, a text, or what a function of XPath made.
    case text(String)

    /// What it says, on one line for an element.
    public var text: String {
        switch self {
        case .element(let node): node.text
        case .text(let text): text
        }
    }

    /// The element, or nil.
    public var element: PageNode? { if case .element(let node) = self { node } else { nil } }
}
