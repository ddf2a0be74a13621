import FeedModel

extension HTTPResponse {
    /// Returns why the response is no document, or nil if it is one: status 200 or 203 with a body.
    ///
    /// `subject` is the requested address, without secrets. A 304 is a failure here: check `isUnchanged` first.
    public func failure(of subject: String) -> StageError? {
        // 206 and 226 have a part of a document that no request asked for (RFC 9110 §15.3.7, RFC 3229 §10.4.1).
        if status == 200 || status == 203 {
            return body.isEmpty ? error(.emptyBody, subject) : nil
        }
        return error(isChallenge ? .challenged : Self.code(ofStatus: status), subject)
    }

    /// Whether the response asks for proof of being a browser, as sites behind Cloudflare do. A feed reader has none.
    package var isChallenge: Bool {
        status != 200 && header("cf-mitigated")?.trimmedLine.lowercased() == "challenge"
    }

    /// The time that the server asks to wait (RFC 9110 §10.2.3), 0 s … 7 days, or nil.
    public var retryAfter: Duration? {
        guard let value = header("retry-after") else { return nil }
        let digits = value.utf8.drop { $0 == UInt8(ascii: " ") }.prefix { $0 >= 0x30 && $0 <= 0x39 }
        guard !digits.isEmpty, digits.endIndex == value.utf8.endIndex else { return waitUntil(value) }
        // Longer numbers than any sensible wait has become the longest wait.
        return digits.count > 9 ? Self.longestWait : clamped(.seconds(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }))
    }

    /// Measures the wait from the server's `Date` field if there is one, because the clock here may be wrong.
    private func waitUntil(_ date: String) -> Duration? {
        guard let moment = FeedDate.parse(date) else { return nil }
        let now = header("date").flatMap { FeedDate.parse($0) } ?? receivedAt
        return clamped(moment - now)
    }

    /// The longest wait that a server can ask for.
    private static let longestWait: Duration = .seconds(7 * 86_400)

    private func clamped(_ wait: Duration) -> Duration { min(max(wait, .zero), Self.longestWait) }

    private func error(_ code: StageError.Code, _ subject: String) -> StageError {
        StageError(
            code, subject: subject, facts: [.status: String(status)],
            retryAfter: code.outlook == .brief ? retryAfter : nil)
    }

    private static func code(ofStatus status: Int) -> StageError.Code {
        switch status {
        case 204, 205: .emptyBody
        case 304: .protocolViolation
        case 400: .badRequest
        case 401: .credentialRejected
        case 403: .forbidden
        case 404: .notFound
        case 410: .gone
        case 429, 503: .limited
        case 500...599: .serverError
        default: .unexpectedStatus
        }
    }
}
