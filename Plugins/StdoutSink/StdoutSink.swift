public import FeedModel
import FeedRendering
public import FeedStages
import FeedSystem

/// Prints digests on standard output, at least once each.
public struct StdoutSink: Sink {
    /// The value of `type` in the configuration: `stdout`.
    public static let type = "stdout"
    /// The description of the stage for users.
    public static let summary: LocalizedText = .message("summary.sink.stdout")
    /// `text`: the default format.
    public static let defaultFormat: String? = "text"

    private let services: Services
    private let output: OutputStream

    /// Makes the sink.
    public init(_ configuration: NoOptions, services: Services) {
        self.init(services: services, output: .standardOutput)
    }

    init(services: Services, output: OutputStream) {
        self.services = services
        self.output = output
    }

    /// Composes one message for each digest with entries. Throws the format's errors.
    public func compose(_ digest: Digest, in context: some ComposeContext) throws(StageError) -> [ComposedMessage] {
        guard !digest.entries.isEmpty else { return [] }
        return [
            ComposedMessage(
                target: output.name, mode: .post, payload: try context.format.render(digest),
                entries: digest.entries.map(\.key))
        ]
    }

    /// Writes the whole message; to a terminal without control characters. Throws `.cancelled`, or the system's error.
    public func deliver(_ message: Message) async throws(StageError) -> Receipt {
        let output = output
        let cancellation = Cancellation()
        let outcome = await withTaskCancellationHandler {
            await services.blocking.run {
                if output.isTerminal { LiveTerminalLine.end() }
                let shown = output.isTerminal ? VisibleText.lines(message.payload) : message.payload
                return Result { () throws(StageError) in try output.write(shown, unless: cancellation) }
            }
        } onCancel: {
            cancellation.cancel()
        }
        try outcome.get()
        return Receipt()
    }

    /// Returns `.unknown`: nobody knows what a reader of a pipe has read.
    public func recover(_ message: Message) async -> Recovery { .unknown }
}
