public import FeedConfiguration
import FeedModel
import FeedPrograms
public import FeedStages

/// Filters or changes entries by a program, which reads a line of JSON for each entry and writes a line with the same
/// id.
public struct CommandFilter: Filter {
    /// The value of `type` in the configuration: `command`.
    public static let type = "command"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.filter.command")
    /// The option that the value of a short form fills: `run`.
    public static let mainOption: MainOption? = "run"

    private let configuration: Configuration
    private let services: Services

    /// Makes the filter.
    public init(_ configuration: Configuration, services: Services) {
        self.configuration = configuration
        self.services = services
    }

    /// Whether the program gets summaries or contents.
    public var readsBodies: Bool { !configuration.fields.isDisjoint(with: [.summary, .content]) }

    /// Runs the program for entries without a kept answer. An entry that gets no answer is held, or passes unchanged
    /// (`on_failure`). Each answer counts, even if others are missing. Throws `.cancelled`, and the errors of keeping
    /// answers.
    public func apply(to batch: inout Batch, _ context: some FilterContext) async throws(StageError) {
        let answers = KeptAnswers(context.memory)
        var open: [Question] = []
        for index in batch.candidates.indices where batch.candidates[index].verdict == .keep {
            let question = Question(of: batch.candidates[index], at: index, configuration)
            if let answer = answers[question.key] {
                use(answer, on: &batch.candidates[index])
            } else {
                open.append(question)
            }
        }
        guard !open.isEmpty else { return }
        let turn = open.prefix(configuration.perRun)
        var unanswered: [Question] = []
        var failure: StageError?
        for group in turn.groups(of: Self.longestInput) {
            // A program that failed does not get the rest: it would probably fail again, after its whole timeout.
            guard failure == nil else {
                unanswered += group
                continue
            }
            let reply = try await ask(group)
            for (number, question) in group.enumerated() {
                guard let answer = reply.answers[number + 1] else {
                    unanswered.append(question)
                    continue
                }
                try answers.keep(answer, as: question.key)
                use(answer, on: &batch.candidates[question.index])
            }
            failure = reply.failure
        }
        settle(unanswered, after: failure, in: &batch)
        settle(beyond: open.dropFirst(configuration.perRun), in: &batch)
    }

    /// The most bytes of input for one start of the program; more input needs another start.
    private static let longestInput = 8 << 20

    private var name: String { configuration.command.name }

    private func ask(_ questions: [Question]) async throws(StageError) -> Reply {
        var program = configuration.command.program(in: services, time: configuration.timeout)
        program.limits.output = configuration.longestOutput
        for (number, question) in questions.enumerated() { program.input += question.line(numbered: number + 1) }
        let outcome = await services.programs.run(program)
        if outcome.ending == .stopped { throw StageError(.cancelled, subject: name) }
        return Reply(outcome, of: program, to: questions.count, fields: configuration.fields)
    }

    private func use(_ answer: Answer, on candidate: inout Candidate) {
        switch answer.dropped {
        case let reason?:
            candidate.verdict = .drop(
                because: LocalizedText(en: reason.isEmpty ? name : "\(name): \(reason)"))
        case nil: answer.change(&candidate.entry)
        }
    }

    private func settle(_ questions: [Question], after failure: StageError?, in batch: inout Batch) {
        guard let failure else { return }
        let found = failure.phrase(of: .found) ?? LocalizedText(en: failure.code.rawValue)
        switch configuration.onFailure {
        case .wait:
            for question in questions {
                batch.candidates[question.index].verdict = .hold(
                    until: nil, because: .message("command.says", ["name": .text(name), "text": .message(found)]))
            }
            batch.failure = batch.failure ?? failure
        case .pass:
            var warning = failure
            warning.phrases[.found] = .message(
                "command.passed_unchanged",
                ["found": .message(found), "entries": .message(Self.entries(questions.count))])
            batch.warnings.append(warning)
        }
    }

    private func settle(beyond questions: ArraySlice<Question>, in batch: inout Batch) {
        guard !questions.isEmpty else { return }
        switch configuration.onFailure {
        case .wait:
            for question in questions {
                batch.candidates[question.index].verdict = .hold(
                    until: nil,
                    because: .message(
                        "command.beyond_per_run", ["name": .text(name), "limit": .number(configuration.perRun)]),
                    as: .later)
            }
        case .pass:
            batch.warnings.append(
                StageError(.entriesPassed, subject: name, phrases: [.found: Self.entries(questions.count)]))
        }
    }

    private static func entries(_ count: Int) -> LocalizedText {
        count == 1 ? .message("command.entry_passes") : .message("command.entries_pass", ["count": .number(count)])
    }
}

extension CommandFilter {
    /// The options of `command`: `run`, `environment`, `secrets`, `memory`, `sandbox`, `fields`, `timeout`,
    /// `on_failure`, `per_run`, `version` and `max_output`.
    public struct Configuration: StageConfiguration {
        let command: CommandOptions
        let fields: Set<Field>
        let timeout: Duration
        let onFailure: OnFailure
        let perRun: Int
        let version: String
        let longestOutput: Int

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            command = CommandOptions(from: section)
            let fields = section.option(
                "fields", default: [Field.title, .summary, .content, .url],
                help: .message("option.command_filter.fields"))
            self.fields = Set(fields)
            timeout = section.option(
                "timeout", default: .seconds(60), in: .seconds(1)...(.seconds(3600)),
                help: .message("option.command_filter.timeout"))
            onFailure = section.option(
                "on_failure", default: .wait, help: .message("option.command_filter.on_failure"))
            perRun = section.option(
                "per_run", default: 1000, in: 1...1_000_000,
                help: .message("option.command_filter.per_run"))
            version = section.option(
                "version", default: "", help: .message("option.command_filter.version"))
            longestOutput =
                section.option(
                    "max_output", default: ByteSize(bytes: 64 << 20),
                    in: ByteSize(bytes: 1024)...ByteSize(bytes: 1 << 30),
                    help: .message("option.command_filter.max_output")
                ).bytes
            if fields.isEmpty {
                section.report(
                    .message("plugin.option_empty", ["path": .text("\(section.path).fields")]),
                    at: section.node["fields"]?.place)
            }
        }
    }

    /// The properties of an entry that the program gets.
    enum Field: String, ConfigChoice {
        case title, summary, content, tags, language, url, source, authors, published
    }

    /// The verdict on entries without an answer.
    enum OnFailure: String, ConfigChoice {
        case wait, pass
    }
}

extension Collection where Element == Question {
    /// Splits the questions, in order, into groups of at most `bytes` bytes or of one question.
    fileprivate func groups(of bytes: Int) -> [[Question]] {
        var groups: [[Question]] = []
        var size = 0
        for question in self {
            if groups.isEmpty || size + question.size > bytes {
                groups.append([])
                size = 0
            }
            groups[groups.count - 1].append(question)
            size += question.size
        }
        return groups
    }
}
