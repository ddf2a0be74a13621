import FeedStages
import FeedTesting
import MachineLaboratory
import Synchronization

/// A transport that keeps the first answers until so many requests were made, also those that were refused before they
/// left: their fetches are under way at once.
final class BarrierWeb: HTTPTransport {
    private let web: StubTransport
    private let count: Int
    private let made = Atomic(0)

    init(_ web: StubTransport, awaiting count: Int) {
        self.web = web
        self.count = count
    }

    func send(_ request: HTTPRequest) async throws(StageError) -> HTTPResponse {
        let response: HTTPResponse
        do throws(StageError) {
            response = try await web.send(request)
        } catch {
            made.add(1, ordering: .relaxed)
            throw error
        }
        made.add(1, ordering: .relaxed)
        try? await eventually { made.load(ordering: .relaxed) >= count }
        return response
    }
}
