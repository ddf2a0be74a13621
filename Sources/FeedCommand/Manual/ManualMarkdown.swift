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
            if let common = ofKind.first?.commonOptions, !common.isEmpty {
                lines += ["", "Every \(kind.rawValue) has these options besides its own:"] + table(common)
            }
            for manual in ofKind { lines += page(manual) }
        }
        return lines
    }

    private static func page(_ manual: StageManual) -> [String] {
        ["", "### `\(manual.type)`", "", cell(manual.summary)] + table(manual.options)
    }

    private static func table(_ options: [OptionSpec]) -> [String] {
        guard !options.isEmpty else { return [] }
        return ["", "| option | type | default | what it does |", "|---|---|---|---|"] + options.map(row)
    }

    private static func row(_ option: OptionSpec) -> String {
        let key = option.key.isEmpty ? "(the value)" : "`\(option.key)`"
        let type = [option.typeName, option.range].compactMap { $0 }.joined(separator: ", ")
        let fallback = option.defaultText.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
        return "| \(key) | \(cell(type)) | \(cell(option.isRequired ? "required" : fallback)) | \(cell(option.help)) |"
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
