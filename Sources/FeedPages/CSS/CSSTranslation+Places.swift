extension CSSPlace {
    /// True of an element that stands there; `name` is what it is called, if the selector says so.
    func condition(ofElementNamed name: String?) -> XPathCondition {
        let counting = counting(ofElementNamed: name)
        let isCounted = selectors.map { CSSTranslation.condition(of: $0) } ?? .always
        return .all([isCounted, condition(counting)])
    }

    private func counting(ofElementNamed name: String?) -> Counting {
        let axis = isFromEnd ? "following-sibling" : "preceding-sibling"
        guard isOfType else {
            let predicate = selectors.map { CSSTranslation.condition(of: $0).predicate } ?? ""
            return .siblings("\(axis)::*\(predicate)")
        }
        guard let name else { return .ofOwnName(isFromEnd ? TypePlaces.afterItself : TypePlaces.beforeItself) }
        return .siblings("\(axis)::\(name)")
    }

    /// The place is `offset` + n × `step`, so before the element there are that many less one.
    private func condition(_ counting: Counting) -> XPathCondition {
        let before = offset - 1
        switch step {
        case 0:
            return .all([counting.isAtLeast(before), !counting.isAtLeast(before + 1), before < 0 ? .never : .always])
        case 1: return counting.isAtLeast(before)
        case -1: return before < 0 ? .never : !counting.isAtLeast(before + 1)
        default:
            let width = abs(step)
            let remainder = ((before % width) + width) % width
            let isInSeries = XPathCondition("\(counting.number) mod \(width) = \(remainder)")
            guard step < 0 else { return .all([before < width ? .always : counting.isAtLeast(before), isInSeries]) }
            return before < 0 ? .never : .all([!counting.isAtLeast(before + 1), isInSeries])
        }
    }

    /// How many siblings stand before an element, or behind it.
    private enum Counting {
        /// Those that a step leads to.
        case siblings(String)
        /// Those called like the element, whatever its name: XPath has no word for this, so a function counts.
        case ofOwnName(String)

        var number: String {
            switch self {
            case .siblings(let step): "count(\(step))"
            case .ofOwnName(let function): "\(function)()"
            }
        }

        /// To look for one of them takes less time than to count all.
        func isAtLeast(_ least: Int) -> XPathCondition {
            guard least > 0 else { return .always }
            return switch self {
            case .siblings(let step): XPathCondition("\(step)[\(least)]")
            case .ofOwnName(let function): XPathCondition("\(function)(\(least)) = \(least)")
            }
        }
    }
}
