public import FeedConfiguration
import FeedModel
import FeedPrograms
public import FeedStages

/// What a program prints: a feed of any format.
public struct CommandSource: Source {
    /// `command`
    public static let type = "command"
    /// What it does.
    public static let summary = "what a program of your own prints: RSS, Atom, JSON Feed, or what `parser` reads"

    /// The options of `command`.
    public struct Configuration: StageConfiguration {
        let command: CommandOptions
        let input: String

        /// Reads a section.
        public init(from section: ConfigSection) {
            command = CommandOptions(from: section)
            input = section.option("input", default: "", help: "what it reads on its standard input")
        }
    }

    private let configuration: Configuration
    private let services: Services

    /// Makes the source.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// The words as they are written, and what it reads.
    public var canonicalRequest: String {
        (configuration.command.words + [configuration.input]).map { "\($0.utf8.count) \($0)" }.joined(separator: "\n")
    }

    /// What is kept once it has given a feed: from then on an empty output means that there is nothing new.
    private static let hasGiven = Cursor(rawValue: "given")

    /// Runs the program. What it printed before it failed stays, without a note of it.
    ///
    /// Throws `.programFailed` for any status but 0, `.programNotStarted`, and `.programOutput` if what it printed is no
    /// feed, or nothing though it never gave any.
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
                    // The program's own failure is the reason for it.
                    if error.code == .cancelled { throw error }
                }
            }
            throw failure
        }
        guard !isBlank else {
            guard previous.cursor != nil else { throw Self.unusable(program, "nothing, and never anything before") }
            return try await writer.unchanged(.only)
        }
        document.cursor = Self.hasGiven
        do throws(StageError) {
            try await writer.write(document)
        } catch {
            throw Self.told(error, of: program, outcome.output)
        }
    }

    private static func unusable(_ program: Program, _ found: String) -> StageError {
        StageError(.programOutput, subject: program.name, facts: [.found: found])
    }

    /// A parser knows nothing of the program; whoever wrote one wants to see what came in the place of a feed.
    private static func told(_ error: StageError, of program: Program, _ output: [UInt8]) -> StageError {
        guard error.code == .notAFeed || error.code == .encoding else {
            var error = error
            if error.subject.isEmpty { error.subject = program.name }
            return error
        }
        let kind = error.facts[.found].map { " but \($0)" } ?? ""
        return unusable(program, "no feed\(kind): \(Quotation.line(of: output))")
    }
}
