import FeedStages
import FeedSystem

/// One request and one answer on the wire: a hop of what a stage asked for. Curl is one, a recording another.
protocol Exchanger: Sendable {
    /// Sends one request; a redirect is an answer like any other.
    func exchange(_ request: ExchangeRequest) async throws(StageError) -> ExchangeAnswer
}

/// A hop as it goes over the wire.
struct ExchangeRequest: Sendable {
    var method: String
    /// As the wire sees it, secrets and all.
    var url: String
    /// What may be shown of it, written down and compared.
    var maskedURL: String
    /// All fields, ours among them.
    var headers: [HTTPField]
    var body: [UInt8]?
    var limits: HTTPPolicy
    /// The time for the whole way through redirects, of which `limits` has what is left; nil: this is the first step.
    var wholeTimeout: Duration?
    /// How much of the answer's body is wanted, or nil for all of it; see `HTTPRequest.answerPrefix`.
    var answerPrefix: Int?
    /// Whose turn it takes: the address's host in lower case.
    var host: String
    /// Whom it asks, as its gate knows it.
    var server = ""
    /// The host of the public network that led there, for which `network.allow` opens nothing; nil: the configuration.
    var redirectedBy: String?
    /// Asked by whoever sends it, just before.
    var gate: (any RequestGate)?
}

extension ExchangeRequest {
    /// Decoded bytes of the answer's body at most.
    var bodyLimit: Int { answerPrefix ?? limits.maxBody }
    /// The time for everything as it was configured: what an error tells.
    var configuredTimeout: Duration { wholeTimeout ?? limits.timeout }
}

/// The answer to a hop, whole.
struct ExchangeAnswer: Sendable {
    var status: Int
    /// Names in lower case, in order; values without control characters.
    var headers: [(name: String, value: String)]
    /// Decoded.
    var body: [UInt8]
    /// Bytes of the body on the wire.
    var bytesReceived: Int
    /// From the start of the transfer to its end, without the time that it waited for memory.
    var duration: Duration = .zero
    /// What the body takes of the run's memory, or nil.
    var lease: MemoryLease?
    /// Whether a redirect came from an address that only `network.allow` opens.
    var isFromInside = false

    /// The first value of a field; `name` in lower case.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
