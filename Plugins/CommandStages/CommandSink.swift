public import FeedConfiguration
public import FeedModel
import FeedPrograms
public import FeedStages

/// Passes each digest to a program, at least once. A message keeps its id and its bytes at every attempt.
public struct CommandSink: Sink {
    /// The value of `type` in the configuration: `command`.
    public static let type = "command"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.command")
    /// The option that the value of a short form fills: `run`.
    public static let mainOption: MainOption? = "run"
    /// `json`: the default format.
    public static let defaultFormat: String? = "json"

    /// The options of `command`.
    public struct Configuration: StageConfiguration {
        let command: CommandOptions
        let timeout: Duration

        /// Reads the options; mistakes are reported to the section.
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

    /// A stream: messages follow one another.
    public var layout: DigestLayout { .stream }

    /// Composes one message for each digest with entries. Throws the format's errors.
    public func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        guard !digest.entries.isEmpty else { return [] }
        return [
            ComposedMessage(
                target: configuration.command.name, mode: .post, payload: try context.format.render(digest),
                entries: digest.entries.map(\.key))
        ]
    }

    /// Runs the program once. Throws by its exit status (<sysexits.h>): `.programBusy` for 75, `.rejected` for 64, 65,
    /// 77 and 78, `.unknownFate` for any other failure after its start. Also throws `.programNotStarted` and
    /// `.cancelled`.
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

    /// Returns `.unknown`: only the program knows, and it will get the same id again.
    public func recover(_ message: Message) async -> Recovery { .unknown }

    /// EX_TEMPFAIL.
    private static let tryAgain = 75
    /// EX_USAGE, EX_DATAERR, EX_NOPERM, EX_CONFIG: another attempt would fail in the same way.
    private static let refusals: Set<Int> = [64, 65, 77, 78]
}
