// The rules of WHATWG HTML §13.2.6.4.7 ("in body") for implied ends.
extension HTMLRebuilder {
    /// The innermost open element that `matches`, within the current cell or table.
    @inline(__always)
    func indexInScope(
        endingAt isBarrier: (OpenElement) -> Bool = { _ in false }, where matches: (OpenElement) -> Bool
    ) -> Int? {
        var index = stack.count
        while index > 0 {
            index &-= 1
            let open = stack[index]
            if matches(open) { return index }
            if open.element == .table || open.traits.contains(.cell) || isBarrier(open) { return nil }
        }
        return nil
    }

    /// Handles an end tag.
    mutating func end(_ element: HTMLElement) {
        let traits = rule(element).traits
        guard traits.contains(.allowed) else {
            if element == .noscript { endNoscript() }
            return
        }
        switch element {
        case .br:
            if isInTableStructure || stack.count >= Self.deepest { return }
            push(.br, isImplied: true)
        case .table, .caption, .colgroup, .tbody, .tfoot, .thead, .tr, .td, .th: endTablePart(element)
        case .p: endParagraph()
        case .li:
            if let index = indexInScope(
                endingAt: { $0.element == .ol || $0.element == .ul }, where: { $0.element == .li })
            {
                pop(to: index)
            }
        default:
            if traits.contains(.void) { return }
            if traits.contains(.heading) {
                endHeadings()
            } else if traits.contains(.formatting) {
                endFormatting(element)
            } else if traits.contains(.special) {
                if let index = indexInScope(where: { $0.element == element }) { pop(to: index) }
            } else {
                let index = indexInScope(endingAt: { $0.traits.contains(.special) }, where: { $0.element == element })
                if let index { pop(to: index) }
            }
        }
    }

    /// Ends the open paragraph, as every block does.
    mutating func endParagraph() {
        if let index = indexInScope(where: { $0.element == .p }) { pop(to: index) }
    }

    mutating func endHeadings() {
        if let index = indexInScope(where: { $0.traits.contains(.heading) }) { pop(to: index) }
    }

    /// Ends the open item: the `li` before an `li`, the `dd` or `dt` before a `dd` or `dt`.
    mutating func endItems(before element: HTMLElement) {
        let index = indexInScope(
            endingAt: { $0.traits.contains(.endsItemSearch) },
            where: { element == .li ? $0.element == .li : $0.element == .dd || $0.element == .dt })
        if let index { pop(to: index) }
    }

    /// Ends an open `rt` or `rp` inside a `ruby`.
    mutating func endRubyTexts() {
        guard indexInScope(where: { $0.element == .ruby }) != nil else { return }
        while let last = stack.last, last.traits.contains(.impliedEnd) { pop(to: stack.count - 1) }
    }

    /// Ends the open link: links do not nest.
    mutating func endLinks() {
        forgetCutOffLinks()
        guard let index = indexInScope(where: { $0.element == .a }) else { return }
        stack[index].hasEnded = true
        pop(to: index)
    }

    /// Handles the end tag of a formatting element, as a simple form of the adoption agency algorithm (§13.2.6.4.7).
    private mutating func endFormatting(_ element: HTMLElement) {
        let open = stack.indices.reversed().prefix { index in
            stack[index].element != .table && !stack[index].traits.contains(.cell)
        }.first { stack[$0].element == element && !stack[$0].hasEnded }
        guard let open else {
            forgetCutOff(element)
            return
        }
        stack[open].hasEnded = true
        // Blocks inside the element are not split: the element ends with them.
        if stack[(open + 1)...].contains(where: { $0.traits.contains(.special) }) { return }
        pop(to: open)
    }
}
