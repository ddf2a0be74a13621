public import FeedConfiguration
public import FeedModel
package import FeedSystem

/// Speaks HTTP for sources and sinks. Redirects, limits, the guard against private addresses, politeness and
/// recording happen behind it.
public protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the whole answer; any status is an answer, not an error.
    ///
    /// Throws network, TLS, guard, redirect and limit errors, and `.cancelled` when the task is cancelled.
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse
}

/// A request as a stage wants it.
public struct HTTPRequest: Sendable {
    /// `GET`, `POST`.
    public var method: String
    /// Absolute address, http or https; may hold secrets, revealed only on the wire.
    public var url: Secret
    /// Header fields; values may be secrets. Never forwarded to another origin on a redirect.
    public var headers: [HTTPField]
    /// Body, or nil.
    public var body: [UInt8]?
    /// Validators of the copy that is already known, sent back byte for byte, or nil.
    public var validators: Validators?
    /// Limits and politeness; set by the engine from the options that every source has.
    package var policy = HTTPPolicy()
    /// Whether redirects are followed (sources) or an answer like any other (webhooks).
    public var followsRedirects: Bool
    /// For those who want to know the answer's status and at most the beginning of its body: so many bytes are read,
    /// and what goes wrong after the header goes wrong for nobody. Nil: the body is wanted whole.
    public var answerPrefix: Int?
    /// The host of the public network that led to the address, for which `network.allow` then opens nothing; nil: the
    /// configuration did.
    package var redirectedBy: String?
    /// Asked before each hop, told of each answer; set by the engine.
    package var gate: (any RequestGate)?

    /// Makes a request for an address without secrets.
    public init(
        _ method: String = "GET", url: String, headers: [HTTPField] = [], body: [UInt8]? = nil,
        validators: Validators? = nil, followsRedirects: Bool = true
    ) {
        self.init(
            method, url: Secret(url, mask: url), headers: headers, body: body, validators: validators,
            followsRedirects: followsRedirects)
    }

    /// Makes a request for an address that is itself a secret.
    public init(
        _ method: String = "GET", url: Secret, headers: [HTTPField] = [], body: [UInt8]? = nil,
        validators: Validators? = nil, followsRedirects: Bool = true
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.body = body
        self.validators = validators
        self.followsRedirects = followsRedirects
    }
}

/// A header field.
public struct HTTPField: Sendable, Hashable {
    /// Name; compared without regard to case.
    public var name: String
    /// Value; revealed only on the wire.
    public var value: Secret

    /// Makes a field whose value is no secret.
    public init(_ name: String, _ value: String) {
        self.init(name, secret: Secret(value, mask: value))
    }

    /// Makes a field whose value is a secret.
    public init(_ name: String, secret: Secret) {
        self.name = name
        value = secret
    }
}

/// Limits and politeness of requests for one source.
package struct HTTPPolicy: Sendable, Hashable {
    /// From the start of a transfer to its end; waiting in our own queue, or for memory, is not counted.
    package var timeout: Duration = .seconds(30)
    /// From the start to a usable connection.
    package var connectTimeout: Duration = .seconds(10)
    /// Bytes of a decoded body.
    package var maxBody: Int = 16 << 20
    /// Connections to one host at a time.
    package var connectionsPerHost: Int = 1
    /// Pause between two requests to one host.
    package var delay: Duration = .zero
    /// Requests to the configured server at most, over runs; or nil.
    package var rate: Rate?
    /// Overrides the honest default, or nil.
    package var userAgent: String?
    /// Header fields of the source's `headers:` option.
    package var headers: [HTTPField] = []
    /// A file with CA certificates used instead of the system's, or nil.
    package var caFile: String?

    package init() {}
}

/// An answer, whole.
public struct HTTPResponse: Sendable {
    /// Status of the last hop.
    public var status: Int
    /// Header fields of the last hop, names in lower case, in order, values without control characters.
    public var headers: [(name: String, value: String)]
    /// Decoded body.
    public var body: [UInt8]
    /// Address of the last hop.
    public var finalURL: String
    /// The redirects that led there, in order: status and the address each pointed to.
    public var redirects: [(status: Int, url: String)]
    /// Bytes received on the wire, bodies of all hops.
    public var bytesReceived: Int
    /// Requests sent, redirects among them.
    public var requests: Int
    /// When the answer was complete.
    public var receivedAt: Timestamp
    /// What the body takes of the run's memory; lives as long as it is needed, and whoever hands the body on hands this
    /// on with it.
    package var lease: MemoryLease?

    /// Makes an answer.
    public init(
        status: Int, headers: [(name: String, value: String)], body: [UInt8], finalURL: String,
        redirects: [(status: Int, url: String)] = [], bytesReceived: Int = 0, requests: Int = 1,
        receivedAt: Timestamp
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.finalURL = finalURL
        self.redirects = redirects
        self.bytesReceived = bytesReceived
        self.requests = requests
        self.receivedAt = receivedAt
    }

    /// The first value of a header field, or nil; `name` in lower case.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Whether it says that the copy which `validators` stand for is still the newest.
    ///
    /// A 304 from an address that was sent none (RFC 9110 §15.4.5 allows no such thing) says nothing about any copy.
    public func isUnchanged(since validators: Validators?) -> Bool { status == 304 && validators?.url == finalURL }

    /// ETag and Last-Modified byte for byte with the address that gave them, or nil if there are none.
    ///
    /// Values over 1 KiB or with control characters are left out.
    public var validators: Validators? {
        func usable(_ value: String?) -> String? {
            guard let value, !value.isEmpty, value.utf8.count <= 1024,
                value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7f })
            else { return nil }
            return value
        }
        let found = Validators(
            url: finalURL, etag: usable(header("etag")), lastModified: usable(header("last-modified")))
        return found.etag == nil && found.lastModified == nil ? nil : found
    }
}

/// What a server gave to ask "has it changed?" with; belongs to one address.
public struct Validators: Sendable, Hashable {
    /// The address whose answer carried them; never sent to another.
    public var url: String
    /// ETag, byte for byte, or nil.
    public var etag: String?
    /// Last-Modified, byte for byte, or nil.
    public var lastModified: String?

    /// Makes validators.
    public init(url: String, etag: String? = nil, lastModified: String? = nil) {
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// Stands beside a request on its way through the transport, hop by hop: lets it out or holds it back, and hears what
/// came of it.
///
/// Called from the transport's own thread: must not block.
package protocol RequestGate: Sendable {
    /// The request waits behind others for its host.
    func willQueue()
    /// It is about to be sent to `server`. Gives why it must not, or nil.
    func refusal(sendingTo server: String) -> StageError?
    /// Its server takes its time: it occupies a socket and nothing else.
    func awaitsServer()
    /// What comes of it is told next; for so long it was kept waiting by this machine, for memory.
    func waited(_ duration: Duration)
    /// `server` has answered, before anybody else is sent to it; header names are in lower case.
    func answered(_ server: String, status: Int, headers: [(name: String, value: String)])
    /// `server` has not answered, or not to the end, before anybody else is sent to it.
    func failed(_ server: String, _ error: StageError)
    /// An answer with this status leads on to `url`, as readers of answers see it, which is asked by `method`. Called
    /// by the task that sent the request.
    func redirected(_ status: Int, to url: String, as method: String)
}

extension RequestGate {
    /// Nothing.
    package func redirected(_ status: Int, to url: String, as method: String) {}
}

extension AddressParts {
    /// Whom a request asks: the host in lower case, with its port where that is unusual.
    package var server: String {
        let host = host ?? ""
        guard let port, port != 80, port != 443 else { return host }
        return "\(host):\(port)"
    }
}
