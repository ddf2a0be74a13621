import FeedSelecting

/// A list of CSS selectors, translated into XPath 1.0.
///
/// It supports Selectors Level 3, and of Level 4 `:is()`, `:where()`, `:not()` and `:has()` with lists, `of` within
/// `:nth-child()`, `:scope`, `:any-link`, `:lang()` with lists, and the flags `i` and `s` of attributes. Namespaces are
/// refused, and so is what only a browser knows (the mouse, the state of forms, boxes). Classes and ids are
/// case-sensitive.
/// Source: https://www.w3.org/TR/selectors-4/.
struct CSSSelector: Hashable, Sendable {
    /// Simple selectors in a text, at most, such as a name, a class or a pseudo-class.
    static let mostParts = 256
    /// Levels of brackets around a selector, at most.
    static let mostNesting = 16

    /// The selectors as written.
    let text: String
    /// An XPath expression that is true if one of the selectors matches the context node.
    ///
    /// It needs the variable `scope`, the searched element, and the functions of `TypePlaces`.
    let predicate: String

    /// Parses a list of selectors. Throws for an invalid or unsupported selector.
    init(_ text: String) throws(SelectorError) {
        var reader = CSSReader(text)
        self.text = text
        predicate = CSSTranslation.condition(of: try reader.selectors()).text
    }
}
