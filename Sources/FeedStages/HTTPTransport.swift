public import FeedConfiguration
public import FeedModel
package import FeedSystem

/// Sends requests for sources and sinks. It follows redirects, and applies limits, the guard against private
/// addresses, politeness and recording.
public protocol HTTPTransport: Sendable {
    /// Sends one request and waits for the whole response. A response with any status is no error.
    ///
    /// Throws network, TLS, guard, redirect and limit errors, and `.cancelled` if the task is cancelled.
    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse
}

/// A request of a stage.
public struct HTTPRequest: Sendable {
    /// Method, such as `GET` or `POST`.
    public var method: String
    /// Absolute address, `http` or `https`. It may contain secrets, revealed only in the sent request.
    public var url: Secret
    /// Header fields. Values may be secrets. They are never sent to another origin after a redirect.
    public var headers: [HTTPField]
    /// Body, or nil.
    public var body: [UInt8]?
    /// Validators of the copy that is already stored, sent byte for byte, or nil.
    public var validators: Validators?
    /// Limits and politeness, which the engine sets from the common options of sources.
    package var policy = HTTPPolicy()
    /// Whether redirects are followed, as for sources, or returned as responses, as for webhooks.
    public var followsRedirects: Bool
    /// How many bytes of the body are read, for a caller that needs only the status and the beginning of the body.
    /// Errors after the header are then ignored. Nil reads the whole body.
    public var answerPrefix: Int?
    /// The public host that led to this address, or nil if the configuration did. With a host, `network.allow` counts
    /// only with `network.allow_redirects`.
    package var redirectedBy: String?
    /// Decides before each hop whether it may be sent, and receives the outcome. The engine sets it.
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

    /// Makes a request for an address that is a secret.
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

/// A header field of a request.
public struct HTTPField: Sendable, Hashable {
    /// Name; upper and lower case are equal.
    public var name: String
    /// Value, revealed only in the sent request.
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
    /// Longest time from the start of a transfer to its end, without the time in the queue or waiting for memory.
    package var timeout: Duration = .seconds(30)
    /// Longest time from the start of a transfer to a usable connection.
    package var connectTimeout: Duration = .seconds(10)
    /// Size limit of the decoded body, in bytes.
    package var maxBody: Int = 16 << 20
    /// Limit of connections to one host at the same time.
    package var connectionsPerHost: Int = 1
    /// Pause between two requests to one host.
    package var delay: Duration = .zero
    /// Limit of requests to the configured server in a time, over all runs; or nil.
    package var rate: Rate?
    /// A `User-Agent` in place of the default one, or nil.
    package var userAgent: String?
    /// Header fields of the source's `headers:` option.
    package var headers: [HTTPField] = []
    /// A file with CA certificates that replaces the system's, or nil.
    package var caFile: String?

    package init() {}
}

/// A whole response.
public struct HTTPResponse: Sendable {
    /// Status of the last hop.
    public var status: Int
    /// Header fields of the last hop, in order. Names are in lower case, and values have no control characters.
    public var headers: [(name: String, value: String)]
    /// The decoded body.
    public var body: [UInt8]
    /// Address of the last hop.
    public var finalURL: String
    /// The redirects before the last hop, in order: the status, and the address that it named.
    public var redirects: [(status: Int, url: String)]
    /// Bytes received from the network for the bodies of all hops.
    public var bytesReceived: Int
    /// Number of requests sent, with redirects.
    public var requests: Int
    /// When the response was complete.
    public var receivedAt: Timestamp
    /// The share of the run's memory that the body takes. Keep it as long as the body, and pass it on with the body.
    package var lease: MemoryLease?

    /// Makes a response.
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

    /// Returns the first value of a header field, or nil. `name` must be in lower case.
    public func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }

    /// Whether the response says that the copy with these validators is still current.
    ///
    /// A 304 counts only from the address of the validators. From any other address it says nothing (RFC 9110 §15.4.5).
    public func isUnchanged(since validators: Validators?) -> Bool { status == 304 && validators?.url == finalURL }

    /// `ETag` and `Last-Modified`, byte for byte, with the address that sent them; nil if there is neither.
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

/// The values that a server gave for asking whether a document has changed. They belong to one address.
public struct Validators: Sendable, Hashable {
    /// The address of the response that had them. They are never sent to another address.
    public var url: String
    /// `ETag`, byte for byte, or nil.
    public var etag: String?
    /// `Last-Modified`, byte for byte, or nil.
    public var lastModified: String?

    /// Makes validators.
    public init(url: String, etag: String? = nil, lastModified: String? = nil) {
        self.url = url
        self.etag = etag
        self.lastModified = lastModified
    }
}

/// Permits or refuses a request just before it is sent, and receives the outcome. The same goes for each redirect that
/// the request follows.
///
/// All calls except `redirected` come from the transport's own thread: they must not block.
package protocol RequestGate: Sendable {
    /// The request waits behind other requests to its host.
    func willQueue()
    /// Returns why the request must not be sent to `server`, or nil. It is called just before the request is sent.
    func refusal(sendingTo server: String) -> StageError?
    /// The request waits for its server, and takes only a socket of this machine.
    func awaitsServer()
    /// The request was delayed by this machine for that time, because of memory. The outcome follows.
    func waited(_ duration: Duration)
    /// `server` has responded. No other request is sent to it before this call. Header names are in lower case.
    func answered(_ server: String, status: Int, headers: [(name: String, value: String)])
    /// `server` has not responded, or not completely. No other request is sent to it before this call.
    func failed(_ server: String, _ error: StageError)
    /// A response with this status redirects to `url`, which is absolute, with secrets masked. The next request uses
    /// `method`. Unlike the other calls, this one comes from the task that sent the request.
    func redirected(_ status: Int, to url: String, as method: String)
    /// Returns why the redirect to `host`, at `server`, must not be followed, or nil. It may wait.
    func refusal(redirectingTo host: String, at server: String) async -> StageError?
}

extension RequestGate {
    /// Does nothing.
    package func redirected(_ status: Int, to url: String, as method: String) {}
    /// Allows every redirect.
    package func refusal(redirectingTo host: String, at server: String) async -> StageError? { nil }
}

extension AddressParts {
    /// The server of a request: the host in lower case, with its port unless it is 80 or 443.
    package var server: String {
        let host = host ?? ""
        guard let port, port != 80, port != 443 else { return host }
        return "\(host):\(port)"
    }
}
