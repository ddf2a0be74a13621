/// Compound selectors joined by combinators: `article.card > h2`.
struct CSSComplex: Hashable, Sendable {
    /// At least one. The last one is what the matched element itself must match.
    var compounds: [CSSCompound]
    /// The combinator before each compound but the first, so one fewer than compounds.
    var combinators: [CSSCombinator] = []
}

/// A selector within `:has()`. It begins with a combinator, which may be implied.
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

/// The conditions on one element: `article.card[id]:first-child`.
struct CSSCompound: Hashable, Sendable {
    /// The element's name as written; nil if there is none or it is `*`.
    var name: String?
    var conditions: [CSSCondition] = []
}

enum CSSCondition: Hashable, Sendable {
    case id(String)
    case className(String)
    case attribute(CSSAttribute)
    /// `:first-child`, `:nth-of-type(2n)` and the like.
    case position(CSSPlace)
    /// `:is(…)`
    case any([CSSComplex])
    /// `:not(…)`
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

    /// The name as written.
    let name: String
    /// Nil if the attribute only has to exist.
    var test: Test?

    struct Test: Hashable, Sendable {
        let comparison: Comparison
        let value: String
        let ignoresCase: Bool
    }
}

/// The position of an element among its siblings, from 1: all of `step` × n + `offset`, n = 0, 1, ….
struct CSSPlace: Hashable, Sendable {
    var step = 0
    var offset = 1
    var isFromEnd = false
    /// Whether only siblings with the same name count.
    var isOfType = false
    /// If set, only siblings that match one of these count, including the element itself.
    var selectors: [CSSComplex]?
}

/// Pseudo-classes without brackets that are not about a position.
enum CSSState: String, Hashable, Sendable, CaseIterable {
    case root, scope, empty, link, checked, disabled, enabled
    case anyLink = "any-link"
}
