public import FeedJSON
import FeedModel
import FeedStages

/// Converts a failed response to an error, with the service's own explanation.
enum ServiceFailure {
    /// Nil if the response is a document.
    static func of(_ response: HTTPResponse, at subject: String) -> StageError? {
        guard var failure = response.failure(of: subject) else { return nil }
        let body = response.body.count <= longestBody ? try? JSONReader.read(response.body) : nil
        failure.explanation = body.flatMap(ServiceWords.words)
        // Some services (GitHub) send 403 for a reached rate limit. The credential is not at fault then.
        if failure.code == .forbidden, response.retryAfter != nil || isUsedUp(response) {
            failure.code = .limited
            failure.retryAfter = response.retryAfter
        }
        return failure
    }

    /// Bytes of a response that can hold an explanation, at most.
    private static let longestBody = 64 << 10

    private static func isUsedUp(_ response: HTTPResponse) -> Bool {
        ["x-ratelimit-remaining", "ratelimit-remaining", "x-rate-limit-remaining", "rate-remaining"].contains {
            response.header($0)?.trimmedLine == "0"
        }
    }
}

/// Finds a service's error message in a document.
public enum ServiceWords {
    /// Characters of a message that are kept.
    private static let most = 200
    private static let names = ["message", "error_description", "error_message", "detail", "error"]

    /// Returns the first error message in the usual places of a document: one line, at most 200 characters; or nil.
    public static func words(in document: JSONValue) -> String? {
        for place in [document["errors"]?.array?.first, document["errors"], document["error"], document] {
            guard let place else { continue }
            if let text = place.string ?? names.lazy.compactMap({ place[$0]?.string }).first {
                let line = text.trimmedLine
                if !line.isEmpty { return String(line.unicodeScalars.prefix(most)) }
            }
        }
        return nil
    }
}
