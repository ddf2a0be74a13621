import FeedJSON
import FeedModel
import FeedStages

/// Translates Qiita's errors: the body's `type` decides, or the status if there is none.
///
/// Over the rate limit Qiita sent 403 and 429; its documentation does not list 429.
enum QiitaFailure {
    /// - Parameter selection: the articles that were requested; the error names its option if Qiita finds nothing.
    static func of(
        _ response: HTTPResponse, at address: String, for selection: QiitaSelection, hasToken: Bool
    ) -> StageError? {
        guard var failure = response.failure(of: address) else { return nil }
        let body = response.body.count <= maxBody ? try? JSONReader.read(response.body) : nil
        failure.explanation = body?["message"]?.string.map { String($0.trimmedLine.prefix(200)) }
        switch body?["type"]?.string {
        case "rate_limit_exceeded":
            return limited(response, at: address)
        case "unauthorized":
            failure.code = .credentialRejected
        case "not_found":
            failure.code = .notFound
        case "forbidden":
            failure.code = .forbidden
        case "bad_request":
            failure.code = .badRequest
        default:
            if response.status == 403, isRateUsedUp(response) { return limited(response, at: address) }
        }
        switch failure.code {
        case .credentialRejected, .forbidden: if hasToken { failure.facts[.option] = "token" }
        case .notFound: failure.facts[.option] = selection.option
        default: break
        }
        return failure
    }

    /// Whether the rate limit of this hour is used up.
    static func isRateUsedUp(_ response: HTTPResponse) -> Bool {
        response.header("rate-remaining").flatMap { Int($0.trimmedLine) } == 0
    }

    /// The error for the rate limit, with the time to wait: until `Rate-Reset` (seconds since 1970), else by
    /// `Retry-After`.
    static func limited(_ response: HTTPResponse, at address: String) -> StageError {
        var failure = StageError(.limited, subject: address, facts: [.status: String(response.status)])
        if let limit = response.header("rate-limit").flatMap({ Int($0.trimmedLine) }) {
            failure.facts[.limit] = String(limit)
        }
        failure.retryAfter = response.retryAfter
        if let reset = response.header("rate-reset").flatMap({ Int64($0.trimmedLine) }) {
            let wait = Timestamp(seconds: reset) - response.receivedAt
            failure.retryAfter = min(max(wait, .zero), longestWait)
        }
        return failure
    }

    private static let maxBody = 64 << 10
    private static let longestWait: Duration = .seconds(86_400)
}
