public import FeedConfiguration
public import FeedModel
public import FeedStages

/// Makes a sink that posts to an address, and has the clock and transport for it.
public struct PostingBench<S: Sink>: Sendable {
    /// The clock.
    public let clock = ManualClock()
    /// The transport that the sink posts with.
    public let transport: StubTransport
    /// The option `url`.
    public let url: String
    private let options: [(String, Node)]
    private let environment: [String: String]

    /// Makes a bench for a sink with the option `url`, and with more that every sink of the bench has.
    public init(url: String, options: [(String, Node)] = [], environment: [String: String] = [:]) {
        self.url = url
        self.options = options
        self.environment = environment
        transport = StubTransport(clock: clock)
    }

    /// Returns the sink with more options. Throws the diagnostics of wrong options, or the sink's error.
    public func sink(_ options: [(String, Node)] = [], environment: [String: String] = [:]) throws -> S {
        let given = Set(options.map(\.0))
        let options = [("url", Node.quoted(url))] + self.options.filter { !given.contains($0.0) } + options
        let (sink, diagnostics) = try S.configured(
            Node(.map(options.map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }), at: .testing),
            services: .testing(transport: transport, clock: clock),
            environment: ConfigEnvironment(variables: self.environment.merging(environment) { $1 }))
        guard diagnostics.isEmpty else { throw Misconfigured(diagnostics: diagnostics) }
        return sink
    }

    /// Delivers the stored message once, and returns the error, or nil if it was received. Throws as `sink`, or what is no
    /// error of a stage.
    public func refusal(_ options: [(String, Node)] = []) async throws -> StageError? {
        do {
            _ = try await sink(options).deliver(message())
            return nil
        } catch let error as StageError {
            return error
        }
    }

    /// Returns a stored message whose payload changes if somebody decodes and encodes it again.
    public func message(attempts: Int = 0, form: Int = 0) -> Message {
        Message(
            number: 1, id: "msg_abc", pipeline: "morning", target: "{testing.url}", mode: .post,
            payload: Array(#"{"emoji":"🍣\#u{2028}"}"#.utf8), memo: nil, attempts: attempts, form: form)
    }

    /// Returns the messages of a digest in a form, which refusals lead to, by a sink with more options. Throws as `sink`,
    /// or the error of the sink.
    public func messages(
        of digest: Digest, form: Int = 0, options: [(String, Node)] = []
    ) async throws -> [ComposedMessage] {
        let sink = try sink(options)
        guard form > 0 else { return try await sink.compose(digest, in: StubComposeContext()) }
        return try await sink.replace(
            message(form: form - 1), after: StageError(.rejected, subject: url, facts: [.status: "400"]), by: digest,
            in: StubComposeContext())
    }

    /// Returns the payload of the first of these messages; empty if there is none. Throws as `messages`.
    public func payload(
        of digest: Digest, form: Int = 0, options: [(String, Node)] = []
    ) async throws -> [UInt8] {
        try await messages(of: digest, form: form, options: options).first?.payload ?? []
    }

    private struct Misconfigured: Error {
        let diagnostics: [Diagnostic]
    }
}
