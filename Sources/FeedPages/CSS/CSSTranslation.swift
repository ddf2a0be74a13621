/// Translates selectors into conditions of XPath 1.0.
///
/// It goes from right to left: first the element, then what must be beside and above it. If several elements match, the
/// nearest one is taken: it reaches all that the others reach. So nothing is tried twice.
enum CSSTranslation {
    /// True for an element that matches one of the selectors.
    static func condition(of selectors: [CSSComplex]) -> XPathCondition {
        .any(selectors.map(condition))
    }

    private static func condition(of complex: CSSComplex) -> XPathCondition {
        var families = complex.families[...]
        guard let own = families.popLast() else { return .always }
        guard !families.isEmpty else { return own.condition }
        var steps = own.stepsUp
        while let family = families.popLast() {
            steps.append(step("ancestor", family.last, and: family.surroundings) + "[1]")
            if !families.isEmpty { steps += family.stepsUp }
        }
        return .all([own.condition, XPathCondition(steps.joined(separator: "/"))])
    }

    /// True for an element if the relative selector finds something in it or behind it.
    ///
    /// It goes from left to right. In this direction further elements reach more than the first one, so all are tried.
    static func condition(of relative: CSSRelative) -> XPathCondition {
        let combinators = [relative.combinator] + relative.complex.combinators
        return zip(combinators, relative.complex.compounds).reversed().reduce(.always) { rest, part in
            let (combinator, compound) = part
            switch combinator {
            case .descendant: return XPathCondition(step("descendant", compound, and: rest) + "[1]")
            case .child: return XPathCondition(step("child", compound, and: rest) + "[1]")
            case .later: return XPathCondition(step("following-sibling", compound, and: rest) + "[1]")
            case .next: return XPathCondition("following-sibling::*[1]/" + step("self", compound, and: rest))
            }
        }
    }

    /// A step to the elements that match a compound and a further condition. A step by name is faster than a condition
    /// on it.
    fileprivate static func step(
        _ axis: String, _ compound: CSSCompound, and rest: XPathCondition = .always
    ) -> String {
        guard let name = compound.plainName else {
            return "\(axis)::*" + XPathCondition.all([compound.condition, rest]).predicate
        }
        return "\(axis)::\(name)" + XPathCondition.all([compound.conditionBesideName, rest]).predicate
    }
}

/// Compounds that are not joined by a descendant combinator: `ul > li + li`.
private struct CSSFamily {
    /// The rightmost and deepest compound.
    let last: CSSCompound
    /// The others from right to left, each with the combinator to its right.
    let others: [(combinator: CSSCombinator, compound: CSSCompound)]

    var condition: XPathCondition { .all([last.condition, surroundings]) }

    /// The conditions above and before the last compound.
    var surroundings: XPathCondition {
        var steps: [String] = []
        var rest = others[...]
        while let (combinator, compound) = rest.popFirst() {
            switch combinator {
            case .child: steps.append(CSSTranslation.step("parent", compound))
            // A second predicate would be tried on all siblings; a step continues from the first one.
            case .next: steps += ["preceding-sibling::*[1]", CSSTranslation.step("self", compound)]
            case .later, .descendant:
                // Compounds that must be directly before it are part of the choice.
                let neighbours = Array(rest.prefix { $0.combinator == .next })
                rest = rest.dropFirst(neighbours.count)
                let family = CSSFamily(last: compound, others: neighbours)
                steps.append(CSSTranslation.step("preceding-sibling", compound, and: family.surroundings) + "[1]")
                if rest.first?.combinator == .later {
                    steps += neighbours.map { _ in "preceding-sibling::*[1]" }
                }
            }
        }
        return steps.isEmpty ? .always : XPathCondition(steps.joined(separator: "/"))
    }

    /// The steps from the last element to the parent of the highest one.
    var stepsUp: [String] { others.filter { $0.combinator == .child }.map { _ in "parent::*" } }
}

extension CSSComplex {
    /// The families from left to right.
    fileprivate var families: [CSSFamily] {
        var families: [CSSFamily] = []
        var members: [(combinator: CSSCombinator, compound: CSSCompound)] = []
        for (place, compound) in compounds.enumerated() {
            if place + 1 < compounds.count, combinators[place] != .descendant {
                members.insert((combinators[place], compound), at: 0)
            } else {
                families.append(CSSFamily(last: compound, others: members))
                members = []
            }
        }
        return families
    }
}

extension CSSCompound {
    /// The name if a step can use it: in lower case, like all names of HTML, so that there is no second spelling.
    fileprivate var plainName: String? {
        name.flatMap { CSSName($0).isPlain && $0 == $0.asciiLowercased ? $0 : nil }
    }

    fileprivate var condition: XPathCondition {
        guard let name else { return conditionBesideName }
        return .all([CSSName(name).condition, conditionBesideName])
    }

    /// Fast conditions come first.
    fileprivate var conditionBesideName: XPathCondition {
        .all(
            conditions.filter(\.isOfElementAlone).map(condition)
                + conditions.filter { !$0.isOfElementAlone }.map(condition))
    }

    private func condition(of condition: CSSCondition) -> XPathCondition {
        switch condition {
        case .id(let id): XPathCondition("@id = \(id.xpathLiteral)")
        case .className(let name): CSSAttribute.hasClass(name)
        case .attribute(let attribute): attribute.condition
        case .position(let position): position.condition(ofElementNamed: plainName)
        case .any(let selectors): CSSTranslation.condition(of: selectors)
        case .none(let selectors): !CSSTranslation.condition(of: selectors)
        case .has(let relatives): .any(relatives.map(CSSTranslation.condition))
        case .language(let ranges): CSSAttribute.condition(ofLanguages: ranges)
        case .state(let state): state.condition
        }
    }
}

extension CSSCondition {
    /// Whether the condition needs only the element and its attributes.
    fileprivate var isOfElementAlone: Bool {
        switch self {
        case .id, .className, .attribute: true
        case .position, .any, .none, .has, .language, .state: false
        }
    }
}
