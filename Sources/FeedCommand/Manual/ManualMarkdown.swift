import FeedConfiguration

/// The manual as the generated part of `Documentation/Configuration.md`.
enum ManualMarkdown {
    /// Every stage with every option.
    static func reference(_ manuals: [StageManual]) -> [String] {
        var lines: [String] = []
        for kind in StageKind.allCases {
            let ofKind = manuals.filter { $0.kind == kind }
            guard !ofKind.isEmpty else { continue }
            lines += ["", "## \(kind.plural.prefix(1).uppercased() + kind.plural.dropFirst())"]
            for manual in ofKind { lines += page(manual) }
        }
        return lines
    }

    private static func page(_ manual: StageManual) -> [String] {
        var lines = ["", "### `\(manual.type)`", "", cell(manual.summary)]
        guard !manual.options.isEmpty else { return lines }
        lines += ["", "| option | type | default | what it does |", "|---|---|---|---|"]
        for option in manual.options {
            let key = option.key.isEmpty ? "(the value)" : "`\(option.key)`"
            let type = [option.typeName, option.range].compactMap { $0 }.joined(separator: ", ")
            let fallback = option.isRequired ? "required" : option.defaultText.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
            lines.append("| \(key) | \(cell(type)) | \(cell(fallback)) | \(cell(option.help)) |")
        }
        return lines
    }

    /// Text that stands in a table: its bars would end the cell, its angle brackets would be markup.
    private static func cell(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "|": result += "\\|"
            case "<": result += "&lt;"
            default: result.append(character)
            }
        }
        return result
    }
}
