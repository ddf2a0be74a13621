import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedModel
import FeedStages
import FeedState

/// Something that people are told in a line, with what a program wants to know of it.
struct Notice: Sendable {
    /// How bad it is.
    enum Level: String, Sendable {
        case error, warning, notice
    }

    var level: Level
    /// What it is in one word, such as `source_failing`.
    var kind: String
    /// For people.
    var line: String
    /// What it is about, by name.
    var facts: [(name: String, value: Value)] = []

    enum Value: Sendable {
        case text(String)
        case number(Int)
    }

    /// Its members, for programs, within an object that was begun.
    func write(into writer: inout JSONWriter) {
        writer.member("level", level.rawValue)
        writer.member("kind", kind)
        for fact in facts {
            switch fact.value {
            case .text(let text): writer.member(fact.name, text)
            case .number(let number): writer.member(fact.name, number)
            }
        }
        writer.member("message", line)
    }

    /// A line and no more.
    init(_ level: Level, _ kind: String, _ line: String) {
        self.level = level
        self.kind = kind
        self.line = line
    }

    /// A mistake in a configuration.
    init(_ diagnostic: Diagnostic) {
        self.init(diagnostic.severity == .error ? .error : .warning, "diagnostic", diagnostic.description)
        facts = [
            ("file", .text(diagnostic.place.file)), ("line", .number(diagnostic.place.line)),
            ("column", .number(diagnostic.place.column)),
        ]
        if let suggestion = diagnostic.suggestion { facts.append(("suggestion", .text(suggestion))) }
    }

    /// Trouble with something of this process: `state`, `report`, `recording`.
    init(_ what: String, _ error: StageError, _ lines: ChangeLines) {
        self.init(.error, what, lines.line(what, error))
        facts = [("code", .text(error.code.rawValue))]
        if !error.subject.isEmpty { facts.append(("subject", .text(error.subject))) }
    }

    /// Something that changed in a run; of an earlier one, with its moment.
    init(_ told: ChangeLine, _ lines: ChangeLines) {
        let change = told.change
        self.init(change.level, change.kind, lines.line(for: change))
        if told.isOfEarlierRun { facts.append(("happened", .text(told.madeAt.rfc3339()))) }
        if let source = change.source { facts.append(("source", .text(source))) }
        if let sink = change.sink { facts.append(("sink", .text(sink))) }
        if let pipeline = change.pipeline { facts.append(("pipeline", .text(pipeline))) }
        if let error = change.error {
            facts.append(("code", .text(error.code.rawValue)))
            if !error.subject.isEmpty { facts.append(("subject", .text(error.subject))) }
        }
        if let entries = change.entries { facts.append(("entries", .number(entries))) }
    }
}

extension RunReport.Change {
    /// How bad it is.
    var level: Notice.Level {
        switch self {
        case .sourceRecovered, .sourceWorks, .sourceBack, .sourceMoved, .sourceChangedGuids, .online,
            .pipelineRecovered, .sinkRecovered, .sinkWorks:
            .notice
        case .warning, .unreadable, .offline, .leftoverForgotten, .givenUpExported, .sourceSilent, .sourceMissed,
            .sourceFieldsGone:
            .warning
        case .sourceFailing, .documentFailing, .sourceGone, .sourceFlooded, .sourceElsewhere, .outOfTime,
            .pipelineFailing, .sinkFailing,
            .sinkWaiting, .givenUp:
            .error
        }
    }

    /// What it is in one word, for programs: never renamed.
    var kind: String {
        switch self {
        case .sourceFailing: "source_failing"
        case .sourceSilent: "source_silent"
        case .sourceMissed: "source_missed"
        case .documentFailing: "document_failing"
        case .sourceRecovered, .sourceWorks: "source_recovered"
        case .sourceMoved: "source_moved"
        case .sourceBack: "source_back"
        case .sourceGone: "source_gone"
        case .sourceFlooded: "source_flooded"
        case .sourceElsewhere: "source_elsewhere"
        case .sourceChangedGuids: "source_changed_guids"
        case .sourceFieldsGone: "source_fields_gone"
        case .offline: "offline"
        case .online: "online"
        case .outOfTime: "out_of_time"
        case .pipelineFailing: "pipeline_failing"
        case .pipelineRecovered: "pipeline_recovered"
        case .sinkFailing: "sink_failing"
        case .sinkWaiting: "sink_waiting"
        case .sinkRecovered, .sinkWorks: "sink_recovered"
        case .givenUp: "given_up"
        case .leftoverForgotten: "leftover_forgotten"
        case .givenUpExported: "given_up_exported"
        case .warning: "warning"
        case .unreadable(let kind, _): kind
        }
    }

    /// The source that it concerns, or nil.
    var source: String? {
        switch self {
        case .sourceFailing(let failing): failing.name
        case .sourceSilent(let name, _), .sourceMissed(let name, _), .documentFailing(let name, _, _),
            .sourceRecovered(let name), .sourceWorks(let name), .sourceMoved(let name, _, _), .sourceBack(let name, _),
            .sourceGone(let name, _), .sourceFlooded(let name, _), .sourceElsewhere(let name, _, _),
            .sourceChangedGuids(let name, _), .sourceFieldsGone(let name, _):
            name
        default: nil
        }
    }

    /// The sink that it concerns, or nil.
    var sink: String? {
        switch self {
        case .sinkFailing(let name, _, _), .sinkWaiting(let name, _, _), .sinkRecovered(let name), .sinkWorks(let name),
            .givenUp(let name, _, _):
            name
        case .leftoverForgotten(let leftover): leftover.sink
        case .givenUpExported(let export): export.sink
        default: nil
        }
    }

    /// The pipeline that it concerns, or nil.
    var pipeline: String? {
        switch self {
        case .leftoverForgotten(let leftover): leftover.pipeline
        case .pipelineFailing(let name, _, _), .pipelineRecovered(let name): name
        default: nil
        }
    }

    /// What went wrong, or nil.
    var error: StageError? {
        switch self {
        case .sourceFailing(let failing): failing.error
        case .documentFailing(_, _, let error), .sourceGone(_, let error), .offline(let error, _),
            .pipelineFailing(_, let error, _), .sinkFailing(_, let error, _), .givenUp(_, let error, _),
            .warning(let error):
            error
        default: nil
        }
    }

    /// How many entries it concerns, or nil.
    var entries: Int? {
        switch self {
        case .sinkFailing(_, _, let count), .sinkWaiting(_, _, let count), .givenUp(_, _, let count),
            .sourceFlooded(_, let count), .sourceElsewhere(_, let count, _), .sourceChangedGuids(_, let count):
            count
        case .leftoverForgotten(let leftover): leftover.entries
        default: nil
        }
    }
}
