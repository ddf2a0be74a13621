public import FeedConfiguration
public import FeedModel
public import FeedStages

/// A sink that posts to an address, with the clock and the transport that it is made with.
public struct PostingBench<S: Sink>: Sendable {
    /// The clock.
    public let clock = ManualClock()
    /// What the sink posts through.
    public let transport: StubTransport
    /// Where it posts.
    public let url: String

    /// Makes a bench for a sink with the option `url`.
    public init(url: String) {
        self.url = url
        transport = StubTransport(clock: clock)
    }

    /// The sink, with more options; throws what is wrong with them.
    public func sink(_ options: [(String, Node)] = [], environment: [String: String] = [:]) throws -> S {
        let options = [("url", Node.quoted(url))] + options
        let (sink, diagnostics) = try S.configured(
            Node(.map(options.map { Node.Pair(key: $0.0, place: .testing, value: $0.1) }), at: .testing),
            services: .testing(transport: transport, clock: clock),
            environment: ConfigEnvironment(variables: environment))
        guard diagnostics.isEmpty else { throw Misconfigured(diagnostics: diagnostics) }
        return sink
    }

    /// A stored message, of bytes that come out otherwise where they are read and written again.
    public func message(attempts: Int = 0, form: Int = 0) -> Message {
        Message(
            number: 1, id: "msg_abc", pipeline: "morning", target: "{testing.url}", mode: .post,
            payload: Array(#"{"emoji":"🍣\#u{2028}"}"#.utf8), memo: nil, attempts: attempts, form: form)
    }

    /// The messages of a digest in a form, as refusals lead to it.
    public func messages(of digest: Digest, form: Int = 0) async throws -> [ComposedMessage] {
        guard form > 0 else { return try await sink().compose(digest, in: StubComposeContext()) }
        return try await sink().replace(
            message(form: form - 1), after: StageError(.rejected, subject: url, facts: [.status: "400"]), by: digest,
            in: StubComposeContext())
    }

    /// The bytes of the first of them; empty if there is none.
    public func payload(of digest: Digest, form: Int = 0) async throws -> [UInt8] {
        try await messages(of: digest, form: form).first?.payload ?? []
    }

    private struct Misconfigured: Error {
        let diagnostics: [Diagnostic]
    }
}
