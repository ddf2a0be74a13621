import FeedStages
import Synchronization

/// The transport as one source gets it: its limits, headers and politeness are filled in, and what it asks is counted.
struct SourceTransport: HTTPTransport {
    /// What a source asked for, and what it got.
    struct Tally: Sendable {
        var requests = 0
        var bytes = 0
        var lastStatus: Int?
    }

    /// Counts of one fetch. A class, because copies of the transport share them.
    final class Counter: Sendable {
        private let tally = Mutex(Tally())

        var value: Tally { tally.withLock { $0 } }

        func add(_ response: HTTPResponse) {
            tally.withLock { tally in
                tally.requests += response.requests
                tally.bytes += response.bytesReceived
                tally.lastStatus = response.status
            }
        }

        func addFailure() { tally.withLock { $0.requests += 1 } }
    }

    let base: any HTTPTransport
    let policy: HTTPPolicy
    let counter: Counter

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        var request = request
        request.policy = policy
        do throws(StageError) {
            let response = try await base.send(request)
            counter.add(response)
            return response
        } catch {
            counter.addFailure()
            throw error
        }
    }
}
