/// Writes selectors as conditions of XPath 1.0.
///
/// From right to left: the element, then what has to be beside and above it. Wherever there is a choice the nearest element is
/// taken, for from there all is in reach that is in reach from one further off. So nothing is tried twice.
enum CSSTranslation {
    /// True of an element that one of the selectors matches.
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

    /// True of an element in which, or behind which, there is what the selector wants.
    ///
    /// From left to right: in this direction further elements reach further than the first, so all are tried.
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

    /// A step to elements that a compound and a further condition hold of; by name where that is possible, as this is quicker.
    fileprivate static func step(
        _ axis: String, _ compound: CSSCompound, and rest: XPathCondition = .always
    ) -> String {
        guard let name = compound.plainName else {
            return "\(axis)::*" + XPathCondition.all([compound.condition, rest]).predicate
        }
        return "\(axis)::\(name)" + XPathCondition.all([compound.conditionBesideName, rest]).predicate
    }
}

/// Compounds without a descendant's blank between them: `ul > li + li`.
private struct CSSFamily {
    /// The one that is at the right, and the deepest.
    let last: CSSCompound
    /// The others, from right to left, with what joins them to the one at their right.
    let others: [(combinator: CSSCombinator, compound: CSSCompound)]

    var condition: XPathCondition { .all([last.condition, surroundings]) }

    /// What has to be above and before the last one.
    var surroundings: XPathCondition {
        var steps: [String] = []
        var rest = others[...]
        while let (combinator, compound) = rest.popFirst() {
            switch combinator {
            case .child: steps.append(CSSTranslation.step("parent", compound))
            // A second predicate would be tried on all siblings, a step goes on from the first.
            case .next: steps += ["preceding-sibling::*[1]", CSSTranslation.step("self", compound)]
            case .later, .descendant:
                // What has to be directly before it belongs to the choice among those before.
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

    /// From the last one to the parent of the one that is highest.
    var stepsUp: [String] { others.filter { $0.combinator == .child }.map { _ in "parent::*" } }
}

extension CSSComplex {
    /// From left to right.
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
    /// The name, if a step can go by it: in small letters, as HTML's are, so that there is no second spelling.
    fileprivate var plainName: String? {
        name.flatMap { CSSName($0).isPlain && $0 == $0.asciiLowercased ? $0 : nil }
    }

    fileprivate var condition: XPathCondition {
        guard let name else { return conditionBesideName }
        return .all([CSSName(name).condition, conditionBesideName])
    }

    /// What takes least time stands first.
    fileprivate var conditionBesideName: XPathCondition {
        .all(
            conditions.filter(\.isOfElementAlone).map(condition)
                + conditions.filter { !$0.isOfElementAlone }.map(condition))
    }

    private func condition(of part: CSSCondition) -> XPathCondition {
        switch part {
        case .id(let id): XPathCondition("@id = \(id.xpathLiteral)")
        case .className(let name): CSSAttribute.hasClass(name)
        case .attribute(let attribute): attribute.condition
        case .place(let place): place.condition(ofElementNamed: plainName)
        case .any(let selectors): CSSTranslation.condition(of: selectors)
        case .none(let selectors): !CSSTranslation.condition(of: selectors)
        case .has(let relatives): .any(relatives.map(CSSTranslation.condition))
        case .language(let ranges): CSSAttribute.condition(ofLanguages: ranges)
        case .state(let state): state.condition
        }
    }
}

extension CSSCondition {
    /// Whether nothing but the element and its attributes has to be looked at.
    fileprivate var isOfElementAlone: Bool {
        switch self {
        case .id, .className, .attribute: true
        case .place, .any, .none, .has, .language, .state: false
        }
    }
}
