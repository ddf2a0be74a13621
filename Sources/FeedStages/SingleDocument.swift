public import FeedConfiguration

/// One address that gives one document: asked "has it changed?", and written if it has.
///
/// What most sources are: see the `feed` source for the shortest use of it.
public struct SingleDocument: Sendable {
    /// Absolute address; may hold secrets.
    public var url: Secret
    /// Header fields beside the source's common ones.
    public var headers: [HTTPField]
    /// Tells the document apart from others of the source.
    public var key: DocumentKey
    /// The option to name in a "not found" error, if a plugin makes the address from it; nil if the user gave the address.
    public var option: String?

    /// Makes a document at an address without secrets.
    public init(url: String, headers: [HTTPField] = [], key: DocumentKey = .only) {
        self.init(url: Secret(url, mask: url), headers: headers, key: key)
    }

    /// Makes a document at an address that is itself a secret.
    public init(url: Secret, headers: [HTTPField] = [], key: DocumentKey = .only) {
        self.url = url
        self.headers = headers
        self.key = key
    }

    /// Fetches the document conditionally and writes it, or notes that it has not changed.
    ///
    /// Throws the transport's errors, one for each status that brings no document, and the parser's.
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
    /// The document that an answer brought.
    public init(key: DocumentKey = .only, _ response: HTTPResponse) {
        self.init(
            key: key, bytes: response.body, contentType: response.header("content-type"), url: response.finalURL,
            validators: response.validators, fetchedAt: response.receivedAt)
        lease = response.lease
    }
}
