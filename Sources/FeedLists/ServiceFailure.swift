public import FeedJSON
import FeedModel
import FeedStages

/// Why an answer is no document, with what the service says of it.
enum ServiceFailure {
    /// Nil if it is a document.
    static func of(_ response: HTTPResponse, at subject: String) -> StageError? {
        guard var failure = response.failure(of: subject) else { return nil }
        let body = response.body.count <= longestBody ? try? JSONReader.read(response.body) : nil
        failure.explanation = body.flatMap(ServiceWords.words)
        // Services were seen to say 403 over their limit (GitHub): no credential is at fault then.
        if failure.code == .forbidden, response.retryAfter != nil || isUsedUp(response) {
            failure.code = .limited
            failure.retryAfter = response.retryAfter
        }
        return failure
    }

    /// Bytes of an answer that may hold words.
    private static let longestBody = 64 << 10

    private static func isUsedUp(_ response: HTTPResponse) -> Bool {
        ["x-ratelimit-remaining", "ratelimit-remaining", "x-rate-limit-remaining", "rate-remaining"].contains {
            response.header($0)?.trimmedLine == "0"
        }
    }
}

/// What a service says in the place of what was asked for.
public enum ServiceWords {
    /// Characters of a service's words that are told.
    private static let most = 200
    private static let names = ["message", "error_description", "error_message", "detail", "error"]

    /// The words of the first error that a document tells, in one of the usual places.
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
