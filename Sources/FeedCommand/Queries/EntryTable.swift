import FeedMessages
import FeedModel
import FeedRendering
import FeedState

/// Entries as lines: key, date, source, state, title.
struct EntryTable {
    private static let widestSource = 24
    private static let narrowestSource = 8
    /// The width of a title in columns if the output is no terminal.
    private static let widestTitle = 200
    /// The columns that names leave to titles.
    private static let leastTitle = 36
    /// The narrowest terminal on which an entry is one line, and the narrowest with the years of dates.
    private static let (oneLine, withYears) = (60, 100)

    let entries: [StoredEntry]
    let states: [EntryID: [String: EntryHistory.InPipeline.State]]
    /// The pipeline whose verdict is shown; if nil, the most advanced verdict is.
    let pipeline: String?
    let zone: Zone
    /// The width of the terminal in columns, or nil.
    let columns: Int?
    let localized: Localizer

    /// A line for each entry; on a narrow terminal two, the title first.
    var lines: [String] {
        guard let columns, columns < Self.oneLine else { return joinedLines }
        let dates = shownDates
        let width = entries.map { DisplayWidth.of($0.id.key) }.max() ?? 0
        return zip(entries, dates).flatMap { entry, date in
            let key = DisplayWidth.pad(entry.id.key, to: width)
            let title = entry.entry.shownTitle(columns: max(1, columns - width - 2), localized)
            let facts = [date, VisibleText.line(entry.source), state(of: entry)].joined(separator: "  ")
            let indent = String(repeating: " ", count: width)
            return ["\(key)  \(title)", "\(indent)  \(facts)"].map { DisplayWidth.fit($0, in: columns) }
        }
    }

    private var joinedLines: [String] {
        let rows = zip(entries, shownDates).map { entry, date in
            [entry.id.key, date, VisibleText.line(entry.source), state(of: entry)]
        }
        var widths = (0..<4).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        let others = widths[0] + widths[1] + widths[3] + 8
        let left = columns.map { max(Self.narrowestSource, $0 - others - Self.leastTitle) } ?? Self.widestSource
        widths[2] = min(widths[2], left, Self.widestSource)
        let room = columns.map { max(1, $0 - others - widths[2]) } ?? Self.widestTitle
        return zip(entries, rows).map { entry, row in
            let cells = zip(row, widths).map { DisplayWidth.pad(DisplayWidth.fit($0, in: $1), to: $1) }
            let line = (cells + [entry.entry.shownTitle(columns: room, localized)]).joined(separator: "  ")
            return columns.map { DisplayWidth.fit(line, in: $0) } ?? line
        }
    }

    /// The entries' dates; without their year if it is the same and the terminal is narrow.
    private var shownDates: [String] {
        let dates = entries.map { DigestDates(zone: zone).minute($0.date) }
        let years = Set(dates.map { $0.prefix(5) })
        guard let columns, columns < Self.withYears, years.count == 1 else { return dates }
        return dates.map { String($0.dropFirst(5)) }
    }

    private func state(of entry: StoredEntry) -> String {
        let states = states[entry.id] ?? [:]
        let order: [EntryHistory.InPipeline.State] = [.kept, .waiting, .held, .quarantined, .dropped]
        let state = if let pipeline { states[pipeline] } else { order.first(where: states.values.contains) }
        // messages: look.state.*
        return state.map { localized("look.state.\($0.rawValue)") } ?? "-"
    }
}
