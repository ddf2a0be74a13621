import FeedMessages
import FeedModel
import FeedRendering

/// What numbers of an entry were at each age: a row for each number and a column for each age that has a value. Where that
/// is too wide, each number is a sentence that may go on below itself.
struct NumberTable {
    /// The widest name of a number.
    private static let widestName = 24
    /// What stands for a value that is not known.
    private static let missing = "-"

    let tracks: [NumberTrack]
    let words: DigestWords
    let localized: Localizer

    /// The lines for so many columns; none without a value.
    func lines(columns: Int) -> [String] {
        let shown = sorted.filter { !$0.points.isEmpty }
        guard !shown.isEmpty else { return [] }
        let table = self.table(of: shown)
        if table.allSatisfy({ DisplayWidth.of($0) <= columns }) { return table }
        return shown.flatMap { sentence(of: $0, columns: columns) }
    }

    /// The numbers in the order in which pages show them.
    private var sorted: [NumberTrack] {
        let usual = NumberName.standard
        func rank(_ track: NumberTrack) -> Int { usual.firstIndex(of: track.name) ?? usual.count }
        return tracks.sorted { (rank($0), $0.name) < (rank($1), $1.name) }
    }

    private func table(of tracks: [NumberTrack]) -> [String] {
        let ages = Set(tracks.flatMap { $0.points.map(\.bucket) }).sorted()
        let rows =
            [[""] + ages.map(name)]
            + tracks.map { track in
                [name(of: track)]
                    + ages.map { age in
                        track.points.first { $0.bucket == age }.map { words.grouped($0.value) } ?? Self.missing
                    }
            }
        let widths = (0...ages.count).map { column in rows.map { DisplayWidth.of($0[column]) }.max() ?? 0 }
        return rows.map { row in
            let values = zip(row, widths).dropFirst().map { cell, width in
                String(repeating: " ", count: width - DisplayWidth.of(cell)) + cell
            }
            return ([DisplayWidth.pad(row[0], to: widths[0])] + values).joined(separator: "  ")
        }
    }

    private func sentence(of track: NumberTrack, columns: Int) -> [String] {
        let points = track.points.map { point in
            localized(
                "show.point", ["value": .text(words.grouped(point.value)), "age": .text(name(of: point.bucket))])
        }
        var lines: [String] = []
        var line = name(of: track)
        for (place, point) in points.enumerated() {
            let part = place == 0 ? "  \(point)" : " → \(point)"
            if place > 0, DisplayWidth.of(line + part) > columns {
                lines.append(line)
                line = " " + part
            } else {
                line += part
            }
        }
        return lines + [line]
    }

    private func name(of track: NumberTrack) -> String {
        DisplayWidth.fit(VisibleText.line(words.name(ofNumber: track.name)), in: Self.widestName)
    }

    private func name(of age: AgeBucket) -> String {
        age.endInHours.map { localized("show.age", ["hours": .number($0)]) } ?? localized("show.age.older")
    }
}
