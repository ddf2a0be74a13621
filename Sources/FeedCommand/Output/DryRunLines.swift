import FeedEngine
import FeedModel
import FeedRendering

/// What a sink would have got, as `--dry-run` shows it.
struct Preview {
    let sink: String
    let target: String
    let payload: [UInt8]

    /// Prints a line that names sink and target, then the bytes; on a terminal without what could steer it.
    func print(on console: Console) throws(CommandFailure) {
        try console.print("──── \(VisibleText.line(sink)) → \(VisibleText.line(target)), \(payload.count) bytes")
        try console.print(document: payload)
        if payload.last != UInt8(ascii: "\n") { try console.print("") }
    }
}

/// How far the requests go that servers still take, as `--dry-run` shows it.
struct BudgetLines {
    let budgets: [RunReport.BudgetOutlook]
    let zone: Zone
    let now: Timestamp

    /// `qiita.com: 57 of 60 requests left until 08:10; this run needs about 3`
    var lines: [String] {
        budgets.map { budget in
            let allowed = budget.allowed.map { " of \($0)" } ?? ""
            let requests = budget.remaining == 1 && budget.allowed == nil ? "request" : "requests"
            return "\(VisibleText.line(budget.server)): \(budget.remaining)\(allowed) \(requests) left until "
                + "\(time(budget.resetsAt)); this run needs about \(budget.needed)"
        }
    }

    /// The time of day, with the day where that is not today.
    private func time(_ moment: Timestamp) -> String {
        let text = moment.rfc3339(offset: zone.offset(at: moment))
        let today = now.rfc3339(offset: zone.offset(at: now))
        let clock = text.dropFirst(11).prefix(5)
        return text.prefix(10) == today.prefix(10) ? String(clock) : "\(text.prefix(10)) \(clock)"
    }
}
