// Tables (WHATWG HTML §13.2.6.4.9 to §13.2.6.4.15), with every implied part written, so that nothing is ever moved
// out of a table by a parser ("foster parenting").
extension HTMLRebuilder {
    /// A part of a table; its tag goes where no table is open around it.
    mutating func startTablePart(_ element: HTMLElement) {
        guard let table = stack.lastIndex(where: { $0.element == .table }) else { return }
        switch element {
        case .col:
            if part(at: table + 1) == .colgroup {
                pop(to: table + 2)
            } else {
                pop(to: table + 1)
                push(.colgroup, isImplied: true)
            }
            push(.col)
        case .tr:
            openSection(of: table)
            push(.tr)
        case .td, .th:
            openRow(of: table)
            push(element)
        default:
            pop(to: table + 1)
            push(element)
        }
    }

    /// The end tag of a table or of a part of one.
    mutating func endTablePart(_ element: HTMLElement) {
        guard let table = stack.lastIndex(where: { $0.element == .table }),
            let index = stack[table...].firstIndex(where: { $0.element == element })
        else { return }
        pop(to: index)
    }

    /// A cell for content that stands in a table outside its cells.
    mutating func openCell() {
        guard let table = stack.lastIndex(where: { $0.element == .table }) else { return }
        openRow(of: table)
        push(.td, isImplied: true)
    }

    private func part(at index: Int) -> HTMLElement? { index < stack.count ? stack[index].element : nil }

    private mutating func openSection(of table: Int) {
        switch part(at: table + 1) {
        case .tbody, .tfoot, .thead: pop(to: table + 2)
        default:
            pop(to: table + 1)
            push(.tbody, isImplied: true)
        }
    }

    private mutating func openRow(of table: Int) {
        if part(at: table + 2) == .tr {
            pop(to: table + 3)
        } else {
            openSection(of: table)
            push(.tr, isImplied: true)
        }
    }
}
