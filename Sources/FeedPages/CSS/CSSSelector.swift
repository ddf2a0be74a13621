import FeedSelecting

/// A list of CSS selectors, translated into XPath 1.0.
///
/// Selectors Level 3, and of Level 4 `:is()`, `:where()`, `:not()` and `:has()` with lists, `of` within `:nth-child()`,
/// `:scope`, `:any-link`, `:lang()` with lists, and the signs `i` and `s` of attributes. What only a browser knows (the mouse, a
/// form's state, boxes) is refused, as are namespaces. Classes and ids are compared with their case.
/// Source: https://www.w3.org/TR/selectors-4/.
struct CSSSelector: Hashable, Sendable {
    /// The most simple selectors in a text, such as a name, a class or a pseudo-class.
    static let mostParts = 256
    /// How deep selectors may stand in brackets of others.
    static let mostNesting = 16

    /// As it was written.
    let text: String
    /// An XPath expression that is true where the context node is an element that one of the selectors matches.
    ///
    /// It wants the variable `scope`, the element that is searched, and the functions of `TypePlaces`.
    let predicate: String

    /// Reads a list of selectors; throws if it is none, or has what is not supported here.
    init(_ text: String) throws(SelectorError) {
        var reader = CSSReader(text)
        self.text = text
        predicate = CSSTranslation.condition(of: try reader.selectors()).text
    }
}
