public import FeedConfiguration

/// One document at one address. It is requested conditionally, and written if it has changed.
///
/// Most sources are of this kind. The `feed` source is the shortest example.
public struct SingleDocument: Sendable {
    /// Absolute address. It may contain secrets.
    public var url: Secret
    /// Header fields in addition to the source's common ones.
    public var headers: [HTTPField]
    /// The key of the document within its source.
    public var key: DocumentKey
    /// The option that a "not found" error names, if a plugin makes the address from it; or nil.
    public var option: String?

    /// Makes a document at an address without secrets.
    public init(url: String, headers: [HTTPField] = [], key: DocumentKey = .only) {
        self.init(url: Secret(url, mask: url), headers: headers, key: key)
    }

    /// Makes a document at an address that is a secret.
    public init(url: Secret, headers: [HTTPField] = [], key: DocumentKey = .only) {
        self.url = url
        self.headers = headers
        self.key = key
    }

    /// Fetches the document conditionally and writes it, or records that it has not changed.
    ///
    /// Throws the transport's errors, an error for each status without a document, and the errors of the writer.
    public func fetch(
        over transport: any HTTPTransport, since previous: some Previous, into writer: some DocumentWriter
    ) async throws(StageError) {
        let validators = await previous.validators(for: key)
        let response = try await transport.send(HTTPRequest(url: url, headers: headers, validators: validators))
        if response.isUnchanged(since: validators) { return try await writer.unchanged(key) }
        if var failure = response.failure(of: url.mask) {
            if failure.code == .notFound { failure.facts[.option] = option }
            throw failure
        }
        try await writer.write(Document(key: key, response))
    }
}

extension Document {
    /// Makes a document of a response.
    public init(key: DocumentKey = .only, _ response: HTTPResponse) {
        self.init(
            key: key, bytes: response.body, contentType: response.header("content-type"), url: response.finalURL,
            validators: response.validators, fetchedAt: response.receivedAt)
        lease = response.lease
    }
}
