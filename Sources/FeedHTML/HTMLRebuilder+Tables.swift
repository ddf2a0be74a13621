// Tables (WHATWG HTML §13.2.6.4.9 to §13.2.6.4.15). Every implied part is written, so that no parser moves content out
// of a table ("foster parenting").
extension HTMLRebuilder {
    /// Opens a part of a table. Outside a table its tag is dropped.
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

    /// Handles the end tag of a table or of its part.
    mutating func endTablePart(_ element: HTMLElement) {
        guard let table = stack.lastIndex(where: { $0.element == .table }),
            let index = stack[table...].firstIndex(where: { $0.element == element })
        else { return }
        pop(to: index)
    }

    /// Opens a cell for content in a table that is outside its cells.
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
