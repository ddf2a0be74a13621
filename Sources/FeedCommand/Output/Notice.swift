import FeedConfiguration
import FeedEngine
import FeedJSON
import FeedMessages
import FeedModel
import FeedStages
import FeedState

/// One line for people, with the facts that a program needs.
struct Notice: Sendable {
    typealias Level = RunReport.Change.Kind.Level

    /// How severe the notice is.
    var level: Level
    /// The notice's kind in one word, such as `source_failing`.
    var kind: String
    /// The line for people.
    var line: String
    /// Lines below it on a terminal.
    var marks: [String] = []
    /// The facts by name.
    var facts: [(name: String, value: Value)] = []

    enum Value: Sendable {
        case text(String)
        case number(Int)
    }

    /// Writes the notice as members of an open JSON object.
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

    /// Makes a notice without facts.
    init(_ level: Level, _ kind: String, _ line: String) {
        self.level = level
        self.kind = kind
        self.line = line
    }

    /// Makes a notice of a finding about the configuration.
    init(_ diagnostic: Diagnostic, _ localized: Localizer) {
        let line = diagnostic.line(in: localized.language)
        self.init(diagnostic.severity == .error ? .error : .warning, "diagnostic", line)
        facts = [
            ("file", .text(diagnostic.place.file)), ("line", .number(diagnostic.place.line)),
            ("column", .number(diagnostic.place.column)),
        ]
        if let code = diagnostic.what.code { facts.append(("code", .text(code))) }
        if let cure = diagnostic.cure { facts.append(("suggestion", .text(localized(cure)))) }
    }

    /// Makes a notice of an error in a part of this process: `state`, `report`, `recording`.
    init(_ what: String, _ error: StageError, _ lines: ChangeLines) {
        self.init(.error, what, lines.line(what, error))
        facts = [("code", .text(error.code.rawValue))]
        if !error.subject.isEmpty { facts.append(("subject", .text(error.subject))) }
    }

    /// Makes a notice of a change in a run. A change from an earlier run has its time.
    init(_ changeLine: ChangeLine, _ lines: ChangeLines) {
        let change = changeLine.change
        self.init(change.level, change.kind.rawValue, lines.line(for: change))
        if changeLine.isOfEarlierRun { facts.append(("happened", .text(changeLine.madeAt.rfc3339()))) }
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
