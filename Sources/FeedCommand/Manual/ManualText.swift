import FeedConfiguration
import FeedRendering

/// The manual as text for a terminal.
enum ManualText {
    /// Every stage with its summary, under headings.
    static func list(_ manuals: [StageManual]) -> [String] {
        let width = manuals.map { DisplayWidth.of($0.type) }.max() ?? 0
        var lines: [String] = []
        for kind in StageKind.allCases {
            let ofKind = manuals.filter { $0.kind == kind }
            guard !ofKind.isEmpty else { continue }
            if !lines.isEmpty { lines.append("") }
            lines.append("\(kind.plural):")
            lines += ofKind.map { "  \(DisplayWidth.pad($0.type, to: width))  \($0.summary)" }
        }
        return lines
    }

    /// One stage with every option.
    static func page(_ manual: StageManual) -> [String] {
        var lines = ["\(manual.type) (\(manual.kind.rawValue)): \(manual.summary)"]
        if manual.options.isEmpty { lines.append("  no options of its own") }
        lines += manual.options.flatMap(Self.lines)
        guard !manual.commonOptions.isEmpty else { return lines }
        return lines + ["", "options of every \(manual.kind.rawValue):"] + manual.commonOptions.flatMap(Self.lines)
    }

    private static func lines(of option: OptionSpec) -> [String] {
        let name = option.key.isEmpty ? "the value itself" : "\(option.key):"
        return ["  \(name) \(kind(of: option))", "      \(option.help)"]
    }

    /// `text, required`, `a duration, default 7d, 1s to 30d`.
    static func kind(of option: OptionSpec) -> String {
        var parts = [option.typeName]
        if option.isRequired { parts.append("required") }
        if let fallback = option.defaultText { parts.append("default \(fallback.isEmpty ? "empty" : fallback)") }
        if let range = option.range { parts.append(range) }
        return parts.joined(separator: ", ")
    }
}
