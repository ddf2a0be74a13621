import FeedConfiguration
import FeedMessages
import FeedRendering

/// The manual as text for a terminal.
struct ManualText {
    let localized: Localizer

    /// Returns the lines for every stage with its summary, under headings by kind.
    func list(_ manuals: [StageManual]) -> [String] {
        let width = manuals.map { DisplayWidth.of($0.type) }.max() ?? 0
        var lines: [String] = []
        for kind in StageKind.allCases {
            let ofKind = manuals.filter { $0.kind == kind }
            guard !ofKind.isEmpty else { continue }
            if !lines.isEmpty { lines.append("") }
            lines.append(localized("manual.heading", ["title": .message(kind.plural)]))
            lines += ofKind.map { "  \(DisplayWidth.pad($0.type, to: width))  \(localized($0.summary))" }
        }
        return lines
    }

    /// Returns the lines for one stage with every option.
    func page(_ manual: StageManual) -> [String] {
        let kind = MessageArgument.message(manual.kind.singular)
        var lines = [
            localized(
                "manual.title", ["type": .text(manual.type), "kind": kind, "summary": .message(manual.summary)])
        ]
        if !manual.shortForms.isEmpty {
            lines.append("  " + localized("manual.short_form", ["forms": .row(manual.shortForms)]))
        }
        if !manual.suffixes.isEmpty {
            lines.append("  " + localized("manual.suffixes", ["forms": .row(manual.suffixes.map { ".\($0)" })]))
        }
        if manual.options.isEmpty { lines.append("  " + localized("manual.no_options")) }
        lines += manual.options.flatMap(self.lines)
        guard !manual.commonOptions.isEmpty else { return lines }
        return lines + ["", localized("manual.common", ["kind": kind])] + manual.commonOptions.flatMap(self.lines)
    }

    private func lines(of option: OptionSpec) -> [String] {
        let name = option.key.isEmpty ? localized("manual.value") : "\(option.key):"
        return ["  \(name) \(kind(of: option))", "      \(localized(option.help))"]
    }

    /// Returns the type and bounds of an option: `text, required`, `a duration, default 7d, 1s to 30d`.
    func kind(of option: OptionSpec) -> String {
        var parts = [localized(option.typeName)]
        if option.isRequired { parts.append(localized("manual.required")) }
        if let fallback = option.defaultText {
            parts.append(
                fallback.isEmpty
                    ? localized("manual.default_empty") : localized("manual.default", ["value": .text(fallback)]))
        }
        if let range = option.range { parts.append(localized(range)) }
        return Quantity.row(parts, in: localized.language)
    }
}
