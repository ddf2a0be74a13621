public import FeedConfiguration
import FeedModel
import FeedPrograms
public import FeedStages

/// Reads the output of a program: a feed of any format.
public struct CommandSource: Source {
    /// The value of `type` in the configuration: `command`.
    public static let type = "command"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.source.command")
    /// The option that the value of a short form fills: `run`.
    public static let mainOption: MainOption? = "run"

    /// The options of `command`.
    public struct Configuration: StageConfiguration {
        let command: CommandOptions
        let input: String

        /// Reads the options; mistakes are reported to the section.
        public init(from section: ConfigSection) {
            command = CommandOptions(from: section)
            input = section.option("input", default: "", help: .message("option.command_source.input"))
        }
    }

    private let configuration: Configuration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// The configured words and the input, each after its length in bytes.
    public var canonicalRequest: String {
        (configuration.command.words + [configuration.input]).map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")
    }

    /// The cursor after the first feed. From then on an empty output means that nothing is new.
    private static let hasGiven = Cursor(rawValue: "given")

    /// Runs the program. The output of a program that failed is still read, but without setting the cursor.
    ///
    /// Throws `.programFailed` for any status but 0, `.programNotStarted`, and `.programOutput` if the output is no
    /// feed, or is empty although no run gave a feed yet.
    public func fetch(since previous: some Previous, into writer: some DocumentWriter) async throws(StageError) {
        var program = configuration.command.program(in: services, time: services.timeout)
        program.input = Array(configuration.input.utf8)
        program.limits.output = services.maxBody
        let outcome = await services.programs.run(program)
        let isBlank = outcome.output.allSatisfy { $0 <= 0x20 }
        var document = Document(bytes: outcome.output, fetchedAt: services.clock.now)
        if let failure = outcome.failure(of: program) {
            if !isBlank, outcome.ending != .stopped {
                do throws(StageError) {
                    try await writer.write(document)
                } catch {
                    // The program's own failure is the cause of this one.
                    if error.code == .cancelled { throw error }
                }
            }
            throw failure
        }
        guard !isBlank else {
            guard previous.cursor != nil else { throw Self.unusable(program, .message("command.nothing")) }
            return try await writer.unchanged(.only)
        }
        document.cursor = Self.hasGiven
        do throws(StageError) {
            try await writer.write(document)
        } catch {
            throw Self.detailed(error, of: program, outcome.output)
        }
    }

    private static func unusable(_ program: Program, _ found: LocalizedText) -> StageError {
        StageError(.programOutput, subject: program.name, phrases: [.found: found])
    }

    /// Adds the program's name and first line to a parser's error, for the author of the program.
    private static func detailed(_ error: StageError, of program: Program, _ output: [UInt8]) -> StageError {
        guard error.code == .notAFeed || error.code == .encoding else {
            var error = error
            if error.subject.isEmpty { error.subject = program.name }
            return error
        }
        var arguments = ["line": MessageArgument(Quotation.line(of: output))]
        arguments["kind"] = error.phrases[.found].map { .message($0) } ?? error.facts[.found].map { .text($0) }
        return unusable(program, .message("command.no_feed", arguments))
    }
}
