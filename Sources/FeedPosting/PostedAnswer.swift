public import FeedConfiguration
public import FeedJSON
import FeedModel
public import FeedStages

// The meaning of responses to posted messages, for every sink that posts.

extension HTTPResponse {
    /// How many bytes of a response are read.
    public static let postedPrefix = 64 << 10

    /// Returns why a message was refused, or nil if it was received (any 2xx status).
    public func refusal(at endpoint: String) -> StageError? {
        let code: StageError.Code
        switch status {
        case 200...299: return nil
        case 408, 425, 429, 503: code = .limited
        case 500...599: code = .serverError
        case 401: code = .credentialRejected
        case 403: code = .forbidden
        case 404: code = .notFound
        case 410: code = .gone
        case 413: code = .messageTooLarge
        default: code = .rejected  // a redirect, too: nobody follows it with a signed body
        }
        return StageError(
            code, subject: endpoint, facts: [.status: String(status)],
            retryAfter: code.outlook == .brief ? retryAfter.map { min($0, Self.longestPause) } : nil,
            explanation: code == .rejected ? words : nil)
    }

    /// The longest pause that an endpoint can ask for.
    public static let longestPause = Duration.seconds(86_400)

    /// The beginning of the body as JSON, or nil if it is none.
    public var json: JSONValue? {
        do { return try JSONReader.read(body) } catch { return nil }
    }

    /// The first 4 KiB of the body as text, for a service that says there what its status does not.
    public var beginning: String { String(decoding: body.prefix(4096), as: UTF8.self) }

    /// Returns the pause until a moment that the endpoint names, such as `X-RateLimit-Reset` of Mastodon, from 0 s to
    /// `longestPause`. The server's `Date` counts as the present, if there is one, because the clock here may be wrong.
    /// Nil if the text is no date.
    public func pause(until date: String) -> Duration? {
        guard let moment = FeedDate.parse(date) else { return nil }
        let now = header("date").flatMap { FeedDate.parse($0) } ?? receivedAt
        return min(max(moment - now, .zero), Self.longestPause)
    }

    /// The text of the response, if it is at most 300 bytes and no web page.
    private var words: String? {
        let type = header("content-type") ?? "text/plain"
        guard body.count <= Self.longestWords, body.contains(where: { $0 > 0x20 }),
            type.utf8.starts(with: "text/plain".utf8) || type.utf8.starts(with: "application/json".utf8)
        else { return nil }
        return String(decoding: body, as: UTF8.self)
    }

    private static let longestWords = 300
}

extension StageError {
    /// The transport's error as a sink sees it: `.unknownFate` if the whole request may have arrived.
    public var afterSending: StageError {
        guard facts[.sent] != "part", code.leavesFateOpen else { return self }
        var unknown = self
        unknown.code = .unknownFate
        unknown.facts[.found] = code.rawValue
        return unknown
    }
}

extension HTTPTransport {
    /// Posts a JSON document and returns the response. `fields` are header fields beside its media type. Throws the
    /// error of `refusal`, or that of the transport.
    @discardableResult
    public func post(
        json: [UInt8], to url: Secret, fields: [HTTPField] = [], refusal: @Sendable (HTTPResponse) -> StageError?
    ) async throws(StageError) -> HTTPResponse {
        var request = HTTPRequest(
            "POST", url: url, headers: [HTTPField("content-type", "application/json; charset=utf-8")] + fields,
            body: json, followsRedirects: false)
        request.answerPrefix = HTTPResponse.postedPrefix
        do throws(StageError) {
            let answer = try await send(request)
            if let refusal = refusal(answer) { throw refusal }
            return answer
        } catch {
            throw error.afterSending
        }
    }
}
