// The rules of WHATWG HTML §13.2.6.4.7 ("in body") about what ends what.
extension HTMLRebuilder {
    /// The innermost open element that `matches`, sought up to the present cell or table.
    func indexInScope(endingAt isBarrier: (HTMLElement) -> Bool = { _ in false }, where matches: (HTMLElement) -> Bool)
        -> Int?
    {
        for index in stack.indices.reversed() {
            let element = stack[index].element
            if matches(element) { return index }
            if element == .table || element.traits.contains(.cell) || isBarrier(element) { return nil }
        }
        return nil
    }

    /// An end tag.
    mutating func end(_ element: HTMLElement) {
        let traits = element.traits
        guard traits.contains(.allowed) else { return }
        switch element {
        case .br:
            if isInTableStructure { return }
            push(.br, isVoid: true, isImplied: true)
        case .table, .caption, .colgroup, .tbody, .tfoot, .thead, .tr, .td, .th: endTablePart(element)
        case .p: endParagraph()
        case .li:
            if let index = indexInScope(endingAt: { $0 == .ol || $0 == .ul }, where: { $0 == .li }) { pop(to: index) }
        default:
            if traits.contains(.void) { return }
            if traits.contains(.heading) {
                endHeadings()
            } else if traits.contains(.formatting) {
                endFormatting(element)
            } else if traits.contains(.special) {
                if let index = indexInScope(where: { $0 == element }) { pop(to: index) }
            } else {
                let index = indexInScope(endingAt: { $0.traits.contains(.special) }, where: { $0 == element })
                if let index { pop(to: index) }
            }
        }
    }

    /// A paragraph ends where a block begins.
    mutating func endParagraph() {
        if let index = indexInScope(where: { $0 == .p }) { pop(to: index) }
    }

    mutating func endHeadings() {
        if let index = indexInScope(where: { $0.traits.contains(.heading) }) { pop(to: index) }
    }

    /// `li` ends the `li` before it, `dd` and `dt` the `dd` or `dt`.
    mutating func endItems(before element: HTMLElement) {
        let index = indexInScope(
            endingAt: { $0.traits.contains(.endsItemSearch) },
            where: { element == .li ? $0 == .li : $0 == .dd || $0 == .dt })
        if let index { pop(to: index) }
    }

    /// `rt` and `rp` end each other, where there is a `ruby` around them.
    mutating func endRubyTexts() {
        guard indexInScope(where: { $0 == .ruby }) != nil else { return }
        while let last = stack.last, last.element.traits.contains(.impliedEnd) { pop(to: stack.count - 1) }
    }

    /// A link ends the link before it.
    mutating func endLinks() {
        forgetCutOffLinks()
        guard let index = indexInScope(where: { $0 == .a }) else { return }
        stack[index].hasEnded = true
        pop(to: index)
    }

    /// The end tag of a formatting element; a simple adoption agency (§13.2.6.4.7).
    private mutating func endFormatting(_ element: HTMLElement) {
        let open = stack.indices.reversed().prefix { index in
            let other = stack[index].element
            return other != .table && !other.traits.contains(.cell)
        }.first { stack[$0].element == element && !stack[$0].hasEnded }
        guard let open else {
            forgetCutOff(element)
            return
        }
        stack[open].hasEnded = true
        // Blocks inside it are not torn apart: it ends with them.
        if stack[(open + 1)...].contains(where: { $0.element.traits.contains(.special) }) { return }
        pop(to: open)
    }
}
