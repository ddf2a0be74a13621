import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedStages

/// The manual of one stage. It comes from the declarations that also decode the stage's options.
struct StageManual: Sendable {
    let kind: StageKind
    let type: String
    let summary: LocalizedText
    /// The options in the order of declaration. One with an empty key is the section's own value (`newer_than: 7d`).
    let options: [OptionSpec]
    /// How a source or a sink may be written in a line: `zenn:TOPIC`, `zenn:@USER`, `zenn`.
    let shortForms: [String]
    /// The suffixes of paths that mean this format.
    var suffixes: [String] = []

    /// The options that every stage of its kind has, except those whose key this stage uses itself.
    var commonOptions: [OptionSpec] {
        let own = Set(options.map(\.key))
        return kind == .source ? CommonSourceOptions.manual.filter { !own.contains($0.key) } : []
    }

    /// Makes the manual of a stage from its description.
    init<Made>(_ stage: StageDescription<Made>, _ kind: StageKind) {
        self.kind = kind
        type = stage.type
        summary = stage.summary
        options = stage.manual
        shortForms =
            kind == .source || kind == .sink
            ? Self.shortForms(of: stage.type, stage.mainOption, options, stage.rules) : []
    }

    /// Returns the short forms of a stage. `TYPE:option=value` is not among them: every stage has it.
    static func shortForms(
        of type: String, _ main: MainOption?, _ options: [OptionSpec], _ rules: [OptionRule]
    ) -> [String] {
        var forms: [String] = []
        if let main {
            forms = ["\(type):\(main.key.uppercased())"]
            forms += main.marks.map { "\(type):\($0.sign)\($0.key.uppercased())" }
        }
        let needsOne = rules.contains { if case .exactlyOne = $0 { true } else { false } }
        if !needsOne, !options.contains(where: \.isRequired) { forms.append(type) }
        return forms
    }
}

/// The kinds of stages, in the order in which entries pass them.
enum StageKind: String, Sendable, CaseIterable {
    case source, parser, filter, format, sink

    /// The word for one stage, for sentences.
    var singular: LocalizedText {
        switch self {
        case .source: .message("kind.source")
        case .parser: .message("kind.parser")
        case .filter: .message("kind.filter")
        case .format: .message("kind.format")
        case .sink: .message("kind.sink")
        }
    }

    /// The word for several stages, for headings.
    var plural: LocalizedText {
        switch self {
        case .source: .message("kind.sources")
        case .parser: .message("kind.parsers")
        case .filter: .message("kind.filters")
        case .format: .message("kind.formats")
        case .sink: .message("kind.sinks")
        }
    }
}

extension PluginRegistry {
    /// Every stage, by kind, then by type.
    var manuals: [StageManual] {
        var result: [StageManual] = []
        func add<Value>(_ stages: [String: Value], _ manual: (Value) -> StageManual) {
            for (_, stage) in stages.sorted(by: { $0.key < $1.key }) { result.append(manual(stage)) }
        }
        add(sources) { StageManual($0.stage, .source) }
        add(parsers) { StageManual($0, .parser) }
        add(filters) { StageManual($0, .filter) }
        add(formats) { format in
            var manual = StageManual(format.stage, .format)
            manual.suffixes = format.suffixes
            return manual
        }
        add(sinks) { StageManual($0.stage, .sink) }
        return result
    }
}
