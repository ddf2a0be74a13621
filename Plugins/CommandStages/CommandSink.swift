public import FeedConfiguration
public import FeedModel
import FeedPrograms
public import FeedStages

/// Hands each digest to a program: at least once, with an id for life and the same bytes at every attempt.
public struct CommandSink: Sink {
    /// `command`
    public static let type = "command"
    /// What it does.
    public static let summary: LocalizedText = .message("summary.sink.command")
    /// For programs.
    public static let defaultFormat: String? = "json"

    /// The options of `command`.
    public struct Configuration: StageConfiguration {
        let command: CommandOptions
        let timeout: Duration

        /// Reads a section.
        public init(from section: ConfigSection) {
            command = CommandOptions(from: section)
            timeout = section.option(
                "timeout", default: .seconds(30), in: .seconds(1)...(.seconds(3600)),
                help: .message("option.command_sink.timeout"))
        }
    }

    private let configuration: Configuration
    private let services: Services

    /// Makes the sink.
    public init(_ configuration: Configuration, services: Services) throws(StageError) {
        self.configuration = configuration
        self.services = services
    }

    /// Messages follow one another.
    public var layout: DigestLayout { .stream }

    /// One message a digest.
    public func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        guard !digest.entries.isEmpty else { return [] }
        return [
            ComposedMessage(
                target: configuration.command.name, mode: .post, payload: try context.format.render(digest),
                entries: digest.entries.map(\.key))
        ]
    }

    /// Runs the program once. Its exit status says what became of the message (<sysexits.h>).
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        var program = configuration.command.program(in: services, time: configuration.timeout)
        program.input = message.payload
        program.limits.forgetsOutput = true
        program.variables["KAWARABAN_MESSAGE_ID"] = message.id
        program.variables["KAWARABAN_ATTEMPT"] = String(message.attempts + 1)
        program.variables["KAWARABAN_PIPELINE"] = message.pipeline
        let outcome = await services.programs.run(program)
        guard var failure = outcome.failure(of: program) else { return Receipt() }
        switch outcome.ending {
        case .notStarted, .stopped: throw failure
        case .exited(Self.tryAgain): failure.code = .programBusy
        case .exited(let status) where Self.refusals.contains(status): failure.code = .rejected
        default: failure.code = .unknownFate
        }
        throw failure
    }

    /// Only the program knows, and it is not asked: it gets the same id again.
    public func recover(_ message: Message) async -> Recovery { .unknown }

    /// EX_TEMPFAIL.
    private static let tryAgain = 75
    /// EX_USAGE, EX_DATAERR, EX_NOPERM, EX_CONFIG: the same again is pointless.
    private static let refusals: Set<Int> = [64, 65, 77, 78]
}
