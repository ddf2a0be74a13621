import FeedEngine
import FeedMessages
import FeedModel
import FeedRendering

/// What a dry run prints of a message.
enum PreviewKind: Sendable {
    /// Its target and the titles of its entries.
    case titles
    /// Its payload.
    case digests
}

/// A message that a sink would have received, as `--dry-run` shows it.
struct PreviewText {
    /// The most titles that are listed for a message.
    private static let mostTitles = 40
    /// The width of a title in columns if the output is no terminal.
    private static let widestTitle = 200
    private static let widestSource = 20
    /// The narrowest terminal on which a title has its source beside it.
    private static let withSources = 60
    private static let indent = "  "

    let preview: MessagePreview
    /// The working folder, or empty if it is unknown.
    let folder: String
    /// The width of the terminal in columns, or nil.
    let columns: Int?
    let localized: Localizer

    /// A line with the sink, the number of entries and the target, then the titles.
    var lines: [String] {
        var arguments: [String: MessageArgument] = [
            "sink": .text(preview.sink), "target": .text(ShownPath.of(preview.target, in: folder)),
        ]
        if !preview.entries.isEmpty { arguments["entries"] = .number(preview.entries.count) }
        let heading = VisibleText.line(localized("run.preview", arguments))
        let rest = preview.entries.count - Self.mostTitles
        return (columns.map { DisplayWidth.wrapped(heading, in: $0) } ?? [heading])
            + titles + (rest > 0 ? [Self.indent + localized("run.preview.more", ["count": .number(rest)])] : [])
    }

    private var titles: [String] {
        let entries = preview.entries.prefix(Self.mostTitles)
        let sources = entries.map { DisplayWidth.fit(VisibleText.line($0.source), in: Self.widestSource) }
        let hasSources = columns.map { $0 >= Self.withSources } ?? true
        let width = hasSources ? sources.map { DisplayWidth.of($0) }.max() ?? 0 : 0
        let room = columns.map { $0 - Self.indent.count - (hasSources ? width + 2 : 0) } ?? Self.widestTitle
        return zip(entries, sources).map { entry, source in
            let title = entry.entry.shownTitle(columns: max(1, room), localized)
            return Self.indent + (hasSources ? DisplayWidth.pad(source, to: width) + "  " : "") + title
        }
    }
}

/// The digest that a sink would have received, as `--dry-run --digests` shows it.
struct PreviewedDigest {
    let preview: MessagePreview
    let localized: Localizer

    /// Prints a line with sink and target, then the payload; on a terminal without control sequences.
    func print(on console: Console) throws(CommandFailure) {
        let heading = localized(
            "run.preview.heading",
            [
                "sink": .text(preview.sink), "target": .text(preview.target),
                "bytes": .number(preview.payload.count),
            ])
        try console.print(VisibleText.line(heading))
        try console.print(document: preview.payload)
        if preview.payload.last != UInt8(ascii: "\n") { try console.print("") }
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
