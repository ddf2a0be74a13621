import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering

/// The payload that a sink would have received, as `--dry-run` shows it.
struct Preview {
    let sink: String
    let target: String
    let payload: [UInt8]
    let localized: Localizer

    /// Prints a line with sink and target, then the payload; on a terminal without control sequences.
    func print(on console: Console) throws(CommandFailure) {
        let heading = localized(
            "run.preview", ["sink": .text(sink), "target": .text(target), "bytes": .number(payload.count)])
        try console.print(VisibleText.line(heading))
        try console.print(document: payload)
        if payload.last != UInt8(ascii: "\n") { try console.print("") }
    }
}

/// The request budgets of servers, as `--dry-run` shows them.
struct BudgetLines {
    let budgets: [RunReport.BudgetOutlook]
    let zone: Zone
    let now: Timestamp
    let localized: Localizer

    /// `qiita.com: 57 of 60 requests left until 08:10; this run needs about 3`
    var lines: [String] {
        budgets.map { budget in
            var arguments: [String: MessageArgument] = [
                "server": .text(VisibleText.line(budget.server)), "left": .number(budget.remaining),
                "until": .text(time(budget.resetsAt)), "needed": .number(budget.needed),
            ]
            if let allowed = budget.allowed { arguments["allowed"] = .number(allowed) }
            return localized("run.budget", arguments)
        }
    }

    /// Returns the time of day, with the date unless it is today.
    private func time(_ moment: Timestamp) -> String {
        let text = moment.rfc3339(offset: zone.offset(at: moment))
        let today = now.rfc3339(offset: zone.offset(at: now))
        let clock = text.dropFirst(11).prefix(5)
        return text.prefix(10) == today.prefix(10) ? String(clock) : "\(text.prefix(10)) \(clock)"
    }
}
