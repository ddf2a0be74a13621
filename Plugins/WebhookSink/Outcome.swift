import FeedStages

extension HTTPResponse {
    /// What the answer means for a message, or nil if it was received (any 2xx).
    func failure(at endpoint: String) -> StageError? {
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
        let waits = code == .limited || code == .serverError
        return StageError(
            code, subject: endpoint, facts: [.status: String(status)],
            retryAfter: waits ? retryAfter.map { min($0, Self.longestPause) } : nil)
    }

    /// The longest pause that an endpoint may ask for.
    private static let longestPause = Duration.seconds(86_400)
}

extension StageError {
    /// What the transport reports, as it looks to somebody who has sent a message: where the bytes may have arrived
    /// and the answer did not, nobody knows what became of it.
    var afterSending: StageError {
        switch code {
        case .reset, .timeout, .truncated, .protocolViolation, .encoding, .tooLarge, .headersTooLarge:
            var unknown = self
            unknown.code = .unknownFate
            unknown.facts[.found] = code.rawValue
            return unknown
        default: return self
        }
    }

    /// Surely not received, and perhaps only for a moment.
    var isWorthAnotherTry: Bool {
        let passing: Set<Code> = [.dns, .refused, .unreachable, .connectTimeout, .tlsTimeout, .limited, .serverError]
        return passing.contains(code)
    }
}
