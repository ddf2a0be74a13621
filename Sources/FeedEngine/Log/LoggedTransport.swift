import FeedModel
package import FeedStages
package import Logging

extension HTTPTransport {
    /// Returns a transport that logs requests, redirects and waits; returns `self` unless debug lines are logged.
    package func logged(by logger: Logger) -> any HTTPTransport {
        logger.logLevel > .debug ? self : LoggedTransport(base: self, logger: logger)
    }
}

/// Logs requests, their redirects and their waits.
private struct LoggedTransport: HTTPTransport {
    let base: any HTTPTransport
    let logger: Logger

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let journey = RequestJourney(request, logger)
        var watched = request
        watched.gate = journey
        do throws(StageError) {
            let response = try await base.send(watched)
            journey.end(with: response)
            return response
        } catch {
            journey.end(with: error)
            throw error
        }
    }
}
