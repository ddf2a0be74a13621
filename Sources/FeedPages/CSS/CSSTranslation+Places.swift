extension CSSPlace {
    /// True for an element at this position. `name` is the element's name if the selector has one.
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

    /// The position is `offset` + n × `step`, so one fewer siblings are before the element.
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

    /// Counts the siblings before or behind an element.
    private enum Counting {
        /// The siblings on a step's axis.
        case siblings(String)
        /// The siblings with the element's own name. XPath cannot express this, so a function counts.
        case ofOwnName(String)

        var number: String {
            switch self {
            case .siblings(let step): "count(\(step))"
            case .ofOwnName(let function): "\(function)()"
            }
        }

        /// Searching the sibling at one position is faster than counting all.
        func isAtLeast(_ least: Int) -> XPathCondition {
            guard least > 0 else { return .always }
            return switch self {
            case .siblings(let step): XPathCondition("\(step)[\(least)]")
            case .ofOwnName(let function): XPathCondition("\(function)(\(least)) = \(least)")
            }
        }
    }
}
