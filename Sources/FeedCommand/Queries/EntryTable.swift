import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// Entries as lines: key, date, source, state, title.
struct EntryTable {
    private static let widestSource = 24
    /// The width of a title in columns if the output is no terminal.
    private static let widestTitle = 200

    let entries: [StoredEntry]
    let states: [EntryID: [String: EntryHistory.InPipeline.State]]
    /// The pipeline whose verdict is shown; if nil, the most advanced verdict is.
    let pipeline: String?
    let zone: Zone
    /// The width of the terminal in columns, or nil.
    let columns: Int?
    let localized: Localizer

    var lines: [String] {
        let dates = DigestDates(zone: zone)
        let rows = entries.map { entry in
            let source = DisplayWidth.fit(VisibleText.line(entry.source), in: Self.widestSource)
            return [entry.id.key, dates.minute(entry.date), source, state(of: entry)]
        }
        let widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        let room = columns.map { max(20, $0 - widths.reduce(0, +) - 8) } ?? Self.widestTitle
        return zip(entries, rows).map { entry, row in
            let cells =
                zip(row, widths).map { DisplayWidth.pad($0, to: $1) } + [entry.shownTitle(columns: room, localized)]
            let line = cells.joined(separator: "  ")
            return columns.map { DisplayWidth.fit(line, in: $0) } ?? line
        }
    }

    private func state(of entry: StoredEntry) -> String {
        let states = states[entry.id] ?? [:]
        let order: [EntryHistory.InPipeline.State] = [.kept, .waiting, .held, .quarantined, .dropped]
        let state = if let pipeline { states[pipeline] } else { order.first(where: states.values.contains) }
        // messages: look.state.*
        return state.map { localized("look.state.\($0.rawValue)") } ?? "-"
    }
}
