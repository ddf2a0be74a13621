import FeedConfiguration
import FeedEngine
import FeedMessages

/// The manual as the generated part of `Documentation/Configuration.md`.
struct ManualMarkdown {
    let localized: Localizer

    /// Returns the lines for the parts of a configuration that belong to no plugin, then for every stage, with every
    /// option.
    func reference(_ manuals: [StageManual]) -> [String] {
        var lines =
            ["", localized("manual.settings.page")] + table(ConfigurationManual.settings)
            + ["", localized("manual.defaults.page"), "", localized("manual.defaults.which")]
            + ["", localized("manual.pipelines.page")] + table(ConfigurationManual.pipelines)
        for kind in StageKind.allCases {
            let ofKind = manuals.filter { $0.kind == kind }
            guard !ofKind.isEmpty else { continue }
            let title = localized(kind.plural)
            lines += ["", "## \(title.prefix(1).uppercased() + title.dropFirst())"]
            if let common = ofKind.first?.commonOptions, !common.isEmpty {
                lines += ["", localized("manual.common.page", ["kind": .message(kind.singular)])] + table(common)
            }
            for manual in ofKind { lines += page(manual) }
        }
        return lines
    }

    private func page(_ manual: StageManual) -> [String] {
        ["", "### `\(manual.type)`", "", cell(localized(manual.summary))] + notes(manual) + table(manual.options)
    }

    private func notes(_ manual: StageManual) -> [String] {
        let forms = MessageArgument.row(manual.shortForms.map { "`\($0)`" })
        let suffixes = MessageArgument.row(manual.suffixes.map { "`.\($0)`" })
        return (manual.shortForms.isEmpty ? [] : ["", localized("manual.short_form.page", ["forms": forms])])
            + (manual.suffixes.isEmpty ? [] : ["", localized("manual.suffixes.page", ["forms": suffixes])])
    }

    private func table(_ options: [OptionSpec]) -> [String] {
        guard !options.isEmpty else { return [] }
        return ["", localized("manual.columns"), "|---|---|---|---|"] + options.map(row)
    }

    private func row(_ option: OptionSpec) -> String {
        let key = option.key.isEmpty ? localized("manual.value_of_row") : "`\(option.key)`"
        let type = Quantity.row(
            [localized(option.typeName)] + (option.range.map { [localized($0)] } ?? []), in: localized.language)
        let fallback = option.defaultText.map { $0.isEmpty ? "" : "`\($0)`" } ?? ""
        let need = option.isRequired ? localized("manual.required") : fallback
        return "| \(key) | \(cell(type)) | \(cell(need)) | \(cell(localized(option.help))) |"
    }

    /// Escapes text for a table cell: a bar would end the cell, and `<` would begin markup.
    private func cell(_ text: String) -> String {
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
