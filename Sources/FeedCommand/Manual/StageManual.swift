import FeedConfiguration
import FeedEngine
import FeedMessages
import FeedStages

/// What the manual says of one stage: made by the declarations that also decode its options.
struct StageManual: Sendable {
    let kind: StageKind
    let type: String
    let summary: LocalizedText
    /// In the order of declaration; the one with an empty key is the section itself (`newer_than: 7d`).
    let options: [OptionSpec]

    /// Options that every stage of its kind has, but for those whose word means something else here.
    var commonOptions: [OptionSpec] {
        let own = Set(options.map(\.key))
        return kind == .source ? CommonSourceOptions.manual.filter { !own.contains($0.key) } : []
    }

    /// Lets the stage declare its options over an empty section; what it reports of it is of no interest.
    init<Made>(_ stage: StageDescription<Made>, _ kind: StageKind) {
        self.kind = kind
        type = stage.type
        summary = stage.summary
        options = stage.manual
    }
}

/// The kinds of stages, in the order in which entries pass them.
enum StageKind: String, Sendable, CaseIterable {
    case source, parser, filter, format, sink

    /// As it stands in a sentence.
    var singular: LocalizedText {
        switch self {
        case .source: .message("kind.source")
        case .parser: .message("kind.parser")
        case .filter: .message("kind.filter")
        case .format: .message("kind.format")
        case .sink: .message("kind.sink")
        }
    }

    /// For headings.
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
        add(formats) { StageManual($0.stage, .format) }
        add(sinks) { StageManual($0.stage, .sink) }
        return result
    }
}
