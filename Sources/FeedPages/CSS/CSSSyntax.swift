/// Compound selectors with what stands between them: `article.card > h2`.
struct CSSComplex: Hashable, Sendable {
    /// At least one; the last is the one that an element has to match itself.
    var compounds: [CSSCompound]
    /// One fewer than compounds: how each compound but the first is joined to the one before it.
    var combinators: [CSSCombinator] = []
}

/// A selector within `:has()`, which begins with a combinator, written or not.
struct CSSRelative: Hashable, Sendable {
    let combinator: CSSCombinator
    let complex: CSSComplex
}

enum CSSCombinator: Hashable, Sendable {
    /// A blank.
    case descendant
    /// `>`
    case child
    /// `+`
    case next
    /// `~`
    case later
}

/// What one element has to be: `article.card[id]:first-child`.
struct CSSCompound: Hashable, Sendable {
    /// As it is written, or nil if there is none or it is `*`.
    var name: String?
    var conditions: [CSSCondition] = []
}

enum CSSCondition: Hashable, Sendable {
    case id(String)
    case className(String)
    case attribute(CSSAttribute)
    case place(CSSPlace)
    case any([CSSComplex])
    case none([CSSComplex])
    case has([CSSRelative])
    case language([String])
    case state(CSSState)
}

/// `[name]`, or `[name="value"]` with one of the operators.
struct CSSAttribute: Hashable, Sendable {
    enum Comparison: Hashable, Sendable {
        case equal, word, languageRange, prefix, suffix, part
    }

    /// As it is written.
    let name: String
    /// Nil if the attribute only has to be there.
    var test: Test?

    struct Test: Hashable, Sendable {
        let comparison: Comparison
        let value: String
        let ignoresCase: Bool
    }
}

/// Where an element stands among its siblings: the places `step` × n + `offset`, n = 0, 1, …, counted from 1.
struct CSSPlace: Hashable, Sendable {
    var step = 0
    var offset = 1
    var isFromEnd = false
    /// Whether only siblings of the same name are counted.
    var isOfType = false
    /// Only siblings that match one of these are counted, the element itself included.
    var selectors: [CSSComplex]?
}

/// What an element is without further words.
enum CSSState: String, Hashable, Sendable, CaseIterable {
    case root, scope, empty, link, checked, disabled, enabled
    case anyLink = "any-link"
}
