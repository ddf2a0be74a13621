import FeedStages
import FeedSystem

/// Performs one request and returns one response: one step of what a stage asked for. libcurl does it over the network,
/// a recording from its files.
protocol Exchanger: Sendable {
    /// Sends one request. A redirect is returned like any other response.
    func exchange(_ request: ExchangeRequest) async throws(StageError) -> ExchangeAnswer
}

/// One step of a request, as it is sent. This is a class so that it is not copied when it is passed on.
final class ExchangeRequest: Sendable {
    let method: String
    /// The address that is sent, with its secrets.
    let url: String
    /// The address without secrets: to show, to record and to compare.
    let maskedURL: String
    /// All header fields, including our own.
    let headers: [HTTPField]
    let body: [UInt8]?
    let limits: HTTPPolicy
    /// The timeout of the whole request with its redirects; `limits` has what is left of it. Nil: use the one in
    /// `limits`.
    let wholeTimeout: Duration?
    /// How many bytes of the body are wanted, or nil for all of it; see `HTTPRequest.answerPrefix`.
    let answerPrefix: Int?
    /// The host in lower case, whose queue the request joins.
    let host: String
    /// The server, as the gate names it.
    let server: String
    /// The host of the public network that redirected here; `network.allow` does not hold then. Nil: the configuration
    /// leads here.
    let redirectedBy: String?
    /// The gate that may refuse the request just before it is sent.
    let gate: (any RequestGate)?

    init(
        method: String, url: String, maskedURL: String, headers: [HTTPField], body: [UInt8]? = nil, limits: HTTPPolicy,
        wholeTimeout: Duration? = nil, answerPrefix: Int? = nil, host: String, server: String = "",
        redirectedBy: String? = nil, gate: (any RequestGate)? = nil
    ) {
        (self.method, self.url, self.maskedURL) = (method, url, maskedURL)
        (self.headers, self.body) = (headers, body)
        (self.limits, self.wholeTimeout, self.answerPrefix) = (limits, wholeTimeout, answerPrefix)
        (self.host, self.server, self.redirectedBy, self.gate) = (host, server, redirectedBy, gate)
    }
}

extension ExchangeRequest {
    /// The most decoded bytes of the body.
    var bodyLimit: Int { answerPrefix ?? limits.maxBody }
    /// The configured timeout of the whole request, for errors.
    var configuredTimeout: Duration { wholeTimeout ?? limits.timeout }
}

/// The complete response to one step.
struct ExchangeAnswer: Sendable {
    var status: Int
    /// The header fields in order; names in lower case, values without control characters.
    var headers: [(name: String, value: String)]
    /// The decoded body.
    var body: [UInt8]
    /// Bytes of the body as received, before decoding.
    var bytesReceived: Int
    /// Time from the start of the transfer to its end, without its waits for memory.
    var duration: Duration = .zero
    /// The body's share of the run's memory, or nil.
    var lease: MemoryLease?
    /// Whether this is a redirect from an address that only `network.allow` opens.
    var isFromInside = false

    /// The first value of a field; `name` in lower case.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}
