import FeedMessages
import FeedRendering

/// Translates a help page or an error message of the library: its headings and phrases are replaced, and its lines are
/// broken by the rules of the language.
struct LibraryPage {
    /// The column at which the library begins the explanation of an option.
    private static let labelColumns = 26
    /// The fewest columns for explanations beside their options. Narrower, they stand below them.
    private static let leastExplanation = 28
    /// The indentation of the further lines of a usage.
    private static let hang = 8

    private let phrases: LibraryPhrase
    private let columns: Int

    /// - Parameter columns: the width of a line.
    init(localized: Localizer, columns: Int) {
        phrases = LibraryPhrase(localized: localized)
        self.columns = columns
    }

    /// Returns the page. The lines of `text` must not be broken yet.
    func translated(_ text: String) -> String {
        var isInList = false
        var lines: [String] = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init) {
            if let title = phrases.translated(line, as: Self.titles) {
                isInList = true
                lines.append(title)
            } else if let usage = phrases.translated(Self.capital(line), as: ["heading.usage", "heading.help"]) {
                lines += broken(usage, hangingBy: Self.hang, within: columns)
            } else if let overview = phrases.translated(line, as: ["heading.overview"]) {
                lines += broken(overview, within: columns)
            } else if let text = LibraryPhrase.arguments(of: line, in: "usage.heading.error")?["text"] {
                let mistake = phrases.localized("usage.heading.error", ["text": .text(phrases.mistake(text))])
                lines += broken(mistake, within: columns)
            } else if let hint = phrases.translated(String(line.drop { $0 == " " }), as: Self.hints) {
                lines += broken("  \(hint)", hangingBy: 2, within: columns)
            } else if isInList {
                lines += explained(phrases.translated(line, as: Self.explanations) ?? line)
            } else {
                // Examples stay unchanged.
                lines += line.hasPrefix(" ") ? [line] : broken(line, within: columns)
            }
        }
        return lines.joined(separator: "\n")
    }

    private static let titles = ["heading.arguments", "heading.options", "heading.subcommands"]
    private static let hints = ["see_subcommand", "see_help"]
    private static let explanations = ["show_help", "show_version", "values_and_default", "values", "default"]

    /// Returns a usage heading in capitals: in an error message, the library writes `Usage:`.
    private static func capital(_ line: String) -> String {
        line.hasPrefix("Usage: ") ? "USAGE: " + line.dropFirst("Usage: ".count) : line
    }

    /// Breaks the explanation of an option, an argument or a command, and indents its further lines.
    private func explained(_ line: String) -> [String] {
        let label = line.prefix(Self.labelColumns)
        guard label.hasPrefix("  "), label.last == " " else { return broken(line, within: columns) }
        let (explanation, room) = (String(line.dropFirst(label.count)), columns - Self.labelColumns)
        guard room >= Self.leastExplanation else {
            let indent = String(repeating: " ", count: Self.hang)
            let name = label.split(separator: " ").isEmpty ? [] : [String(label)]
            return name + broken(explanation, within: columns - Self.hang).map { indent + $0 }
        }
        let rest = broken(explanation, within: room)
        let indent = String(repeating: " ", count: Self.labelColumns)
        return rest.enumerated().map { ($0.offset == 0 ? String(label) : indent) + $0.element }
    }

    /// Breaks a line into pieces of at most `columns`, all but the first indented.
    private func broken(_ line: String, hangingBy hang: Int = 0, within columns: Int) -> [String] {
        guard DisplayWidth.of(line) > columns else { return [line] }
        let indent = String(repeating: " ", count: hang)
        return LineBreaker(width: max(20, columns - hang)).lines(line).enumerated().map {
            ($0.offset == 0 ? "" : indent) + $0.element
        }
    }
}
